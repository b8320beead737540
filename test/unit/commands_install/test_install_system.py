"""What a package wants of the system: told, and done only where that was agreed to."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.commands.install import system
from ovos_phal_plugin_jarvis.commands.install.plan import plan_install
from ovos_phal_plugin_jarvis.commands.install.system import run_step, system_steps
from ovos_phal_plugin_jarvis.commands.loading.manifest import Manifest


@pytest.fixture(autouse=True)
def debian(monkeypatch):
    """A Debian system, on which only curl is installed."""
    monkeypatch.setattr(system.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system, "_has_program_package", lambda name: name == "curl")


def steps(root, **wanted):
    return system_steps(Manifest(name="media", description="d", **wanted), root)


def test_system_packages_that_are_missing(tmp_path, monkeypatch):
    (step,) = steps(tmp_path, apt_packages=["mpv", "curl", "mpd"])
    assert step.lines == (("apt-get", "install", "-y", "--no-install-recommends", "mpv", "mpd"),)
    assert steps(tmp_path, apt_packages=["curl"]) == ()
    (bad,) = steps(tmp_path, apt_packages=["--allow-unauthenticated"])
    assert bad.lines == () and "no name of a Debian package" in bad.reason
    monkeypatch.setattr(system.shutil, "which", lambda name: None)
    (none,) = steps(tmp_path, apt_packages=["mpv"])
    assert none.lines == () and "no apt-get" in none.reason


def test_a_service_gets_a_file_of_its_own(tmp_path):
    (step,) = steps(
        tmp_path,
        post_install=[
            {
                "type": "configure_systemd_service",
                "service": "mpd",
                "run_as": "ovos",
                "group": "audio",
                "after": ["network.target"],
                "environment": {"MPDCONF": "/home/ovos/mpd.conf"},
                "restart": "always",
                "restart_sec": 5,
            }
        ],
    )
    path = "/etc/systemd/system/mpd.service.d/ovos-jarvis-media.conf"
    assert step.lines[0][-1] == path
    assert step.lines[1:] == (
        ("systemctl", "daemon-reload"),
        ("systemctl", "enable", "--now", "mpd"),
        ("systemctl", "restart", "mpd"),
    )
    assert step.content == (
        "[Unit]\nAfter=network.target\n\n[Service]\nUser=ovos\nGroup=audio\nRestart=always\nRestartSec=5\n"
        'Environment="MPDCONF=/home/ovos/mpd.conf"\n'
    )


LIBCONFIG = 'general = {\n  name = "x";\n  output_backend = "alsa";\n};\nother = {\n};\n'


@pytest.mark.parametrize(
    ("form", "before", "section", "key", "value", "after"),
    [
        ("ini", "", "a", "k", 1, "[a]\nk = 1\n"),
        ("ini", "[a]\nk = 0\nl = 2\n", "a", "k", 1, "[a]\nk = 1\nl = 2\n"),
        ("ini", "[a]\nl = 2\n[b]\nk = 0\n", "a", "k", True, "[a]\nl = 2\nk = true\n[b]\nk = 0\n"),
        ("ini", "x = 1\n", None, "k", "v", "x = 1\nk = v\n"),
        ("libconfig", LIBCONFIG, "general", "output_backend", "pa", LIBCONFIG.replace("alsa", "pa")),
        ("libconfig", "", "general", "n", 3, "general =\n{\n  n = 3;\n};\n"),
    ],
)
def test_a_setting_of_a_file(tmp_path, form, before, section, key, value, after):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "x.conf").write_text(before)
    wanted = {"type": "set_config_file_value", "file": "/etc/x.conf", "format": form, "key": key, "value": value}
    (step,) = steps(tmp_path, post_install=[wanted | ({"section": section} if section else {})])
    assert step.content == after
    assert (tmp_path / "etc" / "x.conf").read_text() == before  # only planned


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        ({"type": "run_script", "script": "rm -rf /"}, "not known here"),
        ({}, "not known here"),
        ({"type": "configure_systemd_service"}, "'service' is None"),
        ({"type": "configure_systemd_service", "service": "a b; rm"}, "no such name"),
        ({"type": "configure_systemd_service", "service": "a", "environment": {"X": "a\nb"}}, "'environment'"),
        ({"type": "configure_systemd_service", "service": "a", "run_as": "x\nExecStart=/bin/sh"}, "no such name"),
        ({"type": "set_config_file_value", "file": "/home/me/.profile", "key": "k", "value": 1}, "below /etc"),
        ({"type": "set_config_file_value", "file": "/etc/../root/x", "key": "k", "value": 1}, "below /etc"),
        ({"type": "set_config_file_value", "file": "/etc/x", "key": "k", "value": "a\nb"}, "one line"),
        ({"type": "set_config_file_value", "file": "/etc/x", "key": "k", "value": 1, "format": "yaml"}, "by hand"),
    ],
)
def test_what_is_not_done(tmp_path, operation, said):
    (step,) = steps(tmp_path, post_install=[operation])
    assert step.lines == ()
    assert said in step.reason
    assert run_step(step, lambda line, content: pytest.fail("it ran")) == step.reason


def test_a_step_runs_in_order_and_stops_where_it_fails(tmp_path):
    ran = []

    def run(line, content):
        ran.append((line[0], content is not None))
        return (1, "E: no such thing\n") if line[:2] == ("systemctl", "enable") else (0, "")

    (step,) = steps(tmp_path, post_install=[{"type": "configure_systemd_service", "service": "mpd", "run_as": "x"}])
    assert run_step(step, run) == "systemctl enable --now ended with 1: E: no such thing"
    assert ran == [("install", True), ("systemctl", False), ("systemctl", False)]
    assert run_step(step, lambda line, content: (0, "")) is None


def test_the_plan_shows_them(package, config, stores):
    plan = plan_install(str(package(manifest="apt_packages: [mpv]")), config, stores)
    assert plan.to_dict()["system"] == [
        {
            "about": "system packages: mpv",
            "commands": [["apt-get", "install", "-y", "--no-install-recommends", "mpv"]],
            "reason": None,
        }
    ]


@pytest.mark.parametrize("odd", [{"environment": 5}, {"environment": "A=b"}])
def test_settings_of_the_wrong_kind_are_told(tmp_path, odd):
    (step,) = steps(tmp_path, post_install=[{"type": "configure_systemd_service", "service": "mpd", **odd}])
    assert step.lines == () and "environment" in step.reason


def test_what_a_service_is_given_is_seen_by_who_agrees_to_it(tmp_path):
    wanted = {"run_as": "root", "environment": {"LD_PRELOAD": "/tmp/x.so"}, "after": ["a.service", 5]}
    (step,) = steps(tmp_path, post_install=[{"type": "configure_systemd_service", "service": "mpd", **wanted}])
    assert (
        "User=root" in step.shown() and "LD_PRELOAD=/tmp/x.so" in step.shown() and "After=a.service 5" in step.shown()
    )
