"""Makes the wheel for `pip install .`: a zip of python/flipside with three files about it (PEP 517 and PEP 427).

setuptools would do it too, but would have to be downloaded into pip's clean room first, and would leave its own build/ beside Meson's.
"""
import base64
import hashlib
import re
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]
ABOUT = f"""Metadata-Version: 2.1
Name: flipside
Version: {VERSION}
Summary: Flip games for people and learners: environments, bots and records over the C library libflipside
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy>=1.20
"""
TAG = "Wheel-Version: 1.0\nGenerator: flipside\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"flipside-{VERSION}-py3-none-any.whl"
    info = f"flipside-{VERSION}.dist-info"
    files = {f"flipside/{path.name}": path.read_bytes() for path in sorted((ROOT / "python" / "flipside").iterdir())
             if path.suffix == ".py" or path.name == "py.typed"}
    files[f"{info}/METADATA"] = ABOUT.encode()
    files[f"{info}/WHEEL"] = TAG.encode()
    listed = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
              for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*listed, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name
