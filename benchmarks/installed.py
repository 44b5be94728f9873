"""pitwall as a user has it, for what is measured: installed from a wheel, in a throwaway home."""

import compileall
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
OURS = ("pitwall", "_pitwall", "__editable__", "_editable")


class Installed:
    """An installed pitwall with its home; ``python`` is the interpreter that its command runs on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = str(folder / "venv" / "bin" / "python")
        self.command = str(folder / "venv" / "bin" / "pitwall")
        self.home = folder / "home"
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("PITWALL_", "PYTHON"))
        }
        self.environment = kept | {"PITWALL_HOME": str(self.home), "SHELL": "/bin/sh"}

    def run(self, *argv: str) -> subprocess.CompletedProcess[str]:
        """A command, run to its end."""
        return subprocess.run(
            [self.command, *argv],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def events(self, kind: str) -> list[dict[str, object]]:
        """The fields of all events of a type, oldest first."""
        events = [json.loads(line) for line in self.run("events", "--json").stdout.splitlines()]
        return [event["data"] for event in events if event["type"] == kind]

    def daemon_pid(self) -> int:
        """The daemon's process."""
        return int(self.run("daemon", "status").stdout.partition("pid ")[2].partition(",")[0])


@contextmanager
def installed() -> Iterator[Installed]:
    """Build the wheel, install it, and start a daemon; all of it is gone afterwards. No network is used."""
    folder = Path(tempfile.mkdtemp(prefix="pw-bench-"))
    pitwall = Installed(folder)
    try:
        _install(folder)
        started = pitwall.run("daemon", "start")
        if started.returncode:
            raise SystemExit(f"the daemon does not start: {started.stderr.strip()}")
        yield pitwall
    finally:
        pitwall.run("daemon", "stop", "-f")
        shutil.rmtree(folder, ignore_errors=True)


def _install(folder: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "wheel")]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True)
    (wheel,) = (folder / "wheel").iterdir()
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    site = folder / "venv" / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    _unpack(wheel, site, folder / "venv" / "bin")
    # The dependencies as links: a .pth file to this interpreter's packages would slow every start down.
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        link = site / package.name
        if not package.name.startswith(OURS) and package.suffix != ".pth" and not link.exists():
            link.symlink_to(package)


def _unpack(wheel: Path, site: Path, scripts: Path) -> None:
    """What an installer does with a wheel, without one (packaging.python.org, "Binary distribution format")."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (data,) = site.glob("*.data")
    for script in (data / "scripts").iterdir():
        installed_script = scripts / script.name
        installed_script.write_text(script.read_text().replace("#!python", f"#!{scripts / 'python'}", 1))
        installed_script.chmod(0o755)
    shutil.rmtree(data)
    compileall.compile_dir(site / "pitwall", quiet=2)
