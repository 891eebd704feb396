#!/usr/bin/env python3
"""Makes the pictures of the README, a verdict and a report, light and dark; or those of docs/editor.md, from what Helix showed.

    cargo build --release
    pip install rich
    docs/pictures/make.py
    mkdir kept && KEEP="$PWD/kept" .ci/editor && docs/pictures/make.py kept

Needs `rich` (the terminal's text as SVG) and Chromium (the page as PNG; another one than `chromium` by CHROMIUM).
The deck of the verdict is the one that the README shows.
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "docs" / "pictures"
SLEEVE = os.environ.get("SLEEVE", str(ROOT / "target" / "release" / "sleeve"))
CHROMIUM = os.environ.get("CHROMIUM", "chromium")
COLUMNS = 80
DECKS = ["hunt-down", "jawas", "ten-numb"]

LIGHT = TerminalTheme(
    (252, 252, 251),
    (28, 28, 30),
    [(28, 28, 30), (180, 35, 24), (26, 127, 55), (138, 90, 0), (37, 99, 201), (162, 59, 146), (14, 122, 148), (98, 98, 106)],
)
DARK = TerminalTheme(
    (22, 22, 24),
    (236, 236, 238),
    [(58, 58, 64), (255, 138, 125), (87, 194, 114), (224, 176, 77), (122, 169, 255), (229, 138, 214), (88, 196, 221), (163, 163, 173)],
)

# Nothing is fetched: the reader's own monospaced letters do.
SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="What sleeve check says of a deck with three problems">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def terminal(command: list[str], folder: str) -> str:
    """What a terminal of 80 columns is sent."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 60, COLUMNS, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "LANG": "en_US.UTF-8"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(command, cwd=folder, stdout=follower, stderr=follower, stdin=follower, env=environment)
    os.close(follower)
    sent = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        sent += part
    process.wait()
    return sent.decode().replace("\r\n", "\n")


def verdict() -> None:
    readme = (ROOT / "README.md").read_text()
    deck = re.search(r"```toml fleet\.toml\n(.*?)```", readme, re.S).group(1)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "fleet.toml").write_text(deck)
        shown = terminal([SLEEVE, "check", "fleet.toml", "--color", "always"], folder)
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        text = Text.assemble(("$ sleeve check fleet.toml\n", "bold"), Text.from_ansi(shown))
        width = max(len(line) for line in text.plain.splitlines()) + 1
        console = Console(record=True, width=width, file=open(os.devnull, "w"), color_system="truecolor")
        console.print(text, soft_wrap=True)
        console.save_svg(
            str(HERE / f"verdict-{name}.svg"),
            title="sleeve check fleet.toml",
            theme=theme,
            code_format=SVG,
            unique_id="sleeve",
        )


def photograph(page: Path, picture: Path, size: str, scheme: int) -> None:
    subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--blink-settings=preferredColorScheme={scheme}",
            f"--window-size={size}",
            f"--screenshot={picture}",
            page.as_uri(),
        ],
        check=True,
        stderr=subprocess.DEVNULL,
    )


def report() -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        decks = [str(ROOT / "decks" / "swccg" / f"{deck}.toml") for deck in DECKS]
        page.write_text(subprocess.run([SLEEVE, "report", *decks, "--lang", "en"], check=True, capture_output=True, text=True).stdout)
        for name, scheme in (("light", 1), ("dark", 0)):
            photograph(page, HERE / f"report-{name}.png", "1100,1440", scheme)


def editor(kept: Path) -> None:
    """What Helix showed, as `.ci/editor` kept it."""
    form = (
        "<meta charset=utf-8><style>{stylesheet} body {{ margin: 8px; background: {background}; color: {foreground} }}"
        " pre {{ margin: 0; font: 14px/17px 'DejaVu Sans Mono', monospace }}</style><pre>{code}</pre>"
    )
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "screen.html"
        shown = (kept / "helix-repair").read_text().rstrip("\n")
        # What it calls black is the ground of the terminal, and bright black a grey.
        text = Text.from_ansi(shown.replace("\x1b[40m", "\x1b[49m").replace("\x1b[90m", "\x1b[37m"))
        rows, columns = shown.count("\n") + 1, max(len(line) for line in text.plain.splitlines())
        console = Console(record=True, width=columns, file=open(os.devnull, "w"), color_system="truecolor")
        console.print(text, soft_wrap=True)
        page.write_text(console.export_html(theme=DARK, code_format=form))
        photograph(page, HERE / "helix.png", f"{int(columns * 8.43) + 18},{rows * 17 + 18}", 0)


if __name__ == "__main__":
    if sys.argv[1:]:
        editor(Path(sys.argv[1]))
    else:
        verdict()
        report()
