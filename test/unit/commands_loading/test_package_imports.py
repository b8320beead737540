"""Imports of packages: their own helpers, our SDK under foreign names, and nothing left behind."""

from __future__ import annotations

import sys
import threading
from types import ModuleType

import pytest

from leftovers import Since
from ovos_phal_plugin_jarvis import sdk
from ovos_phal_plugin_jarvis.commands.loading.imports import InstalledImports, PackageImports
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES, ForeignNameError


@pytest.fixture
def opened():
    """Folder, name → its imports; closed at the end."""
    everything = []

    def open_package(folder, owner="pkg", **options):
        everything.append(PackageImports(folder, owner, **options))
        return everything[-1]

    yield open_package
    for imports in everything:
        imports.close()


@pytest.fixture
def run(tmp_path, write, opened):
    """Source of a module → the module, imported as part of a package."""

    def run_source(source, folder="pkg"):
        file = write(f"{folder}/commands/it/command.py", source)
        return opened(tmp_path / folder, folder).load(file)

    return run_source


def state():
    return (
        {m for m in sys.modules if "_jarvis_package" in m},
        list(sys.path),
        list(sys.meta_path),
    )


# -- our SDK under foreign names --


@pytest.mark.parametrize("foreign", sorted(FOREIGN_MODULES))
def test_every_foreign_module_is_ours(run, foreign):
    module = run(f"import {foreign}\nimport {foreign} as direct\nfrom {foreign} import __name__ as name\n")
    assert module.direct.__name__ == module.name == FOREIGN_MODULES[foreign]


def test_old_and_new_names_mean_the_same_class(run):
    module = run("""
        import core.command_response
        import jarvis_command_sdk as package
        from core import ijarvis_command
        from core.command_response import CommandResponse
        from core.ijarvis_button import IJarvisButton
        from core.ijarvis_authentication import AuthenticationConfig
        from core.ijarvis_parameter import IJarvisParameter, JarvisParameter
        from core.ijarvis_package import JarvisPackage
        from core.ijarvis_secret import IJarvisSecret, JarvisSecret
        from core.request_information import RequestInformation
        from core.validation_result import ValidationResult
        from constants.relative_date_keys import RelativeDateKeys
        from exceptions.missing_secrets_error import MissingSecretsError
        from jarvis_command_sdk import storage, IJarvisCommand
        from jarvis_command_sdk.storage import JarvisStorage
        same = core.command_response.CommandResponse is CommandResponse
    """)
    assert module.same
    assert module.package is sdk
    assert module.storage is sys.modules["ovos_phal_plugin_jarvis.sdk.storage"]
    assert module.ijarvis_command.IJarvisCommand is module.IJarvisCommand is sdk.IJarvisCommand
    assert module.RelativeDateKeys is sdk.DateKeys
    for name in (
        "JarvisParameter",
        "JarvisSecret",
        "JarvisPackage",
        "MissingSecretsError",
        "ValidationResult",
    ):
        assert getattr(module, name) is getattr(sdk, name)


def test_everything_at_once(run):
    module = run("from jarvis_command_sdk import *\n")
    assert module.IJarvisCommand is sdk.IJarvisCommand
    assert module.set_inbox_backend is sdk.set_inbox_backend


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "from jarvis_command_sdk import JarvisImage",
            "pkg imports 'JarvisImage' from 'jarvis_command_sdk', which",
        ),
        ("from core.command_response import Old", "pkg imports 'Old' from 'core.command_response', which"),
        (
            "import jarvis_command_sdk.telepathy",
            "pkg imports the module 'jarvis_command_sdk.telepathy'",
        ),
        (
            "from core.music_control import x",
            "pkg imports the module 'core.music_control', which is a part of the Jarvis node that is not offered",
        ),
        (
            "import services.direct_device_service",
            "pkg imports the module 'services.direct_device_service'.*no package to install",
        ),
        ("import jarvis_services", "pkg imports the module 'jarvis_services'.*no package to install"),
    ],
)
def test_a_name_we_lack_is_one_clear_message(run, source, message):
    with pytest.raises(ForeignNameError, match=message):
        run(source)


def test_a_package_may_do_without_what_we_lack(run):
    module = run("""
        try:
            from core.music_control import Player
        except ModuleNotFoundError:
            Player = None
        try:
            from jarvis_command_sdk import JarvisImage
        except ImportError:
            JarvisImage = None
    """)
    assert module.Player is module.JarvisImage is None


