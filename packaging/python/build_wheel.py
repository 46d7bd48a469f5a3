"""Makes a wheel of the binary and the API beside this file: build_wheel.py BINARY VERSION FOLDER.

A wheel is a zip file with a manifest (PEP 427). The binary is a script of it, so that installing puts it on PATH; no tool beyond the
standard library is needed, and the same inputs give the same bytes.
"""

import base64
import hashlib
import pathlib
import sys
import zipfile

NAME = "hazard_checker"
# The binary is linked statically: it runs with any C library.
TAG = "py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64"

METADATA = """Metadata-Version: 2.1
Name: hazard-checker
Version: {version}
Summary: A model checker for Java programs that flip coins and run threads
License: MIT OR Apache-2.0
Requires-Python: >=3.9
Provides-Extra: models
Requires-Dist: numpy; extra == 'models'
Requires-Dist: scipy; extra == 'models'
Provides-Extra: plots
Requires-Dist: numpy; extra == 'plots'
Requires-Dist: scipy; extra == 'plots'
Requires-Dist: matplotlib; extra == 'plots'
Description-Content-Type: text/markdown

{description}
"""

WHEEL = """Wheel-Version: 1.0
Generator: hazard
Root-Is-Purelib: false
"""


def record_of(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"


def build(binary: pathlib.Path, version: str, folder: pathlib.Path) -> pathlib.Path:
    here = pathlib.Path(__file__).parent
    info, data = f"{NAME}-{version}.dist-info", f"{NAME}-{version}.data"
    description = (here / "README.md").read_text()
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in TAG.rsplit("-", 1)[1].split("."))
    files = {f"hazard/{path.name}": path.read_bytes() for path in sorted((here / "hazard").glob("*")) if path.is_file()}
    files[f"{data}/scripts/hazard"] = binary.read_bytes()
    files[f"{info}/METADATA"] = METADATA.format(version=version, description=description).encode()
    files[f"{info}/WHEEL"] = (WHEEL + tags).encode()
    records = [record_of(name, content) for name, content in files.items()] + [f"{info}/RECORD,,"]
    files[f"{info}/RECORD"] = ("\n".join(records) + "\n").encode()
    wheel = folder / f"{NAME}-{version}-{TAG}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, date_time=(2026, 1, 1, 0, 0, 0))
            mode = 0o755 if name.endswith("/scripts/hazard") else 0o644
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(build(pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])))
