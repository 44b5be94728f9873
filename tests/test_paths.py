"""Where pitwall keeps its things, whatever the environment says."""

import os
import pwd

import pytest

from pitwall import paths

LINUX = "linux"


def test_the_data_folder_that_was_chosen_is_made_absolute() -> None:
    assert paths.data_folder({"PITWALL_HOME": "chosen", "HOME": "/home/ada"}, LINUX) == os.path.abspath(
        "chosen"
    )


@pytest.mark.parametrize("shared", ["", "relative/is/ignored"])
def test_without_a_choice_it_lies_below_the_home(shared: str) -> None:
    environ = {"HOME": "/home/ada", "XDG_DATA_HOME": shared, "PITWALL_HOME": ""}
    assert paths.data_folder(environ, LINUX) == "/home/ada/.local/share/pitwall"


@pytest.mark.parametrize("environ", [{}, {"HOME": ""}])
def test_a_home_that_is_not_set_or_empty_is_the_one_of_the_user_database(environ: dict[str, str]) -> None:
    home = pwd.getpwuid(os.getuid()).pw_dir
    assert paths.data_folder(environ, LINUX) == os.path.join(home, ".local", "share", "pitwall")


def test_a_user_without_an_entry_there_has_the_root_as_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert paths.data_folder({}, LINUX) == "/.local/share/pitwall"


def test_two_long_data_folders_have_their_sockets_in_two_short_ones() -> None:
    first, second = (paths.socket_path("/long" * 50 + end) for end in "ab")
    assert first != second
    assert len(first) < paths.SOCKET_PATH_LIMIT
    assert paths.socket_path("/home/ada") == "/home/ada/run/socket"
