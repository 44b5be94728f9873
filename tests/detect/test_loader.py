import hashlib
import os
from pathlib import Path

import pytest

from pitwall import userfiles
from pitwall.detect import loader
from pitwall.detect.loader import RuleBook, bundled_folder, load
from pitwall.userfiles import Rejected

GOOD = "[[rules]]\nid = '{}'\nstate = 'idle'\n"


@pytest.fixture
def bundled(tmp_path: Path) -> Path:
    folder = tmp_path / "bundled"
    folder.mkdir()
    (folder / "claude.toml").write_text(GOOD.format("theirs"))
    (folder / "codex.toml").write_text(GOOD.format("theirs"))
    (folder / "README.md").write_text("not rules")
    return folder


@pytest.fixture
def user(tmp_path: Path) -> Path:
    folder = tmp_path / "user"
    folder.mkdir()
    return folder


def first_rules(book: RuleBook) -> dict[str, str]:
    return {kind: file.rules[0].id for kind, file in book.files.items()}


def test_without_a_users_folder_the_bundled_rules_are_used(bundled: Path, tmp_path: Path) -> None:
    book = load(bundled, tmp_path / "absent")

    assert first_rules(book) == {"claude": "theirs", "codex": "theirs"}
    assert book.rejected == ()
    assert {file.origin for file in book.files.values()} == {"bundled"}


