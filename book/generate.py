#!/usr/bin/env python3
"""Renews what the book takes from elsewhere: the output of `hazard list …` in its pages, and the gallery's page.

Usage: book/generate.py [--all]     with `hazard` on PATH, from anywhere. --all renews the output of every command in the book
(read the difference before you commit it: outputs shortened with … come back in full).
"""

import pathlib
import re
import subprocess
import sys

BOOK = pathlib.Path(__file__).resolve().parent
ROOT = BOOK.parent
RENEWS_ALL = "--all" in sys.argv[1:]


def renewed(block):
    """The block with the output of its commands as it is now."""
    fence, body = block.group(1), block.group(2)
    out = []
    for part in re.split(r"(?m)^\$ ", body)[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n?", part).group(0).rstrip("\n")
        if RENEWS_ALL or command.startswith("hazard list"):
            result = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
            part = f"{command}\n{(result.stdout + result.stderr).rstrip()}\n"
        out.append("$ " + part)
    return f"```{fence}\n{''.join(out)}```"


def pages():
    for page in sorted((BOOK / "src").rglob("*.md")):
        text = page.read_text()
        new = re.sub(r"```(console[^\n]*)\n(.*?)```", renewed, text, flags=re.S)
        if new != text:
            page.write_text(new)
            print("renewed", page.relative_to(ROOT))


def sentence(source):
    """The first sentence of the class comment."""
    comment = re.search(r"/\*\*(.*?)\*/", source, re.S)
    if not comment:
        return ""
    text = " ".join(line.strip().lstrip("*").strip() for line in comment.group(1).splitlines()).strip()
    return re.split(r"(?<=[.:])\s", text.split("<p>")[0])[0].strip()


def row(path):
    source = path.read_text()
    header = dict()
    for key, value in re.findall(r"^//@ ([a-z-]+): *(.*)$", source, re.M):
        header.setdefault(key, []).append(value)
    answers = [f"`{ask}`" for ask in header.get("ask", [])] + header.get("expect", [])
    answers += [f"pse = {value}" for value in header.get("expect-value", [])]
    text = "; ".join(answers).replace("|", "\\|")
    return f"| {path.stem} | {sentence(source)} | {text} |"


def gallery():
    lines = [
        "# Gallery",
        "",
        "Programs that come with Hazard, each with a question and an answer known from theory or from brute force; `hazard list",
        "examples` names them, `hazard example NAME` shows one and asks its questions. To draw the chain of a small one:",
        "`hazard check java/examples/randomized/KnuthYaoDie.java --export-svg die.svg`.",
        "",
        "This page is made by `book/generate.py` from the programs' headers.",
    ]
    for folder, title in [
        ("randomized", "Randomized algorithms"),
        ("concurrent", "Concurrent programs"),
        ("symbolic", "Programs with symbolic inputs"),
    ]:
        programs = sorted((ROOT / "java/examples" / folder).glob("*.java"))
        lines += ["", f"## {title} ({len(programs)})", "", "| program | what it does | answer |", "|---|---|---|"]
        lines += [row(path) for path in programs if "static void main" in path.read_text()]
    (BOOK / "src/reference/gallery.md").write_text("\n".join(lines) + "\n")


gallery()
pages()
