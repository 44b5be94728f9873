"""
The terminal emulator: bytes in; screen, replies and reports out. Built on pyte; pure.

What happens to a byte, in order, and where to read about it:

- `terminal` takes it, `backlog` keeps it until somebody looks, `questions` tells when it cannot wait, `floods` when
  nobody will ever see it;
- `tokenizer` cuts text and sequences, `stream` carries them out, `plainlines` many plain lines at once;
- `sequences` says which method of the screen each sequence is;
- `screen` is put together of `drawing`, `erasing`, `movement`, `scrolling`, `switching`, `answering` and `strings`,
  over what `base` keeps; `widths`, `clusters`, `charsets` and `messages` serve them;
- `grid` and `cells` hold the rows, `attributes`, `sgr` and `colours` their looks; `housekeeping` forgets what is over;
- `look` is what others see, `modes` and `reports` what they are told, `pyteviews` the screen as pyte shows it.
"""

from pitwall.terminal.attributes import Attributes, Underline
from pitwall.terminal.look import Look, Row, Run, Sample
from pitwall.terminal.modes import CursorShape, Modes, MouseEncoding, MouseTracking
from pitwall.terminal.terminal import Terminal

__all__ = [
    "Attributes",
    "CursorShape",
    "Look",
    "Modes",
    "MouseEncoding",
    "MouseTracking",
    "Row",
    "Run",
    "Sample",
    "Terminal",
    "Underline",
]