def test_a_users_file_replaces_the_bundled_rules_of_its_kind(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_text(GOOD.format("mine"))
    book = load(bundled, user)

    assert first_rules(book) == {"claude": "mine", "codex": "theirs"}
    assert book.files["claude"].origin == "user"
    assert book.replaced == {"claude"}


def test_an_empty_users_file_replaces_the_bundled_rules_with_nothing(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_text("")

    assert load(bundled, user).files["claude"].rules == ()


def test_R05_a_users_file_adds_a_kind_of_its_own(bundled: Path, user: Path) -> None:
    (user / "omp.toml").write_text(GOOD.format("mine"))
    file = load(bundled, user).files["omp"]

    assert (file.kind, file.path, file.origin) == ("omp", str(user / "omp.toml"), "user")
    assert file.sha256 == hashlib.sha256((user / "omp.toml").read_bytes()).hexdigest()
    assert load(bundled, user).replaced == frozenset()


def test_trap_55_a_kind_is_named_by_its_file_and_not_by_its_id(bundled: Path, user: Path) -> None:
    (user / "omp.toml").write_text('id = "claude"\n' + GOOD.format("mine"))

    assert first_rules(load(bundled, user)) == {"claude": "theirs", "codex": "theirs", "omp": "mine"}


def test_trap_54_a_bad_users_file_leaves_the_bundled_rules_in_use(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_text(GOOD.format("half") + "contians = []\npriority = 'x'")
    book = load(bundled, user)

    assert first_rules(book) == {"claude": "theirs", "codex": "theirs"}
    assert book.replaced == frozenset()
    (rejected,) = book.rejected
    assert (rejected.path, rejected.kind) == (str(user / "claude.toml"), "claude")
    assert len(rejected.problems) == 2


def test_a_rejected_file_is_told_on_one_line(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_text(GOOD.format("half") + "regex = ['a(']\npriority = 'x'")
    (rejected,) = load(bundled, user).rejected

    assert "regex parse error" in "\n".join(rejected.problems)
    assert rejected.line == (
        f'pitwall: ignoring {user / "claude.toml"}: line 5: rule "half": priority: '
        "must be an integer, and is a string; write it plain, as in priority = 900"
        " (and 1 more; see `pitwall rules check`)"
    )


def test_a_diagram_is_left_out_of_the_line() -> None:
    rejected = Rejected("x.toml", "x", "line 1: not a valid regex: unclosed group\n  a(\n   ^")

    assert rejected.line == "pitwall: ignoring x.toml: line 1: not a valid regex: unclosed group"


def test_trap_54_a_bad_file_of_an_unknown_kind_is_told_by_its_kind(bundled: Path, user: Path) -> None:
    (user / "omp.toml").write_text("nonsense")
    book = load(bundled, user)

    assert "omp" not in book.files
    assert [rejected.kind for rejected in book.rejected] == ["omp"]


def test_read_again_a_file_that_went_bad_keeps_the_users_rules_from_before(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_text(GOOD.format("mine"))
    before = load(bundled, user)
    (user / "claude.toml").write_text("half a li")
    (user / "omp.toml").write_text(GOOD.format("new"))
    after = load(bundled, user, before)

    assert first_rules(after) == {"claude": "mine", "codex": "theirs", "omp": "new"}
    assert after.files["claude"] is before.files["claude"]
    assert [rejected.kind for rejected in after.rejected] == ["claude"]


def test_read_again_a_file_that_is_gone_gives_the_bundled_rules_back(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_text(GOOD.format("mine"))
    before = load(bundled, user)
    (user / "claude.toml").unlink()

    assert first_rules(load(bundled, user, before)) == {"claude": "theirs", "codex": "theirs"}


def test_a_rule_book_cannot_be_changed(bundled: Path, user: Path) -> None:
    with pytest.raises(TypeError):
        load(bundled, user).files["claude"] = None  # type: ignore[index]


@pytest.mark.parametrize(
    "name", [".claude.toml", ".#claude.toml", "._claude.toml", ".toml", "claude.toml~", "notes.md"]
)
def test_editors_leftovers_and_other_files_are_no_rule_files(bundled: Path, user: Path, name: str) -> None:
    (user / name).write_text("nonsense")

    assert load(bundled, user).rejected == ()


@pytest.mark.parametrize("kind", ["a b", "x" * 64, "7", "a.b", "émile", "代理"])
def test_S09_an_odd_name_is_a_kind_all_the_same(bundled: Path, user: Path, kind: str) -> None:
    (user / f"{kind}.toml").write_text(GOOD.format("mine"))

    assert first_rules(load(bundled, user))[kind] == "mine"


@pytest.mark.parametrize("kind", ["-rf", " x", "x ", "a\nb", "a\x1b[2J", "x" * 65, "\udcff"])
def test_S09_a_name_that_could_not_be_shown_or_typed_is_refused(bundled: Path, user: Path, kind: str) -> None:
    (user / f"{kind}.toml").write_text(GOOD.format("mine"))
    (rejected,) = load(bundled, user).rejected

    assert rejected.line.isprintable()
    assert "the file name is no agent kind; rename it to KIND.toml" in rejected.line


def test_a_folder_named_like_a_rule_file_is_refused(bundled: Path, user: Path) -> None:
    (user / "claude.toml").mkdir()
    book = load(bundled, user)

    assert first_rules(book)["claude"] == "theirs"
    assert [rejected.message for rejected in book.rejected] == [
        "it is a folder, and no plain file; write the rule file into one"
    ]


def test_a_pipe_named_like_a_rule_file_is_refused_without_waiting_for_a_writer(
    bundled: Path, user: Path
) -> None:
    os.mkfifo(user / "claude.toml")

    assert [rejected.message for rejected in load(bundled, user).rejected] == [
        "it is a pipe, and no plain file; write the rule file into one"
    ]


def test_a_link_to_a_device_is_refused(bundled: Path, user: Path) -> None:
    (user / "claude.toml").symlink_to("/dev/zero")

    assert "it is a device, and no plain file" in load(bundled, user).rejected[0].message


def test_a_link_to_a_rule_file_is_followed(bundled: Path, user: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.txt").write_text(GOOD.format("mine"))
    (user / "claude.toml").symlink_to(tmp_path / "elsewhere.txt")

    assert first_rules(load(bundled, user))["claude"] == "mine"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("gone", "the link points at nothing; mend or remove it"),
        ("claude.toml", "it cannot be read: Too many levels"),
    ],
)
def test_a_broken_link_is_refused(bundled: Path, user: Path, target: str, message: str) -> None:
    (user / "claude.toml").symlink_to(target)

    assert load(bundled, user).rejected[0].message.startswith(message)


def test_a_file_that_may_not_be_read_is_refused_with_advice(
    bundled: Path, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (user / "claude.toml").write_text(GOOD.format("mine"))
    really_open = os.open

    def refusing(path: Path, flags: int, mode: int) -> int:
        if path.parent == user:
            raise PermissionError(13, "Permission denied")
        return really_open(path, flags, mode)

    monkeypatch.setattr(userfiles.os, "open", refusing)

    assert [rejected.message for rejected in load(bundled, user).rejected] == [
        "reading it is not permitted; make it readable with chmod u+r"
    ]


def test_a_file_far_too_large_is_refused(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_bytes(b"#" * (userfiles.MAX_BYTES + 1))

    assert "it is larger than 1,048,576 bytes" in load(bundled, user).rejected[0].message


def test_a_users_folder_that_is_a_file_is_told(bundled: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    book = load(bundled, tmp_path / "file")

    assert first_rules(book) == {"claude": "theirs", "codex": "theirs"}
    assert book.rejected == (
        Rejected(str(tmp_path / "file"), "", "it is no folder; make it one, or remove it"),
    )


def test_missing_bundled_rules_are_told(user: Path, tmp_path: Path) -> None:
    (rejected,) = load(tmp_path / "absent", user).rejected

    assert "the rules that come with pitwall cannot be read" in rejected.line
    assert "install pitwall again" in rejected.line


def test_a_checkout_finds_the_rules_beside_the_package() -> None:
    assert bundled_folder().name == "detect"
    assert (bundled_folder() / "README.md").is_file()


def test_a_wheel_finds_the_rules_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "pitwall" / "_bundled" / "detect"
    folder.mkdir(parents=True)
    monkeypatch.setattr(loader, "__file__", str(tmp_path / "pitwall" / "detect" / "loader.py"))

    assert bundled_folder() == folder.resolve()


def test_every_bundled_rule_file_is_valid(tmp_path: Path) -> None:
    assert load(bundled_folder(), tmp_path).rejected == ()


def test_read_again_a_file_that_was_never_good_leaves_the_bundled_rules(bundled: Path, user: Path) -> None:
    (user / "claude.toml").write_text("nonsense")
    book = load(bundled, user, load(bundled, user))

    assert first_rules(book) == {"claude": "theirs", "codex": "theirs"}
    assert book.replaced == frozenset()
