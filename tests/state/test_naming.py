import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import is_plain, lives, wild_texts
from worlds import World

from pitwall.errors import AmbiguousName, NoSuchSession, NoSuchTab, Refusal
from pitwall.events.ids import PaneId
from pitwall.events.sessions import SessionUsed
from pitwall.events.tabs import TabRenamed
from pitwall.state.model import Session, Tab
from pitwall.state.naming import (
    check_name,
    check_session_name,
    current_session,
    find_session,
    find_tab,
)
from pitwall.state.titles import title_of

UNKNOWN = PaneId("e" * 16)


def session_of(world: World) -> Session:
    return next(iter(world.state.sessions.values()))


def found(world: World, word: str | None, caller: PaneId | None = None) -> Tab:
    return find_tab(world.state, session_of(world), word, caller)


@given(lives())
def test_every_tab_is_found_by_its_id_and_by_its_number_with_and_without_a_hash(world: World) -> None:
    for session in world.state.sessions.values():
        for number, tab in world.state.tabs_of(session):
            for word in (tab.id, str(number), f"#{number}"):
                assert find_tab(world.state, session, word, None) == tab


@given(lives())
def test_a_title_that_no_other_tab_has_and_that_is_no_number_names_its_tab(world: World) -> None:
    for session in world.state.sessions.values():
        titles = {tab: title_of(world.state, tab) for _, tab in world.state.tabs_of(session)}
        for tab, title in titles.items():
            if list(titles.values()).count(title) == 1 and not title.removeprefix("#").isdecimal():
                assert find_tab(world.state, session, title, None) == tab


@given(lives(), st.one_of(wild_texts(max_size=20), st.sampled_from(("r", "re", "rev", "3", "#1", "go", "a"))))
def test_any_word_finds_one_tab_of_the_session_or_is_refused_in_plain_words(world: World, word: str) -> None:
    for session in world.state.sessions.values():
        message = ""
        try:
            tab = find_tab(world.state, session, word, None)
        except (NoSuchTab, AmbiguousName) as refused:
            message = str(refused)
        assert message or tab.id in session.tabs
        assert is_plain(message)


def test_an_exact_title_goes_before_a_prefix_of_others() -> None:
    world = World()
    _, exact, _ = world.tab(title="review auth"), world.tab(title="review"), world.tab(title="review api")
    assert found(world, "review") == exact


def test_a_unique_prefix_is_enough() -> None:
    world = World()
    _, tab = world.tab(title="tests"), world.tab(title="review auth")
    assert found(world, "rev") == tab


def test_case_counts() -> None:
    world = World()
    world.tab(title="Review")
    with pytest.raises(NoSuchTab, match=r'named "review": `pitwall ls`'):
        found(world, "review")


def test_a_prefix_of_several_titles_lists_their_numbers() -> None:
    world = World()
    world.tab(title="review auth"), world.tab(title="tests"), world.tab(title="review api")
    with pytest.raises(AmbiguousName, match='"rev" fits several tabs: #1, #3;'):
        found(world, "rev")


def test_a_title_that_several_tabs_have_lists_their_numbers() -> None:
    world = World()
    world.tab(title="review"), world.tab(title="review"), world.tab(title="review auth")
    with pytest.raises(AmbiguousName, match="#1, #2;"):
        found(world, "review")


def test_a_hundred_matches_make_one_short_message() -> None:
    world = World()
    for _ in range(100):
        world.tab(title="review")
    with pytest.raises(AmbiguousName, match=r"#10 and 90 more;") as raised:
        found(world, "review")
    assert len(str(raised.value)) < 200


def test_S09_a_number_goes_before_a_title_that_is_one() -> None:
    world = World()
    first, _ = world.tab(title="2"), world.tab(title="1")
    assert found(world, "1") == first
    assert found(world, "#1") == first


@pytest.mark.parametrize("word", ["3", "#3", "0", "#0", "9" * 5000])
def test_S09_a_number_out_of_range_is_no_tab_even_where_a_title_matches(word: str) -> None:
    world = World()
    world.tab(title=word[:200]), world.tab()
    with pytest.raises(NoSuchTab, match="which has 2"):
        found(world, word)


def test_leading_zeros_do_not_change_a_number() -> None:
    world = World()
    tab = world.tab()
    assert found(world, "0" * 30 + "1") == tab


@pytest.mark.parametrize("title", ["-rf", "../../x", "a/b", "#api", "3a", "٣", "²", "done", "漢字"])
def test_S09_an_odd_title_is_taken_literally(title: str) -> None:
    world = World()
    tab, _ = world.tab(title=title), world.tab()
    assert found(world, title) == tab


def test_S01_a_title_with_controls_is_found_as_given_and_as_shown() -> None:
    world = World()
    tab, _ = world.tab(title="a\x1b[2Jb\nc"), world.tab()
    assert found(world, "a\x1b[2Jb\nc") == tab
    assert found(world, "a[2Jb c") == tab


@pytest.mark.parametrize("word", ["", " ", "\n"])
def test_S09_an_empty_word_names_no_tab(word: str) -> None:
    world = World()
    world.tab()
    with pytest.raises(NoSuchTab):
        found(world, word)


