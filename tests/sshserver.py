"""An sshd of a test's own on this machine, with its own keys, for whoever runs the test; it lets nobody else in."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from closing import Closing
from daemonclient import PATIENCE
from procfs import children, command_of

SSHD = shutil.which(
    "sshd", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
)
AVAILABLE = SSHD is not None and all(map(shutil.which, ("ssh", "ssh-keygen")))

HOST = "127.0.0.1"

_CONFIGURATION = """\
ListenAddress {host}
Port {port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
PrintLastLog no
PrintMotd no
SetEnv {environment}
"""


class SshServer(Closing):
    """One sshd (sshd(8), sshd_config(5)), whose sessions have the variables given besides their own."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._folder = folder
        folder.mkdir()
        for name in ("host", "user"):
            _run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name))
        with socket.create_server((HOST, 0)) as free:
            self._port = free.getsockname()[1]
        (folder / "config").write_text(
            _CONFIGURATION.format(
                host=HOST,
                port=self._port,
                folder=folder,
                environment=" ".join(f'"{name}={value}"' for name, value in environment.items()),
            )
        )
        (folder / "known").write_text(f"[{HOST}]:{self._port} {(folder / 'host.pub').read_text()}")
        assert SSHD is not None
        words = [SSHD, "-f", str(folder / "config")]
        tried = subprocess.run([*words, "-t"], capture_output=True, text=True, check=False)
        if tried.returncode:
            pytest.skip(f"sshd cannot run here: {tried.stderr.strip()}")
        self._daemon = subprocess.Popen([*words, "-D", "-E", str(folder / "log")], stdin=subprocess.DEVNULL)
        try:
            self._until_listening()
            let_in = subprocess.run(self.ssh("true"), capture_output=True, text=True, check=False)
            if let_in.returncode:
                said = (folder / "log").read_text()
                pytest.skip(f"sshd lets nobody in here: {let_in.stderr.strip()}; it says:\n{said}")
        except BaseException:
            self.close()
            raise

    def _until_listening(self) -> None:
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection((HOST, self._port)).close()
            except ConnectionRefusedError:
                assert self._daemon.poll() is None, (self._folder / "log").read_text()
                assert time.monotonic() < give_up, "sshd does not listen"
                time.sleep(0.05)

    def ssh(self, command: str, *flags: str) -> list[str]:
        """The words that run a command of the shell over a connection."""
        options = {
            "BatchMode": "yes",
            "GlobalKnownHostsFile": os.devnull,
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "IdentityFile": self._folder / "user",
            "LogLevel": "ERROR",
            "Port": self._port,
            "StrictHostKeyChecking": "yes",
            "User": pwd.getpwuid(os.getuid()).pw_name,
            "UserKnownHostsFile": self._folder / "known",
        }
        given = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return ["ssh", "-F", os.devnull, *given, *flags, HOST, command]

    def sessions(self) -> list[int]:
        """The processes of sshd that serve connections, parents first."""
        found = [self._daemon.pid]
        for pid in found:
            found += [child for child in children(pid) if command_of(child).startswith("sshd")]
        return found[1:]

    def cut(self) -> None:
        """End all connections, as when the machine goes away."""
        for pid in self.sessions():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass  # ended meanwhile

    def close(self) -> None:
        try:
            self.cut()
        finally:
            self._daemon.terminate()
            self._daemon.wait()


def _run(*words: str) -> None:
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
