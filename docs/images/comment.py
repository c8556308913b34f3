#!/usr/bin/env python3
"""Renders the top of mts-out/comment.md as GitHub shows it, and writes docs/images/comment.png.

    cargo run -- demo && python3 docs/images/comment.py

The script needs Chromium, and the package markdown-it-py from pip.
"""

import pathlib
import subprocess
import sys
import tempfile

from markdown_it import MarkdownIt

WIDTH, HEIGHT = 760, 860
STYLE = """
html { background: #fff }
body { margin: 0; padding: 12px; color: #1f2328; font: 14px/1.5 "Liberation Sans", Arial, "Noto Color Emoji", sans-serif }
main { border: 1px solid #d1d9e0; border-radius: 6px; overflow: hidden }
header { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; color: #59636e; padding: 8px 16px }
header b { color: #1f2328 }
article { padding: 4px 16px 12px }
h3 { font-size: 1.25em; line-height: 1.25; margin: 16px 0 12px }
p, table, details { margin: 0 0 12px }
table { border-collapse: collapse; font-size: 13px }
th, td { border: 1px solid #d1d9e0; padding: 5px 9px; vertical-align: top }
tr:nth-child(2n) td { background: #f6f8fa }
code { background: #818b981f; border-radius: 6px; padding: .2em .4em; font: 85% "Liberation Mono", monospace }
pre { background: #f6f8fa; border-radius: 6px; margin: 0 0 12px; padding: 10px 12px }
pre code { background: none; padding: 0 }
/* The comment goes on below. */
body::after { content: ""; position: fixed; inset: auto 0 0; height: 90px; background: linear-gradient(#fff0, #fff) }
"""
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--hide-scrollbars"]


def main():
    here = pathlib.Path(__file__).resolve().parent
    source = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "mts-out/comment.md")
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(source.read_text(encoding="utf-8"))
    head = "<header><b>github-actions</b> commented</header>"
    page = f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><body><main>{head}<article>{body}</article></main>"
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "comment.html")
        file.write_text(page, encoding="utf-8")
        size, image = f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={here / 'comment.png'}"
        subprocess.run(["chromium", *FLAGS, size, image, file.as_uri()], check=True, timeout=120)


main()
