"""The bundled rules are found however pitwall was installed."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
RULES = sorted(path.name for path in (CHECKOUT / "detect").glob("*.toml"))

ASK = """
import pathlib
import pitwall
from pitwall.detect.loader import bundled_folder, load

book = load(bundled_folder(), pathlib.Path("no-such-folder"))
assert not book.rejected, book.rejected
print(pathlib.Path(pitwall.__file__).parent.parent)
print(bundled_folder())
print(*sorted(f"{kind}.toml" for kind in book.files))
"""


def build(source: Path, kind: str, into: Path) -> Path:
    """Build with the pinned hatchling, which asks no network for anything."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (built,) = into.iterdir()
    return built


def unpacked_wheel(source: Path, work: Path) -> Path:
    """What an installer puts into site-packages."""
    site = work / "site"
    with zipfile.ZipFile(build(source, "wheel", work / "wheel")) as wheel:
        wheel.extractall(site)
    return site


def found_rules(site: Path | None) -> tuple[Path, Path, list[str]]:
    """Where the package is, its folder of bundled rules, and the files there; without a site, the interpreter's own."""
    answer = subprocess.run(
        [sys.executable, "-P", "-c", ASK],
        cwd="/",
        env={} if site is None else {"PYTHONPATH": str(site)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    return Path(answer[0]), Path(answer[1]), answer[2].split()


def test_a_wheel_carries_the_rules(tmp_path: Path) -> None:
    site = unpacked_wheel(CHECKOUT, tmp_path)
    assert found_rules(site) == (site, site / "pitwall" / "_bundled" / "detect", RULES)


def test_a_wheel_installs_no_module_but_pitwall(tmp_path: Path) -> None:
    site = unpacked_wheel(CHECKOUT, tmp_path)
    assert {path.name for path in site.iterdir() if path.suffix not in (".dist-info", ".data")} == {"pitwall"}
    (data,) = site.glob("*.data")
    assert [str(path.relative_to(data)) for path in data.rglob("*") if path.is_file()] == ["scripts/pitwall"]
    assert (site / "pitwall" / "py.typed").is_file()
    (metadata,) = site.glob("*.dist-info")
    assert {path.name for path in (metadata / "licenses").iterdir()} == {"LICENSE", "NOTICE"}


def test_a_wheel_built_from_an_sdist_carries_the_rules(tmp_path: Path) -> None:
    # tarfile's own extraction has another signature, or another warning, in every version of Python.
    (tmp_path / "source").mkdir()
    unpack = [
        "tar",
        "-xzf",
        str(build(CHECKOUT, "sdist", tmp_path / "sdist")),
        "-C",
        str(tmp_path / "source"),
    ]
    subprocess.run(unpack, check=True)
    (source,) = (tmp_path / "source").iterdir()
    site = unpacked_wheel(source, tmp_path)
    assert found_rules(site) == (site, site / "pitwall" / "_bundled" / "detect", RULES)


def test_an_editable_install_reads_the_rules_of_its_checkout() -> None:
    assert found_rules(None) == (CHECKOUT, CHECKOUT / "detect", RULES)


def test_every_pinned_requirement_is_a_name_and_a_version_alone() -> None:
    lines = (CHECKOUT / "requirements" / "dev.txt").read_text().splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert all(line.count("==") == 1 and not set(line) & set(" /@:;") for line in pinned)
    assert pinned == sorted(pinned, key=lambda line: line.partition("==")[0])


def test_what_the_project_names_is_pinned() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    named = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    names = {requirement.partition(">")[0].partition("=")[0].strip() for requirement in named}
    pinned = {
        line.partition("==")[0]
        for line in (CHECKOUT / "requirements" / "dev.txt").read_text().splitlines()
        if not line.startswith("#")
    }
    assert names <= pinned


@pytest.mark.parametrize("script", ["scripts/setup", "scripts/check", "scripts/demo", ".ci/run"])
def test_a_script_is_run_by_any_posix_shell(script: str) -> None:
    path = CHECKOUT / script
    assert path.read_text().startswith("#!/bin/sh\n")
    assert path.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", str(path)], check=True)


def test_a_wheel_carries_what_the_demo_shows(tmp_path: Path) -> None:
    commands = unpacked_wheel(CHECKOUT, tmp_path) / "pitwall" / "commands"
    assert {"demo.py", "drift.py", "drift.toml"} <= {path.name for path in commands.iterdir()}
