"""A branch is read from git's files, and from nothing that could hold the daemon up."""

import os
from pathlib import Path

from pitwall.actors.branch import branch_of


def test_the_branch_of_a_folder_is_that_of_the_repository_around_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/a/b\n")
    (tmp_path / "below").mkdir()
    assert branch_of(str(tmp_path / "below")) == "a/b"


def test_a_worktrees_branch_is_found_through_its_file(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "HEAD").write_text("ref: refs/heads/side\n")
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / ".git").write_text("gitdir: ../real\n")
    assert branch_of(str(tmp_path / "tree")) == "side"


def test_a_pipe_in_the_place_of_the_head_is_no_branch(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git" / "HEAD")
    assert branch_of(str(tmp_path)) == ""