def test_a_real_sdk_that_is_installed_wins(run, write, tmp_path, monkeypatch):
    write("site/jarvis_command_sdk/__init__.py", "REAL = True\n")
    write("site/jarvis_command_sdk/command.py", "REAL = True\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    try:
        module = run("""
            from jarvis_command_sdk import REAL
            import jarvis_command_sdk.command as command
            from core.command_response import CommandResponse
        """)
        assert module.REAL
        assert module.command.REAL
        assert module.CommandResponse is sdk.CommandResponse
        with pytest.raises(ModuleNotFoundError):
            run("import jarvis_command_sdk.storage", folder="other")
    finally:
        for name in ("jarvis_command_sdk", "jarvis_command_sdk.command"):
            sys.modules.pop(name, None)


def test_a_module_put_there_by_hand_counts_as_installed(run, monkeypatch):
    fake = ModuleType("jarvis_log_client")
    fake.JarvisLogger = "theirs"
    monkeypatch.setitem(sys.modules, "jarvis_log_client", fake)
    assert run("from jarvis_log_client import JarvisLogger").JarvisLogger == "theirs"


def test_something_else_called_core_does_not_hide_ours(run, write, tmp_path, monkeypatch):
    write("site/core/__init__.py", "")
    write("site/core/engine.py", "V = 1\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    try:
        module = run("from core.engine import V\nfrom core.command_response import CommandResponse\n")
        assert module.V == 1
        assert module.CommandResponse is sdk.CommandResponse
    finally:
        for name in ("core", "core.engine"):
            sys.modules.pop(name, None)


def test_more_foreign_modules_can_be_given(opened, write, tmp_path):
    file = write("pkg/provider.py", "from app.core.interfaces.it import decoder\nimport app.core.other\n")
    modules = {**FOREIGN_MODULES, "app.core.interfaces.it": "json", "app.core.other": "json"}
    module = opened(tmp_path / "pkg", foreign=modules).load(file)
    assert module.decoder.__name__ == "json.decoder"
    assert module.app.core.other.__name__ == "json"


def test_the_logger(run, caplog):
    module = run("""
        from jarvis_log_client import JarvisLogger
        logger = JarvisLogger(service="weather")
        def work():
            logger.info("fetched", city="Oslo", count=2)
            logger.warning("slow")
            logger.error("down", code=500)
            logger.debug("detail")
    """)
    with caplog.at_level("DEBUG"):
        module.work()
    assert [(r.levelname, r.getMessage(), r.funcName) for r in caplog.records] == [
        ("INFO", "fetched city='Oslo' count=2", "work"),
        ("WARNING", "slow", "work"),
        ("ERROR", "down code=500", "work"),
        ("DEBUG", "detail", "work"),
    ]
    assert {r.name for r in caplog.records} == {"jarvis.weather"}


# -- helpers of its own --


def two_packages(write, opened, tmp_path):
    modules = []
    for name in ("first", "second"):
        write(f"{name}/helper.py", f"VALUE = {name!r}\n")
        write(f"{name}/shared/__init__.py", "")
        write(f"{name}/shared/inner.py", f"from . import other\nfrom .other import OTHER\nVALUE = {name!r}\n")
        write(
            f"{name}/shared/other.py",
            """
            import helper
            OTHER = helper.VALUE
            def lazily():
                import helper, shared.late
                return helper.VALUE, shared.late.VALUE
        """,
        )
        write(f"{name}/shared/late.py", f"VALUE = {name!r}\n")
        file = write(
            f"{name}/commands/it/command.py",
            """
            import importlib
            from importlib import import_module
            import importlib.util
            import helper
            import shared.inner
            from shared.inner import VALUE, other
            from .sibling import SIBLING
            from . import sibling
            def lazily():
                from helper import VALUE
                from .late_sibling import LATE
                from services.secret_service import set_secret
                return VALUE, LATE, other.lazily(), set_secret.__module__
            def by_name():
                assert importlib.util.find_spec("json")
                return importlib.import_module("shared.late").VALUE, import_module("helper").VALUE
        """,
        )
        write(f"{name}/commands/it/sibling.py", f"SIBLING = {name!r}\n")
        write(f"{name}/commands/it/late_sibling.py", f"LATE = {name!r}\n")
        modules.append(opened(tmp_path / name, name).load(file))
    return modules


def test_two_packages_with_helpers_of_one_name_do_not_see_each_other(write, opened, tmp_path):
    for name, module in zip(("first", "second"), two_packages(write, opened, tmp_path), strict=True):
        assert (name,) * 4 == (module.helper.VALUE, module.VALUE, module.shared.inner.VALUE, module.SIBLING)
        assert name == module.other.OTHER
    assert "helper" not in sys.modules
    assert "shared" not in sys.modules


def test_imports_inside_functions_that_run_later_on_any_thread(write, opened, tmp_path):
    modules = two_packages(write, opened, tmp_path)
    results = {}

    def call(number):
        module = modules[number % 2]
        results[number] = (module.lazily(), module.by_name())

    threads = [threading.Thread(target=call, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(16):
        name = ("first", "second")[number % 2]
        assert results[number] == (
            (name, name, (name, name), "ovos_phal_plugin_jarvis.commands.node.secrets"),
            (name, name),
        )


def test_python_and_installed_modules_are_the_usual_ones(run):
    module = run("import json, os.path\nimport xml.dom.minidom\nfrom email.message import Message\nimport pytest\n")
    assert module.json is sys.modules["json"]
    assert module.pytest is pytest


def test_a_helper_called_like_a_standard_module_does_not_replace_it(run, write):
    write("pkg/json.py", "raise RuntimeError('never imported')\n")
    assert run("import json").json is sys.modules["json"]


def test_dataclasses_and_type_hints_work_in_packages(run):
    module = run("""
        from __future__ import annotations
        import typing
        from dataclasses import dataclass, field
        @dataclass
        class Report:
            city: str
            tags: list[str] = field(default_factory=list)
            kind: typing.ClassVar[str] = "r"
        hints = typing.get_type_hints(Report)
    """)
    assert module.Report("Oslo").tags == []
    assert module.hints["city"] is str


def test_a_file_no_import_could_name(opened, write, tmp_path):
    file = write("pkg/my-command.v2.py", "import helper\nVALUE = helper.VALUE\n")
    write("pkg/helper.py", "VALUE = 1\n")
    imports = opened(tmp_path / "pkg")
    assert imports.load(file).VALUE == 1
    assert imports.load(file) is imports.load(file)


def test_a_module_that_fails_is_tried_again(opened, write, tmp_path):
    file = write("pkg/command.py", "raise ValueError('broken')\n")
    imports = opened(tmp_path / "pkg")
    with pytest.raises(ValueError, match="broken"):
        imports.load(file)
    file.write_text("VALUE = 1\n")
    assert imports.load(file).VALUE == 1


def test_a_file_outside_is_refused(opened, write, tmp_path):
    with pytest.raises(ValueError):
        opened(tmp_path / "home").load(write("elsewhere.py", ""))


# -- closing --


def test_closing_leaves_nothing(write, tmp_path):
    before, since = state(), Since()
    imports = PackageImports(tmp_path / "pkg", "pkg")
    imports.load(write("pkg/commands/it/command.py", "import jarvis_command_sdk\n"))
    assert state() != before
    imports.close()
    imports.close()
    assert state() == before and since.nothing()


def test_what_runs_goes_on_after_closing(write, opened, tmp_path):
    imports = opened(tmp_path / "pkg")
    write("pkg/helper.py", "VALUE = 1\n")
    write("pkg/unseen.py", "VALUE = 2\n")
    write("pkg/commands/it/near.py", "VALUE = 3\n")
    module = imports.load(
        write(
            "pkg/commands/it/command.py",
            """
        import helper, importlib
        from . import near
        def known():
            import helper as h
            from helper import VALUE
            from .near import VALUE as N
            from services.secret_service import set_secret
            return h.VALUE, VALUE, N, importlib.import_module("helper").VALUE
        def unknown():
            import unseen
    """,
        )
    )
    imports.close()
    assert module.known() == (1, 1, 3, 1)
    with pytest.raises(ImportError, match="pkg was unloaded before it first imported 'unseen'"):
        module.unknown()


def test_a_replacement_is_loaded_beside_what_it_replaces(opened, write, tmp_path):
    file = write("pkg/command.py", "import helper\nVALUE = helper.VALUE\n")
    helper = write("pkg/helper.py", "VALUE = 1\n")
    old = opened(tmp_path / "pkg").load(file)
    helper.write_text("VALUE = 2\n")
    new = opened(tmp_path / "pkg").load(file)
    assert (old.VALUE, new.VALUE) == (1, 2)


# -- installed distributions --


def test_an_installed_distribution_keeps_its_names_and_gets_our_sdk(write, tmp_path, monkeypatch):
    write("site/weather_for_jarvis/__init__.py", "")
    write(
        "site/weather_for_jarvis/command.py",
        """
        from core.command_response import CommandResponse
        from .helper import VALUE
        def lazily():
            import weather_for_jarvis.late as late
            from services.secret_service import get_secret_value
            return late.VALUE
    """,
    )
    for name in ("helper", "late"):
        write(f"site/weather_for_jarvis/{name}.py", "from jarvis_command_sdk import IJarvisCommand\nVALUE = 1\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    before = state()
    imports = InstalledImports("weather_for_jarvis", "weather")
    try:
        import weather_for_jarvis.command as module

        assert module.lazily() == 1
        assert module.CommandResponse is sdk.CommandResponse
    finally:
        imports.close()
    assert module.lazily() == 1
    assert state() == before
    assert not [name for name in sys.modules if name.startswith("weather_for_jarvis")]
