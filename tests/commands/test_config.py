"""``pitwall config …``."""

from pathlib import Path

import pytest

from pitwall.cli import slow


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITWALL_HOME", str(tmp_path))
    return tmp_path / "config.toml"


def run(capfdbinary: pytest.CaptureFixture[bytes], *argv: str) -> tuple[int, str]:
    code = slow.main(["config", *argv])
    out, err = capfdbinary.readouterr()
    assert err == b""
    return code, out.decode()


def test_path_is_where_the_file_is_read_from(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(capfdbinary, "path") == (0, f"{file}\n")


def test_the_default_is_well(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code, text = run(capfdbinary, "default")
    assert code == 0
    file.write_text(text)
    assert run(capfdbinary, "check") == (0, f"{file}: ok\n")


def test_what_is_wrong_is_told_by_lines(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    file.write_text("sidebar = 20\nthem = 'dark'\n")
    told = f'{file}: line 2: there is no "them" to be configured; did you mean "theme"?\n'
    assert run(capfdbinary, "check") == (1, told)


def test_another_file_can_be_checked(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    other = file.with_name("other.toml")
    assert run(capfdbinary, "check", str(other))[0] == 1
    other.write_text("sidebar = 20")
    assert run(capfdbinary, "check", str(other)) == (0, f"{other}: ok\n")


def test_no_file_is_well_too(file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    code, out = run(capfdbinary, "check")
    assert (code, out) == (0, f"{file}: there is none; everything is as `pitwall config default` shows\n")
