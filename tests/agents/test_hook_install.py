import json
import os
import stat
from pathlib import Path

import pytest
from odd_settings import CONFIG_REFUSED, CONFIG_TAKEN, HOOKS_REFUSED, HOOKS_TAKEN

from pitwall.agents import hook_install
from pitwall.agents.backups import Backups
from pitwall.agents.codex_settings import has_hooks, has_notify
from pitwall.agents.hook_install import KINDS, Kind, folder, install, state, uninstall
from pitwall.errors import SettingsRejected

PITWALL = "/home/dev/.local/bin/pitwall"
NEWER = "/opt/pitwall 2/bin/pitwall"


class Home:
    """A home folder with agents in it, and pitwall's data folder."""

    def __init__(self, root: Path) -> None:
        self.environ = {"HOME": str(root)}
        self.backups = Backups(root / "data" / "hooks")
        self.codex = root / ".codex"
        self.pi = root / ".pi" / "agent"
        self.codex.mkdir()
        self.pi.mkdir(parents=True)
        self.hooks = self.codex / "hooks.json"
        self.config = self.codex / "config.toml"
        self.extension = self.pi / "extensions" / "pitwall.ts"

    def install(self, kind: Kind = "codex", pitwall: str = PITWALL, *, dry_run: bool = False) -> int:
        """How many files that changed."""
        changes = install(kind, self.environ, pitwall, self.backups, dry_run=dry_run)
        return sum(not change.is_none for change in changes)

    def uninstall(self, kind: Kind = "codex", pitwall: str = PITWALL, *, dry_run: bool = False) -> int:
        changes = uninstall(kind, self.environ, pitwall, self.backups, dry_run=dry_run)
        return sum(not change.is_none for change in changes)

    def state(self, kind: Kind = "codex", pitwall: str = PITWALL) -> str:
        return state(kind, self.environ, pitwall)

    def files(self) -> dict[str, tuple[bytes, int]]:
        """Every file of the agents, with its bytes and mode."""
        found = {}
        for top in (self.codex, self.pi):
            for path in sorted(top.rglob("*")):
                if path.is_file():
                    found[str(path)] = (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        return found


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def put(path: Path, data: bytes | None) -> None:
    if data is not None:
        path.write_bytes(data)


@pytest.mark.parametrize("data", HOOKS_TAKEN.values(), ids=HOOKS_TAKEN.keys())
def test_H06_hooks_are_installed_and_uninstalled_without_a_trace(home: Home, data: bytes | None) -> None:
    put(home.hooks, data)
    before = home.files()

    home.install()
    assert home.state() == "installed"
    assert has_hooks(home.hooks.read_text(), PITWALL)
    assert home.install() == 0
    home.uninstall()
    assert home.files() == before
    assert home.state() == "missing"
    assert home.uninstall() == 0


@pytest.mark.parametrize("data", CONFIG_TAKEN.values(), ids=CONFIG_TAKEN.keys())
def test_notify_is_installed_and_uninstalled_without_a_trace(home: Home, data: bytes | None) -> None:
    put(home.config, data)
    before = home.files()

    home.install()
    assert home.state() == "installed"
    assert home.install() == 0
    home.uninstall()
    assert home.files() == before


@pytest.mark.parametrize(("data", "reason"), HOOKS_REFUSED.values(), ids=HOOKS_REFUSED.keys())
def test_odd_hooks_are_refused_and_nothing_is_written(home: Home, data: bytes, reason: str) -> None:
    put(home.hooks, data)
    put(home.config, b"a = 1\n")
    before = home.files()

    for attempt in (home.install, home.uninstall, home.state):
        with pytest.raises(SettingsRejected) as rejected:
            attempt()
        assert str(rejected.value).startswith(f"{home.hooks}: {reason}")
    assert home.files() == before


@pytest.mark.parametrize(("data", "reason"), CONFIG_REFUSED.values(), ids=CONFIG_REFUSED.keys())
def test_an_odd_config_is_refused_and_no_hook_is_written_either(home: Home, data: bytes, reason: str) -> None:
    put(home.hooks, b"{}")
    put(home.config, data)
    before = home.files()

    for attempt in (home.install, home.uninstall):
        with pytest.raises(SettingsRejected) as rejected:
            attempt()
        assert str(home.config) in str(rejected.value)
        assert reason in str(rejected.value)
    assert home.files() == before


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_trap_50_modes_are_kept(home: Home, mode: int) -> None:
    put(home.hooks, b"{}")
    home.hooks.chmod(mode)
    before = home.files()

    home.install()
    assert stat.S_IMODE(home.hooks.stat().st_mode) == mode
    home.uninstall()
    assert home.files() == before


def test_trap_50_links_are_kept(home: Home, tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles"
    dotfiles.mkdir()
    put(dotfiles / "codex-hooks", b'{"hooks": {"Stop": [ ]}}')
    home.hooks.symlink_to("../dotfiles/codex-hooks")

    home.install()
    assert home.hooks.readlink() == Path("../dotfiles/codex-hooks")
    assert has_hooks((dotfiles / "codex-hooks").read_text(), PITWALL)
    home.uninstall()
    assert home.hooks.is_symlink()
    assert (dotfiles / "codex-hooks").read_bytes() == b'{"hooks": {"Stop": [ ]}}'


@pytest.mark.parametrize("name", ["hooks.json", "config.toml"])
def test_a_read_only_file_is_refused_and_the_other_one_not_written(home: Home, name: str) -> None:
    put(home.hooks, b"{}")
    put(home.config, b"")
    (home.codex / name).chmod(0o400)
    before = home.files()

    with pytest.raises(SettingsRejected, match="it is read-only"):
        home.install()
    assert home.files() == before


def test_a_read_only_file_that_need_not_change_is_fine(home: Home) -> None:
    home.install()
    home.hooks.chmod(0o400)

    assert home.install() == 0


def test_trap_50_what_the_user_changed_meanwhile_stays(home: Home) -> None:
    put(home.hooks, b'{"hooks": {"Stop": []}}')
    home.install()
    held = json.loads(home.hooks.read_text())
    held["hooks"]["Stop"].insert(0, {"hooks": [{"type": "command", "command": "mine"}]})
    home.hooks.write_text(json.dumps(held))
    home.config.write_bytes(home.config.read_bytes() + b'model = "o5"\n')

    home.uninstall()
    assert json.loads(home.hooks.read_text()) == {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}
    }
    assert home.config.read_bytes() == b'model = "o5"\n'


def test_a_file_that_pitwall_made_goes_although_it_was_laid_out_anew(home: Home) -> None:
    home.install()
    home.hooks.write_text(json.dumps(json.loads(home.hooks.read_text())))

    home.uninstall()
    assert home.files() == {}


@pytest.mark.parametrize("data", HOOKS_TAKEN.values(), ids=HOOKS_TAKEN.keys())
def test_trap_50_an_upgrade_that_moves_pitwall_leaves_no_trace_either(home: Home, data: bytes | None) -> None:
    put(home.hooks, data)
    before = home.files()

    home.install(pitwall=PITWALL)
    assert home.state(pitwall=NEWER) == "outdated"
    home.install(pitwall=NEWER)
    assert home.state(pitwall=NEWER) == "installed"
    assert PITWALL not in home.hooks.read_text()
    home.uninstall(pitwall=NEWER)
    assert home.files() == before


def test_without_its_backup_pitwalls_part_goes_all_the_same(home: Home, tmp_path: Path) -> None:
    put(home.hooks, b'{\n  "hooks": {\n    "Stop": [\n      {}\n    ]\n  }\n}\n')
    put(home.config, b"a = 1\n")
    before = home.files()
    home.install()
    home.backups = Backups(tmp_path / "other")

    assert home.state() == "installed"
    home.uninstall()
    assert home.files() == before


def test_hooks_of_a_lost_pitwall_are_not_taken_for_the_users(home: Home, tmp_path: Path) -> None:
    """Installing over them, with another data folder, and uninstalling leaves neither's."""
    put(home.hooks, b'{\n  "hooks": {\n    "Stop": [\n      {}\n    ]\n  }\n}\n')
    before = home.files()
    home.install(pitwall="/lost/pitwall")
    home.backups = Backups(tmp_path / "other")
    home.install()

    assert "/lost" not in home.hooks.read_text()
    home.uninstall()
    assert home.files()[str(home.hooks)] == before[str(home.hooks)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_dry_run_changes_nothing_at_all(home: Home, tmp_path: Path, kind: Kind) -> None:
    put(home.hooks, b"{}")
    before = home.files()

    assert home.install(kind, dry_run=True) > 0
    assert home.files() == before
    assert not (tmp_path / "data").exists()
    home.install(kind)
    before = home.files()
    assert home.uninstall(kind, dry_run=True) > 0
    assert home.files() == before


def test_trap_50_a_file_that_the_agent_writes_at_this_moment_is_read_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(home.hooks, b"{}")
    really = hook_install.replace
    theirs = [b'{"first": 1}', b'{"second": 2}']

    def late(file: object, data: bytes | None) -> bool:
        if theirs:
            home.hooks.write_bytes(theirs.pop(0))
        return really(file, data)  # type: ignore[arg-type]

    monkeypatch.setattr(hook_install, "replace", late)
    home.install()

    assert json.loads(home.hooks.read_text())["second"] == 2
    monkeypatch.undo()
    home.uninstall()
    assert home.hooks.read_bytes() == b'{"second": 2}'


def test_a_file_that_is_written_without_end_is_given_up(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    put(home.hooks, b"{}")
    monkeypatch.setattr(hook_install, "replace", lambda file, data: False)

    with pytest.raises(SettingsRejected, match="another program changes its settings at this moment"):
        home.install()
    assert home.hooks.read_bytes() == b"{}"


def test_the_text_from_before_is_kept_for_the_user_to_look_at(home: Home, tmp_path: Path) -> None:
    put(home.hooks, b'{"a": 1}')
    home.install()

    assert b'{"a": 1}' in [path.read_bytes() for path in (tmp_path / "data" / "hooks").iterdir()]
    home.uninstall()
    assert [path.name for path in (tmp_path / "data" / "hooks").iterdir()] == ["lock"]


def test_pis_extension_is_a_file_of_its_own(home: Home) -> None:
    before = home.files()

    assert home.state("pi") == "missing"
    assert home.install("pi") == 1
    assert home.state("pi") == "installed"
    assert home.install("pi") == 0
    assert home.state("pi", NEWER) == "outdated"
    assert home.install("pi", NEWER) == 1
    assert home.uninstall("pi") == 1
    assert home.files() == before


@pytest.mark.parametrize("data", [b"", b"// mine\n", None])
def test_trap_50_an_extension_that_was_edited_is_not_overwritten(home: Home, data: bytes | None) -> None:
    home.install("pi")
    home.extension.write_bytes(home.extension.read_bytes() + b"// mine\n" if data is None else data)
    before = home.files()

    assert home.state("pi") == "outdated"
    with pytest.raises(SettingsRejected, match="it is not as pitwall wrote it, so it is left alone"):
        home.install("pi", NEWER)
    with pytest.raises(SettingsRejected, match="move it away, or delete it"):
        home.uninstall("pi", NEWER)
    assert home.files() == before


@pytest.mark.parametrize("kind", KINDS)
def test_an_agent_without_a_folder_is_no_agent(home: Home, kind: Kind, tmp_path: Path) -> None:
    home.environ = {"HOME": str(tmp_path / "elsewhere")}

    assert home.state(kind) == "no agent"


def test_agents_settings_are_where_their_own_variables_say() -> None:
    assert folder("codex", {"HOME": "/h"}) == Path("/h/.codex")
    assert folder("codex", {"HOME": "/h", "CODEX_HOME": "/c"}) == Path("/c")
    assert folder("pi", {"HOME": "/h"}) == Path("/h/.pi/agent")
    assert folder("pi", {"HOME": "/h", "PI_CODING_AGENT_DIR": "/p"}) == Path("/p")


def test_some_hooks_only_are_outdated(home: Home) -> None:
    home.install()
    held = json.loads(home.hooks.read_text())
    del held["hooks"]["Stop"]
    home.hooks.write_text(json.dumps(held))

    assert home.state() == "outdated"
    home.install()
    assert home.state() == "installed"
    assert has_notify(home.config.read_text())
    assert os.listdir(home.codex).count("hooks.json") == 1
