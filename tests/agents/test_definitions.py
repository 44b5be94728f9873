from pathlib import Path

import pytest

from pitwall.agents.definitions import AgentBook, bundled_folder, load

DRIFT = 'id = "drift"\n'


@pytest.fixture
def user(tmp_path: Path) -> Path:
    folder = tmp_path / "agents"
    folder.mkdir()
    return folder


def bundled() -> AgentBook:
    return load(bundled_folder(), Path("absent"))


def test_every_bundled_definition_is_valid() -> None:
    book = bundled()

    assert book.rejected == ()
    assert {"claude", "codex", "pi", "gemini", "qwen", "opencode", "copilot", "aider"} == set(
        book.definitions
    )


def test_a_bundled_definition_is_named_by_its_kind() -> None:
    assert all(Path(each.path).stem == kind for kind, each in bundled().definitions.items())


def test_a_users_definition_adds_a_kind(user: Path) -> None:
    (user / "mine.toml").write_text(DRIFT + 'process_names = ["drift", "driftd"]\naliases = ["remote"]')
    book = load(bundled_folder(), user)

    assert book.kinds_by_process()["drift"] == ("drift", "driftd", "remote")
    assert book.commands()["drift"] == ("drift", "remote")
    assert book.replaced == frozenset()


def test_trap_55_a_kind_is_named_by_the_id_inside_and_not_by_the_file(user: Path) -> None:
    (user / "claude.toml").write_text(DRIFT)
    (user / "other.toml").write_text('id = "claude"\nname = "Mine"')
    book = load(bundled_folder(), user)

    assert book.definitions["claude"].name == "Mine"
    assert book.definitions["drift"].path == str(user / "claude.toml")


def test_a_users_definition_replaces_the_bundled_one_completely(user: Path) -> None:
    (user / "claude.toml").write_text('id = "claude"')
    book = load(bundled_folder(), user)

    assert book.definitions["claude"].hooks == "none"
    assert book.definitions["claude"].origin == "user"
    assert book.replaced == {"claude"}


def test_trap_54_a_bad_definition_leaves_the_bundled_one_in_use(user: Path) -> None:
    (user / "claude.toml").write_text('id = "claude"\nnmae = "x"\nhook = "claude"')
    book = load(bundled_folder(), user)

    assert book.definitions["claude"].origin == "bundled"
    (rejected,) = book.rejected
    assert rejected.line == (
        f'pitwall: ignoring {user / "claude.toml"}: line 2: nmae: unknown key; did you mean "name"?'
        " (and 1 more; see `pitwall agent kinds`)"
    )


def test_two_definitions_of_one_kind_are_told_and_the_first_counts(user: Path) -> None:
    (user / "a.toml").write_text(DRIFT + 'name = "A"')
    (user / "b.toml").write_text(DRIFT + 'name = "B"')
    book = load(bundled_folder(), user)

    assert book.definitions["drift"].name == "A"
    assert 'the kind "drift" is defined in a.toml already' in book.rejected[0].line


def test_the_users_kinds_are_looked_at_before_the_bundled_ones(user: Path) -> None:
    (user / "mine.toml").write_text('id = "my-claude"\ncommand = "claude"')

    assert next(iter(load(bundled_folder(), user).kinds_by_process().items())) == ("my-claude", ("claude",))


def test_a_kind_without_a_definition_goes_by_its_own_name() -> None:
    book = bundled()

    assert book.kinds_by_process(["omp", "claude"])["omp"] == ("omp",)
    assert book.commands(["omp"])["omp"] == ("omp",)
    assert book.kinds_by_process(["claude"])["claude"] == ("claude",)


@pytest.mark.parametrize(
    ("app", "kind"), [("claude-code", "claude"), ("codex", "codex"), ("omp", "omp"), ("", "")]
)
def test_reports_name_the_kind_by_its_app(app: str, kind: str) -> None:
    assert bundled().kind_of_report(app) == kind


def test_a_folder_a_broken_link_and_a_file_that_is_no_folder_are_told(user: Path, tmp_path: Path) -> None:
    (user / "a.toml").mkdir()
    (user / "b.toml").symlink_to("gone")

    assert [rejected.message for rejected in load(bundled_folder(), user).rejected] == [
        "it is a folder, and no plain file; write the agent definition into one",
        "the link points at nothing; mend or remove it",
    ]
    (tmp_path / "file").write_text("")
    assert load(bundled_folder(), tmp_path / "file").rejected[0].message.startswith("it is no folder")


def test_missing_bundled_definitions_are_told(user: Path) -> None:
    (rejected,) = load(user / "absent", user).rejected

    assert "the agent definitions that come with pitwall cannot be read" in rejected.line


def test_a_book_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        bundled().definitions["x"] = None  # type: ignore[index]
