"""What a window and the daemon say survives the wire, and nothing odd does."""

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.errors import FrameError
from pitwall.wire import window
from pitwall.wire.frames import FrameReader
from pitwall.wire.window import Said, decode, encode

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
st.register_type_strategy(str, texts)
SAID: list[type[Said]] = list(window._KINDS)


@pytest.mark.parametrize("kind", SAID)
@given(st.data())
def test_what_is_said_is_heard(kind: type[Said], data: st.DataObject) -> None:
    said = data.draw(st.from_type(kind))
    ((frame_kind, payload),) = FrameReader().feed(encode(said))
    assert decode(frame_kind, payload) == said


@pytest.mark.parametrize("kind", list(window._KINDS.values()))
@given(
    st.one_of(
        st.binary(max_size=40), st.recursive(st.integers() | st.text() | st.none(), st.lists).map(cbor2.dumps)
    )
)
def test_odd_content_is_refused_and_never_raises_anything_else(kind: bytes, payload: bytes) -> None:
    try:
        decode(kind, payload)
    except FrameError:
        pass


def test_a_kind_that_is_not_known_is_passed_over() -> None:
    assert decode(b"z", b"") is None


def test_fields_of_a_later_version_are_passed_over() -> None:
    assert decode(window.MESSAGE, cbor2.dumps(["hello", 0, "a later field"])) == window.Message("hello", 0)


def test_fields_that_an_earlier_version_has_not_are_as_by_default() -> None:
    update = window.PaneUpdate(
        "p", 1, 9, 0, 0, window.PaneModes(), True, (window.Style("1", "http://a"),), ()
    )
    ((_, payload),) = FrameReader().feed(encode(update))
    fields = cbor2.loads(payload)
    fields[7] = [style[:2] for style in fields[7]]
    assert decode(window.UPDATE, cbor2.dumps(fields)) == update


def test_fields_without_a_default_must_be_there() -> None:
    with pytest.raises(FrameError):
        decode(window.MESSAGE, cbor2.dumps([]))


def test_a_surrogate_in_a_title_does_not_stop_the_wire() -> None:
    assert decode(window.MESSAGE, encode(window.Message("a\udcffb"))[5:]) == window.Message("a?b")


def test_a_scene_of_a_thousand_tabs_with_the_longest_titles_goes_in_one_frame() -> None:
    tabs = tuple(
        window.TabLine(
            id=f"{number:016x}",
            number=number,
            title="漢" * 200,
            group="",
            state="blocked",
            agent="claude",
            question="漢" * 160,
            branch="main",
            detached=False,
            attention=number,
            since=0,
            exit_code=None,
        )
        for number in range(1000)
    )
    scene = window.Scene("main", ("main",), tabs, tabs[0].id, (), "", zoomed=False)
    ((kind, payload),) = FrameReader().feed(encode(scene))
    assert decode(kind, payload) == scene
