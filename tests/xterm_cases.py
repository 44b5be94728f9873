"""
What a terminal must make of small streams of bytes, by xterm's behaviour.

A step is text (as UTF-8), bytes, or a new size. Rows are without trailing blanks; those not named are blank.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """Rows and columns of a screen."""

    rows: int
    cols: int


@dataclass(frozen=True)
class Case:
    """Steps on a fresh terminal, and what must be there after them; None is not looked at."""

    name: str
    steps: tuple[str | bytes | Size, ...]
    rows: list[str]
    size: Size
    cursor: tuple[int, int] | None
    title: str | None
    reply: bytes | None
    cells: dict[tuple[int, int], dict[str, object]]


def case(
    name: str,
    *steps: str | bytes | Size,
    rows: list[str],
    size: Size = Size(5, 10),
    cursor: tuple[int, int] | None = None,
    title: str | None = None,
    reply: bytes | None = None,
    cells: dict[tuple[int, int], dict[str, object]] | None = None,
) -> Case:
    """Make a case."""
    return Case(name, steps, rows, size, cursor, title, reply, cells or {})


CASES = [
    case("alt/1049-enter-is-blank", "main\x1b[?1049halt", rows=["    alt"], cursor=(0, 7)),
    case(
        "alt/1049-leave-restores-text-position",
        "ab\r\ncd\x1b[?1049h\x1b[5;5HX\x1b[?1049lZ",
        rows=["ab", "cdZ"],
    ),
    case("alt/1049l-without-enter", "main\x1b[?1049lX", rows=["Xain"]),
    case("alt/47-round-trip", "main\x1b[?47h\x1b[Halt!\x1b[?47l", rows=["main"]),
    case(
        "alt/scroll-in-alt-leaves-main",
        "main\x1b[?1049h\x1b[Ha\r\na\r\na\r\na\r\na\r\na\r\na\r\na\r\na\r\n\x1b[?1049l",
        rows=["main"],
        cursor=(0, 4),
    ),
    case(
        "alt/resize-in-alt-main-survives",
        "main\x1b[?1049h\x1b[Halt",
        Size(6, 12),
        "\x1b[?1049l",
        rows=["main"],
    ),
    case(
        "scroll/SU",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2S",
        rows=["33333", "44444", "55555"],
        cursor=(4, 5),
    ),
    case(
        "scroll/SD",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2T",
        rows=["", "", "11111", "22222", "33333"],
        cursor=(4, 5),
    ),
    case(
        "scroll/SU-in-margins",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4r\x1b[S",
        rows=["11111", "33333", "44444", "", "55555"],
        cursor=(0, 0),
    ),
    case(
        "scroll/SD-in-margins",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4r\x1b[T",
        rows=["11111", "", "22222", "33333", "55555"],
    ),
    case("scroll/SU-overflow", "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[99S", rows=[]),
    case(
        "scroll/LF-at-bottom-margin",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4r\x1b[4;1H\nX",
        rows=["11111", "33333", "44444", "X", "55555"],
    ),
    case(
        "scroll/DECSTBM-homes-cursor",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4rX",
        rows=["X1111", "22222", "33333", "44444", "55555"],
    ),
    case(
        "scroll/DECSTBM-reset-homes",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4r\x1b[3;3H\x1b[rX",
        rows=["X1111", "22222", "33333", "44444", "55555"],
    ),
    case("scroll/CUD-below-margin-to-bottom", "\x1b[1;3r\x1b[4;1H\x1b[9BX", rows=["", "", "", "", "X"]),
    case(
        "edit/IL",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;3H\x1b[2LX",
        rows=["11111", "X", "", "22222", "33333"],
    ),
    case(
        "edit/DL",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;3H\x1b[2MX",
        rows=["11111", "X4444", "55555"],
    ),
    case(
        "edit/IL-in-margins",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4r\x1b[2;1H\x1b[L",
        rows=["11111", "", "22222", "33333", "55555"],
    ),
    case(
        "edit/DL-in-margins",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4r\x1b[2;1H\x1b[M",
        rows=["11111", "33333", "44444", "", "55555"],
    ),
    case(
        "edit/DL-overflow",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;4r\x1b[3;1H\x1b[99M",
        rows=["11111", "22222", "", "", "55555"],
    ),
    case("edit/ICH", "abcdefghij\x1b[1;3H\x1b[2@XY", rows=["abXYcdefgh"]),
    case("edit/DCH", "abcdefghij\x1b[1;3H\x1b[2P", rows=["abefghij"]),
    case("edit/IRM", "abcdef\x1b[1;3H\x1b[4hXY\x1b[4lZ", rows=["abXYZdef"]),
    case("edit/EL0", "abcdefghij\x1b[1;4H\x1b[K", rows=["abc"]),
    case("edit/ED0", "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;3H\x1b[J", rows=["11111", "22"]),
    case(
        "edit/ED1",
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\x1b[2;3H\x1b[1J",
        rows=["", "   22", "33333", "44444", "55555"],
    ),
    case("edit/ED0-at-pending-wrap", "abcdefghij\x1b[JX", rows=["abcdefghiX"]),
    case("rep/simple", "A\x1b[4bB", rows=["AAAAAB"]),
    case("rep/wraps", "A\x1b[11b", rows=["AAAAAAAAAA", "AA"]),
    case("rep/nothing-before", "\x1b[5bX", rows=["X"]),
    case("wrap/deferred-then-char", "abcdefghijK", rows=["abcdefghij", "K"], cursor=(1, 1)),
    case("wrap/LF-keeps-column", "abcdefghij\nX", rows=["abcdefghij", "         X"]),
    case("wrap/CUB-from-pending", "abcdefghij\x1b[DX", rows=["abcdefghXj"]),
    case("wrap/DECAWM-off", "\x1b[?7labcdefghijKLM", rows=["abcdefghiM"], cursor=(0, 9)),
    case("wrap/DECAWM-off-wide", "\x1b[?7labcdefghi世", rows=["abcdefghi"]),
    case("wrap/SGR-keeps-pending", "abcdefghij\x1b[1mK", rows=["abcdefghij", "K"]),
    case("wrap/scrolls-at-bottom", "aaaaabbbbbcccccd", size=Size(3, 5), rows=["bbbbb", "ccccc", "d"]),
    case("tab/default", "a\tb\tc", size=Size(3, 40), rows=["a       b       c"]),
    case("tab/CHT", "a\x1b[2Ib", size=Size(3, 40), rows=["a               b"]),
    case("tab/CBT", "\x1b[1;20Hx\x1b[2Zb", size=Size(3, 40), rows=["        b          x"]),
    case("tab/HTS-TBC", "\x1b[3g\x1b[1;5H\x1bH\x1b[1;1Ha\tb", size=Size(3, 40), rows=["a   b"]),
    case("save/SCOSC-SCORC", "ab\x1b[s\x1b[4;4Hx\x1b[uY", rows=["abY", "", "", "   x"]),
    case("save/DECRC-unset-homes", "abc\x1b[3;3H\x1b8X", rows=["Xbc"]),
    case("save/DECRC-restores-SGR", "\x1b[1m\x1b7\x1b[0mA\x1b8B", rows=["B"], cells={(0, 0): {"bold": True}}),
    case("origin/CUP-relative", "\x1b[2;4r\x1b[?6hX\x1b[3;1HY\x1b[9;1HZ", rows=["", "X", "", "Z"]),
    case("origin/off-homes-to-top", "\x1b[2;4r\x1b[?6hX\x1b[?6lY", rows=["Y", "X"]),
    case("reset/DECALN", "\x1b[2;3r\x1b[2;2H\x1b#8X", size=Size(3, 6), rows=["XEEEEE", "EEEEEE", "EEEEEE"]),
    case("reset/DECSTR-keeps-text", "abc\x1b[!pX", rows=["abcX"]),
    case("reset/RIS-leaves-alt", "abc\x1b[?1049hdef\x1bcX", rows=["X"]),
    case("charset/SO-SI", "\x1b)0a\x0eqx\x0fq", rows=["a─│q"]),
    case("charset/96-designators-swallowed", "a\x1b-A\x1b.A\x1b/Ab", rows=["ab"]),
    case("charset/ESC-%G-swallowed", "a\x1b%Gb", rows=["ab"]),
    case("csi/kitty-push", "ab\x1b[>1ucd", rows=["abcd"], cursor=(0, 4)),
    case("csi/kitty-pop-n", "ab\x1b[<1ucd", rows=["abcd"], cursor=(0, 4)),
    case("csi/kitty-query", "ab\x1b[?ucd", rows=["abcd"], cursor=(0, 4)),
    case("csi/modifyOtherKeys-off", "ab\x1b[>4mcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/XTVERSION-0", "ab\x1b[>0qcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DA2", "ab\x1b[>ccd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DA1", "ab\x1b[ccd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DECRQM-2026", "ab\x1b[?2026$pcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DECSCUSR", "ab\x1b[2 qcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DECSCA", 'ab\x1b[1"qcd', rows=["abcd"], cursor=(0, 4)),
    case("csi/winops", "ab\x1b[22;0;0t\x1b[23;0;0tcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/winop-14", "ab\x1b[14tcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/sync-2026", "ab\x1b[?2026h\x1b[?2026lcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/paste-2004", "ab\x1b[?2004hcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/mouse", "ab\x1b[?1000;1002;1003;1006hcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/focus-1004", "ab\x1b[?1004hcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/theme-2031", "ab\x1b[?2031h\x1b[?996ncd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DECRQCRA-like", "ab\x1b[1;1;1;1;2;2*ycd", rows=["abcd"], cursor=(0, 4)),
    case("csi/XTSMGRAPHICS", "ab\x1b[?2;1;0Scd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DECSLRM-off", "ab\x1b[?69lcd", rows=["abcd"], cursor=(0, 4)),
    case("csi/SL", "ab\x1b[ @cd", rows=["abcd"], cursor=(0, 4)),
    case("csi/DECSED-keeps-unprotected", "abcd\x1b[1;3H\x1b[?J", rows=["ab"]),
    case(
        "move/CUP-default-and-clamp", "\x1b[99;99HX\x1b[HY\x1b[;3HZ", rows=["Y Z", "", "", "", "         X"]
    ),
    case("move/CNL-CPL", "abc\x1b[2EX\x1b[1FY", rows=["abc", "Y", "X"]),
    case("move/CHA-HPA-VPA", "\x1b[5GX\x1b[3dY\x1b[2`Z", rows=["    X", "", " Z   Y"]),
    case("parse/C0-inside-CSI", "ab\x1b[1\r;1mX", rows=["Xb"]),
    case("parse/LF-inside-CSI", "ab\x1b[\n1CX", rows=["ab", "   X"]),
    case("parse/CAN-aborts", "ab\x1b[12\x18X", rows=["abX"]),
    case("parse/ESC-restarts-CSI", "ab\x1b[12\x1b[1;1HX", rows=["Xb"]),
    case("parse/ESC-restarts-ESC", "ab\x1b\x1b[1;1HX", rows=["Xb"]),
    case(
        "parse/split-everywhere",
        "\x1b",
        "[",
        "2",
        ";",
        "3",
        "H",
        "\x1b",
        "[",
        "1",
        ";",
        "3",
        "8",
        ";",
        "5",
        ";",
        "9",
        "m",
        b"\xc3",
        b"\xa9",
        b"\xe4",
        b"\xb8",
        b"\x96",
        "\x1b",
        "]",
        "2",
        ";",
        "t",
        "\x1b",
        "\\",
        "X",
        rows=["", "  é世X"],
        title="t",
    ),
    case("parse/ESC-intermediates", "a\x1b#3\x1b#5\x1b$Bb", rows=["ab"]),
    case("str/OSC8-BEL", "ab\x1b]8;;\x07cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC9", "ab\x1b]9;done\x07cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC1337", "ab\x1b]1337;File=inline=1:AAAA\x07cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC10q", "ab\x1b]10;?\x07cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC104", "ab\x1b]104\x07cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC99", "ab\x1b]99;i=1:d=0;Hi\x1b\\cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC-no-number", "ab\x1b];x\x07cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC633", "ab\x1b]633;P;Cwd=/x\x07cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/DCS", "ab\x1bP1$tx\x1b\\cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/sixel", "ab\x1bPq#0;2;0;0;0#0~~@@vv@@~~$-\x1b\\cd", rows=["abcd"], cursor=(0, 4), title=""),
    case(
        "str/tmux-passthrough",
        "ab\x1bPtmux;\x1b\x1b]9;hi\x07\x1b\\cd",
        rows=["abcd"],
        cursor=(0, 4),
        title="",
    ),
    case("str/APC", "ab\x1b_some text\x1b\\cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/SOS", "ab\x1bXsome text\x1b\\cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/sync-DCS", "ab\x1bP=1s\x1b\\\x1bP=2s\x1b\\cd", rows=["abcd"], cursor=(0, 4), title=""),
    case("str/OSC-long-100k", "a\x1b]52;c;" + "QUJD" * 25000 + "\x07b", rows=["ab"]),
    case("str/OSC-aborted-by-CSI", "a\x1b]2;lost\x1b[1;1HX", rows=["X"]),
    case("str/OSC-aborted-by-CAN", "a\x1b]2;lost\x18X", rows=["aX"]),
    case("str/DCS-aborted-by-CAN", "a\x1bPlost\x18X", rows=["aX"]),
    case("str/OSC-split", "a\x1b]2;ti", "tle\x1b", "\\b", rows=["ab"], title="title"),
    case("str/OSC-BEL-no-bell-left", "a\x1b]0;t\x07b", rows=["ab"], title="t"),
    case("str/title-OSC2-ST", "\x1b]2;two\x1b\\", rows=[], title="two"),
    case("str/title-OSC1-is-icon", "\x1b]2;win\x07\x1b]1;icon\x07", rows=[], title="win"),
    case("str/title-with-semicolons", "\x1b]2;a;b;c\x07", rows=[], title="a;b;c"),
    case("str/title-OSC22-is-not-title", "\x1b]2;t\x07\x1b]22;pointer\x07", rows=[], title="t"),
    case("str/title-OSC21-is-not-title", "\x1b]2;t\x07\x1b]21;x=?\x07", rows=[], title="t"),
    case("utf8/truncated-then-ascii", b"a\xe4\xb8b", rows=["a�b"]),
    case("utf8/truncated-then-ESC", b"a\xe4\xb8\x1b[1;1HX", rows=["X�"]),
    case("wide/fits-exactly", "abcdefgh世x", rows=["abcdefgh世", "x"]),
    case("wide/overwrite-left-half", "世x\rA", rows=["A x"]),
    case("wide/overwrite-right-half", "世x\x1b[1;2HA", rows=[" Ax"]),
    case("wide/EL-through-half", "a世b\x1b[1;3H\x1b[K", rows=["a"]),
    case("wide/ICH-splits", "世界x\x1b[1;2H\x1b[@", rows=["   界x"]),
    case("wide/insert-mode", "ab\r\x1b[4h世", rows=["世ab"]),
    case("comb/acute", "éx", rows=["éx"], cursor=(0, 2)),
    case("comb/after-pending-wrap", "abcdefghié", rows=["abcdefghié"], cursor=(0, 9)),
    case("comb/at-line-start-dropped", "́x", rows=["x"], cursor=(0, 1)),
    case("emoji/ZWJ-family", "👨\u200d👩\u200d👧x", rows=["👨\u200d👩\u200d👧x"]),
    case("emoji/skin-tone", "👍🏽x", rows=["👍🏽x"]),
    case(
        "emoji/agent-glyphs",
        "✻ ⏺ ✳ ⎿ ❯ ● ○ ◐ ▐ █ ░ ╭─╮ │ ↓ ↑ … · ✔ ☐ ⚠",
        size=Size(2, 60),
        rows=["✻ ⏺ ✳ ⎿ ❯ ● ○ ◐ ▐ █ ░ ╭─╮ │ ↓ ↑ … · ✔ ☐ ⚠"],
    ),
    case("sgr/colon-256", "a\x1b[48:5:196mb", rows=["ab"], cells={(0, 1): {"bg": "ff0000"}}),
    case("sgr/curly-underline", "a\x1b[4:3mb", rows=["ab"], cells={(0, 1): {"underline": True}}),
    case(
        "sgr/underline-colour",
        "a\x1b[4;58:2::255:0:0mb\x1b[59m",
        rows=["ab"],
        cells={(0, 1): {"underline": True, "blink": False}},
    ),
    case("sgr/double-underline-21", "a\x1b[21mb", rows=["ab"], cells={(0, 1): {"underline": True}}),
    case(
        "sgr/faint",
        "a\x1b[2mb\x1b[22mc",
        rows=["abc"],
        cells={(0, 1): {"faint": True}, (0, 2): {"faint": False}},
    ),
    case("sgr/truncated-38", "a\x1b[38;2;1mb\x1b[38;5mc\x1b[38md", rows=["abcd"]),
    case("sgr/bce-EL", "\x1b[44m\x1b[K", rows=[], cells={(0, 5): {"bg": "blue"}}),
    case("sgr/bce-scroll", "\x1b[44m\n\n", size=Size(2, 4), rows=[], cells={(1, 3): {"bg": "blue"}}),
    case("sgr/bce-no-underline", "\x1b[4m\x1b[K", rows=[], cells={(0, 5): {"underline": False}}),
    case("sgr/hidden-text-still-there", "\x1b[8ma", rows=["a"]),
    case("reply/DSR-5", "\x1b[5n", rows=[], reply=b"\x1b[0n"),
    case("reply/CPR-at-pending-wrap", "abcdefghij\x1b[6n", rows=["abcdefghij"], reply=b"\x1b[1;10R"),
    case("reply/CPR-origin", "\x1b[2;4r\x1b[?6h\x1b[2;2H\x1b[6n", rows=[], reply=b"\x1b[2;2R"),
    case("reply/DA1", "\x1b[c", rows=[], reply=b"\x1b[?62;22c"),
    case("reply/DA1-0", "\x1b[0c", rows=[], reply=b"\x1b[?62;22c"),
    case("reply/DECRQM-2026", "\x1b[?2026$p", rows=[], reply=b"\x1b[?2026;2$y"),
    case("reply/DECRQM-7", "\x1b[?7$p", rows=[], reply=b"\x1b[?7;1$y"),
    case("reply/OSC11", "\x1b]11;?\x1b\\", rows=[], reply=b"\x1b]11;rgb:0000/0000/0000\x1b\\"),
    case("resize/shrink-rows-blank-below", "11\r\n22", Size(3, 10), rows=["11", "22"], cursor=(1, 2)),
    case("resize/grow-cols", "abc", Size(5, 14), "\x1b[1;14HX", rows=["abc          X"]),
    case(
        "resize/margins-reset",
        "\x1b[2;3r",
        Size(6, 10),
        "11111\r\n22222\r\n33333\r\n44444\r\n55555\r\nX\r\nY",
        rows=["22222", "33333", "44444", "55555", "X", "Y"],
    ),
    case(
        "resize/tabstops-extend",
        Size(2, 40),
        "a\tb\tc\td",
        size=Size(2, 10),
        rows=["a       b       c       d"],
    ),
    case(
        "resize/wide-cut-at-edge", "\x1b[?1049h\x1b[Habcd世x", Size(5, 5), "\x1b[2;1Hok", rows=["abcd", "ok"]
    ),
]