def test_an_id_goes_before_everything_else() -> None:
    world = World()
    tab = world.tab()
    world.tab(title=tab.id)
    assert found(world, tab.id) == tab


def test_a_tab_of_another_session_is_not_found() -> None:
    world = World()
    world.tab(title="here")
    elsewhere = world.tab(title="there", session=world.session("other"))
    for word in (elsewhere.id, "there"):
        with pytest.raises(NoSuchTab):
            found(world, word)


def test_W05_a_tab_that_closed_is_not_found_by_the_title_that_another_has_now() -> None:
    world = World()
    old = world.tab(title="api")
    world.closes(old)
    new = world.tab(title="api")
    assert found(world, "api") == new
    with pytest.raises(NoSuchTab):
        found(world, old.id)


def test_without_a_word_it_is_the_calling_panes_tab() -> None:
    world = World()
    world.tab()
    tab = world.tab()
    assert found(world, None, world.only_pane(tab).id) == tab


def test_a_tab_renamed_back_to_nothing_goes_by_its_automatic_title() -> None:
    world = World()
    tab = world.tab("go", "test", title="mine")
    world.happens(TabRenamed(tab=tab.id, title=""))
    assert found(world, "go").id == tab.id


@pytest.mark.parametrize("caller", [None, UNKNOWN])
def test_without_a_word_outside_of_a_pane_one_must_be_named(caller: PaneId | None) -> None:
    world = World()
    world.tab()
    with pytest.raises(NoSuchTab, match="Name one"):
        found(world, None, caller)


def test_without_a_word_a_pane_of_another_session_means_no_tab_of_this_one() -> None:
    world = World()
    world.session()
    elsewhere = world.tab(session=world.session("other"))
    with pytest.raises(NoSuchTab, match='not in session "main"'):
        found(world, None, world.only_pane(elsewhere).id)


def test_a_session_is_found_by_name_then_by_unique_prefix() -> None:
    world = World()
    work, workshop = world.session("work"), world.session("workshop")
    assert find_session(world.state, "work", None) == work
    assert find_session(world.state, "works", None) == workshop
    with pytest.raises(AmbiguousName, match="work, workshop;"):
        find_session(world.state, "wor", None)


@pytest.mark.parametrize("name", ["nope", "", "../../x", "-rf", "\x1b[2J", "1"])
def test_S09_a_session_that_is_not_there_is_refused_in_plain_words(name: str) -> None:
    world = World()
    world.session()
    with pytest.raises(NoSuchSession, match="pitwall session ls") as raised:
        find_session(world.state, name, None)
    assert str(raised.value).isprintable()


def test_without_a_name_it_is_the_calling_panes_session_else_the_one_used_last() -> None:
    world = World()
    first = world.session("first")
    tab = world.tab(session=first)
    second = world.session("second")
    assert find_session(world.state, None, world.only_pane(tab).id).id == first.id
    assert find_session(world.state, None, UNKNOWN).id == second.id
    world.happens(SessionUsed(session=first.id))
    assert find_session(world.state, None, None).id == first.id


def test_a_name_goes_before_the_calling_pane() -> None:
    world = World()
    tab = world.tab(session=world.session("first"))
    second = world.session("second")
    assert find_session(world.state, "second", world.only_pane(tab).id) == second


def test_a_pane_of_a_closed_tab_is_not_known_any_more() -> None:
    world = World()
    tab = world.tab(session=world.session("first"))
    second = world.session("second")
    pane = world.only_pane(tab).id
    world.closes(tab)
    assert find_session(world.state, None, pane) == second


def test_without_any_session_there_is_none_to_find() -> None:
    world = World()
    assert current_session(world.state, None) is None
    with pytest.raises(NoSuchSession, match="pitwall new"):
        find_session(world.state, None, UNKNOWN)


@given(wild_texts())
def test_S09_a_name_is_kept_as_one_plain_line_or_refused(name: str) -> None:
    try:
        kept = check_name(name, "title")
    except Refusal as refused:
        kept, message = "", str(refused)
    else:
        message = ""
    assert is_plain(kept + message)
    assert kept == check_name(kept, "title")
    assert len(kept) <= 200


@pytest.mark.parametrize("name", ["../../x", "a/b", "-rf", "3", "#3", "main"])
def test_S09_an_odd_name_is_a_name_like_any_other(name: str) -> None:
    assert check_session_name(name) == name


@pytest.mark.parametrize("name", ["", " ", "\x00", "\u202e"])
def test_S09_a_session_name_is_not_empty(name: str) -> None:
    with pytest.raises(Refusal, match="not empty"):
        check_session_name(name)


def test_S09_a_name_of_1000_characters_is_refused_with_the_limit() -> None:
    with pytest.raises(Refusal, match=r"the title .* 1000 characters: choose one of at most 200"):
        check_name("n" * 1000, "title")


def test_S09_a_name_of_200_characters_is_kept() -> None:
    assert check_name("n" * 200, "title") == "n" * 200
