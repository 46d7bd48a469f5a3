#!/usr/bin/env python3
"""Renews what the book takes from elsewhere: the output of `hazard list …` and `hazard … -h` in its pages, and the gallery's page.

Usage: book/generate.py [--all]     with `hazard` on PATH, from anywhere. --all renews the output of every command in the book and
the README (read the difference before you commit it). Pictures need graphviz.
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

BOOK = pathlib.Path(__file__).resolve().parent
ROOT = BOOK.parent
STATES_MAX = 40
RENEWS_ALL = "--all" in sys.argv[1:]


def shortened(new, old):
    """The new lines with what an old line … left out left out again: as many lines as before stay at both ends."""
    if "…" not in old:
        return new
    head = old.index("…")
    tail = len(old) - 1 - (len(old) - 1 - old[::-1].index("…"))
    return new[:head] + ["…"] + (new[-tail:] if tail else [])


def settled(new, old):
    """The new lines, with the old time and memory where no count has changed: a busy machine is no news."""
    counts = re.compile(r"(.*\btransitions?, depth \d+), .*? MB(.*)")
    known = {counts.sub(r"\1\2", line): line for line in old if counts.match(line)}
    return [known.get(counts.sub(r"\1\2", line), line) for line in new]


def renewed(block, folder):
    """The block with the output of its commands as it is now."""
    fence, body = block.group(1), block.group(2)
    out = []
    for part in re.split(r"(?m)^\$ ", body)[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n?", part).group(0)
        old = part[len(command) :].splitlines()
        command = command.rstrip("\n")
        if RENEWS_ALL or command.startswith("hazard list") or command.endswith(" -h"):
            words = re.sub(r"\\\n> ?", "", command)
            result = subprocess.run(words, shell=True, cwd=folder, capture_output=True, text=True)
            # Tables of help are padded with blanks, which no page needs at the end of its lines.
            new = [line.rstrip() for line in (result.stdout + result.stderr).rstrip().splitlines()]
            part = "\n".join([command] + settled(shortened(new, old), old)) + "\n"
        out.append("$ " + part)
    return f"```{fence}\n{''.join(out)}```"


def pages():
    with tempfile.TemporaryDirectory() as name:
        # Commands write files: they see the repository's folders in one that may be thrown away.
        folder = pathlib.Path(name)
        for part in ["java", "tests", "book", "bench"]:
            (folder / part).symlink_to(ROOT / part)
        for page in [ROOT / "README.md", *sorted((BOOK / "src").rglob("*.md"))]:
            text = page.read_text()
            new = re.sub(r"```(console[^\n]*)\n(.*?)```", lambda block: renewed(block, folder), text, flags=re.S)
            if new != text:
                page.write_text(new)
                print("renewed", page.relative_to(ROOT))


def sentence(source):
    """The first sentence of the class comment."""
    comment = re.search(r"/\*\*(.*?)\*/", source, re.S)
    if not comment:
        return ""
    text = " ".join(line.strip().lstrip("*").strip() for line in comment.group(1).splitlines()).strip()
    first = re.split(r"(?<=\.)\s", text.split("<p>")[0])[0].strip()
    return re.sub(r"\{@(?:code|link) ([^}]*)\}", r"`\1`", first).replace("|", "\\|")


def header_of(source):
    header = dict()
    for key, value in re.findall(r"^//@ ([a-z-]+): *(.*)$", source, re.M):
        header.setdefault(key, []).append(value)
    return header


def row(path):
    source = path.read_text()
    header = header_of(source)
    answers = [f"`{ask}`" for ask in header.get("ask", [])] + header.get("expect", [])
    answers += [f"pse = {value}" for value in header.get("expect-value", [])]
    text = "; ".join(answers).replace("|", "\\|")
    return f"| {path.stem} | {sentence(source)} | {text} |"


def picture(path, header):
    """Draws the states of a small program; gives the picture's place, or nothing if there are too many states."""
    target = BOOK / "src/reference/gallery" / f"{path.stem}.svg"
    options = [word for label in header.get("label", []) for word in ("--label", label)]
    options += [word for line in header.get("check", []) for word in shlex.split(line)]
    words = [word for line in header.get("args", []) for word in shlex.split(line)]
    with tempfile.TemporaryDirectory() as folder:
        drawing, report = pathlib.Path(folder) / "x.svg", pathlib.Path(folder) / "x.json"
        command = ["hazard", "check", str(path), *options, "--all-errors", "--max-states", str(STATES_MAX), "--max-time", "20s"]
        command += ["--export-svg", str(drawing), "--json", str(report), "--", *words]
        subprocess.run(command, capture_output=True)
        if not drawing.exists() or not 1 < json.loads(report.read_text())["states"] < STATES_MAX:
            target.unlink(missing_ok=True)
            return None
        target.parent.mkdir(exist_ok=True)
        target.write_text(re.sub(r"<!--.*?-->\n?", "", drawing.read_text(), flags=re.S))
    return f"gallery/{target.name}"


def pictures(programs):
    lines = []
    for path in programs:
        place = picture(path, header_of(path.read_text()))
        if place:
            lines += ["", f"**{path.stem}**", "", f"![The states of {path.stem}]({place})"]
    return lines


def gallery():
    lines = [
        "# Gallery",
        "",
        "Programs that come with Hazard, each with a question and an answer known from theory or from brute force; `hazard list",
        "examples` names them, `hazard example NAME` shows one and asks its questions. The pictures are made by commands like",
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
        programs = [path for path in programs if "static void main" in path.read_text()]
        lines += [row(path) for path in programs]
        drawn = pictures(programs) if folder != "symbolic" else []
        if drawn:
            lines += ["", "### Pictures", "", f"The states of those with fewer than {STATES_MAX}; labelled states are coloured."] + drawn
    (BOOK / "src/reference/gallery.md").write_text("\n".join(lines) + "\n")


def plots():
    """The experiments' pictures that the book shows."""
    folder = BOOK / "src/reference/experiments"
    folder.mkdir(exist_ok=True)
    for name in ["progress-transitions.svg", "erdosrenyi.svg"]:
        shutil.copy(ROOT / "bench/plots" / name, folder / name)


gallery()
plots()
pages()
