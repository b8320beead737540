"""What a package has kept goes with it, and nothing that another package keeps."""

from __future__ import annotations

from ovos_phal_plugin_jarvis.commands.install.purge import Traces, own_traces, purge, traces_of
from ovos_phal_plugin_jarvis.commands.install.record import Installed
from ovos_phal_plugin_jarvis.stores import open_stores

SOURCE = """
BOX = JarvisStorage("letterbox")
SHARED = JarvisStorage(command_name='contacts', secret_scope="user")

class Write:
    @property
    def data_browser_storage_name(self) -> str:
        return "drafts"

    authentication = AuthenticationConfig(type="oauth", provider="post", friendly_name="x")
"""


def package(folder, name, source, *commands):
    path = folder / name
    path.mkdir(parents=True)
    (path / "command.py").write_text(source)
    (path / "broken.py").write_bytes(b"\xff\xfe JarvisStorage(")
    return Installed(name=name, kind="copy", source="x", path=str(path), commands=commands)


def test_records_and_logins_go_save_what_another_uses(tmp_path):
    mine = package(tmp_path, "letters", SOURCE, "write_letter")
    other = package(tmp_path, "people", "JarvisStorage('contacts')\n", "people")
    traces = own_traces(mine, [other])
    assert traces == Traces(frozenset({"write_letter", "letterbox", "drafts"}), frozenset({"post"}))
    with open_stores() as stores:
        for name in ("letterbox", "contacts", "drafts", "people"):
            stores.data.save(name, "k", {"a": 1})
        stores.auth.flag("post", "expired")
        stores.auth.flag("elsewhere", "expired")
        assert purge(traces, stores) == 2
        assert [stores.data.get(name, "k") is None for name in ("letterbox", "contacts", "drafts", "people")] == [
            *(True, False, True, False)
        ]
        assert [state.provider for state in stores.auth.all()] == ["elsewhere"]


def test_a_package_of_pip_keeps_what_its_commands_are_called_by():
    row = Installed(name="x", kind="pip", source="x", commands=("weather",))
    assert own_traces(row, []) == Traces(frozenset({"weather"}), frozenset())


def test_what_the_user_and_the_service_keep_is_no_packages_to_take_along(tmp_path):
    (tmp_path / "command.py").write_text(
        'JarvisStorage("routine"), JarvisStorage("ovos-jarvis-agents"), JarvisStorage("pills")'
    )
    row = Installed(name="pack", kind="copy", source="x", path=str(tmp_path), commands=("get_pack",))
    assert traces_of(row).records == {"pills", "get_pack"}
