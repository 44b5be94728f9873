"""Settings files as people have them, taken or refused when hooks are installed in them."""

import json

_FOREIGN = {"matcher": "Bash", "hooks": [{"type": "command", "command": "say 'done' && true", "timeout": 30}]}

HOOKS_TAKEN: dict[str, bytes | None] = {
    "no file": None,
    "empty": b"",
    "blank": b" \r\n\n",
    "empty object": b"{}",
    "empty object with blanks": b"{ \n\n }\n",
    "empty hooks": b'{"hooks": {}}',
    "empty list": b'{"hooks": {"Stop": [ ]}}',
    "foreign hooks for the same events": json.dumps(
        {"hooks": {"Stop": [_FOREIGN], "PreToolUse": [_FOREIGN, _FOREIGN]}}, indent=2
    ).encode(),
    "foreign hooks for other events": json.dumps({"hooks": {"PreCompact": [_FOREIGN]}}, indent=4).encode(),
    "foreign keys in an order of their own": b'{\n  "z": 1,\n  "a": [],\n  "hooks": {"Stop": []},\n  "m": {}\n}\n',
    "minified": b'{"z":1,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}',
    "one line with spaces": b'{ "hooks": { "Stop": [ { "hooks": [] } ] } }',
    "tabs": b'{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{}\n\t\t]\n\t}\n}\n',
    "CRLF": b'{\r\n  "hooks": {\r\n    "Stop": []\r\n  }\r\n}\r\n',
    "no line end at the end": b'{\n  "x": 1\n}',
    "ragged": b'\n\n{"hooks"  :{ "Stop":\n[\n],"A"\n:[{}\n,{}]}\n, "b":\t2  }\n\n',
    "deep numbers": b'{"a": [1.10, 1e999, -0.0, 1E+2, 123456789012345678901234567890], "hooks": {}}',
    "escapes": b'{"\\u0068ooks": {"St\\u006fp": [{"a": "\\/ \\ud83d\\ude00 \\u0000"}]}}',
    "not ASCII": '{"name": "é 漢字 👩‍💻", "hooks": {"Stop": []}}'.encode(),
    "braces in strings": b'{"a": "}]{[\\"", "hooks": {"Stop": [{"command": "]}"}]}}',
    "deep": b'{"a": ' + b"[" * 90 + b"]" * 90 + b"}",
}

HOOKS_REFUSED: dict[str, tuple[bytes, str]] = {
    "comment": (b'{\n  // mine\n  "hooks": {}\n}', "line 2: it has a comment"),
    "comment in a block": (b'{"hooks": {} /* mine */}', "line 1: it has a comment"),
    "trailing comma": (b'{"hooks": {},}', "line 1: it is no JSON"),
    "torn": (b'{"hooks": {"Stop": [', "line 1: it is no JSON"),
    "array": (b"[]", "it is no JSON object"),
    "text": (b'"hooks"', "it is no JSON object"),
    "null": (b"null", "it is no JSON object"),
    "hooks as a list": (b'{"hooks": []}', '"hooks" is no object'),
    "hooks as null": (b'{"hooks": null}', '"hooks" is no object'),
    "an event as an object": (b'{"hooks": {"Stop": {}}}', 'the hooks of "Stop" are no list'),
    "duplicate hooks": (b'{"hooks": {}, "hooks": {}}', 'line 1: the key "hooks" stands twice'),
    "duplicate event": (b'{"hooks": {"Stop": [], "Stop": []}}', 'line 1: the key "Stop" stands twice'),
    "duplicate, escaped": (b'{"a": 1, "\\u0061": 2}', 'line 1: the key "a" stands twice'),
    "NaN": (b'{"a": NaN}', "it holds NaN"),
    "BOM": (b"\xef\xbb\xbf{}", "it begins with a byte order mark"),
    "UTF-16": ('{"hooks": {}}'.encode("utf-16"), "line 1: it is not UTF-8"),
    "Latin-1": (b'{"a": "\xe9"}', "line 1: it is not UTF-8"),
    "far too deep": (b'{"a": ' + b"[" * 5000 + b"]" * 5000 + b"}", "it nests deeper than 100 levels"),
    "a control character": (b'{"a": "\x07"}', "line 1: it is no JSON"),
}

CONFIG_TAKEN: dict[str, bytes | None] = {
    "no file": None,
    "empty": b"",
    "comments and tables": b'# mine\nmodel = "o5" # best\n\n[tui]\nx = 1\n',
    "a table first": b'[projects."/srv"]\ntrust_level = "trusted"\n',
    "CRLF": b'model = "o5"\r\n[tui]\r\n',
    "no line end at the end": b'model = "o5"',
    "text that looks like notify": b'x = """\nnotify = ["y"]\n"""\n',
    "notify in a table": b'[tui]\nnotify = ["y"]\n',
    "not a number": b"x = nan\n",
    "another program": b'notify = ["say", "done"]\n',
    "another program, quoted": b'"notify" = ["say"]\n',
}

CONFIG_REFUSED: dict[str, tuple[bytes, str]] = {
    "torn": (b'model = "o', "line 1: it is no TOML"),
    "duplicate key": (b"a = 1\na = 2\n", "it is no TOML"),
    "JSON": (b"{}", "it is no TOML"),
    "BOM": (b"\xef\xbb\xbfa = 1\n", "it begins with a byte order mark"),
    "Latin-1": (b'a = "\xe9"\n', "line 1: it is not UTF-8"),
}
