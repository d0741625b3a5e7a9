"""Makes the wheel for `pip install .` and `pip install -e .`: Meson builds the library, and the wheel carries it (PEP 517, 427 and 660).

setuptools would have to be downloaded into pip's clean room first, and knows nothing of Meson. This needs what the system has: Meson,
Ninja and a compiler; pip fetches the first two where they are missing. With FLIPSIDE_LIBRARY=FILE the wheel carries that library, and
nothing is built. `pip install . --config-settings=gpu=enabled` also builds and carries the kernels for graphics cards.
"""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build-python"
VERSION = re.search(r"version: '([^']+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]
INFO = f"flipside-{VERSION}.dist-info"
TAG = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
ABOUT = f"""Metadata-Version: 2.1
Name: flipside
Version: {VERSION}
Summary: Flip games for people and learners: environments, bots and records over the C library libflipside
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy>=1.20
"""
KIND = f"Wheel-Version: 1.0\nGenerator: flipside\nRoot-Is-Purelib: false\nTag: {TAG}\n"
SETUP = ["--buildtype=release", "-Doptimization=2", "-Db_ndebug=true", "-Donly_library=true", "-Dmpi=disabled"]
PACKAGES = "gcc libc6-dev pkg-config meson ninja-build libjansson-dev libsodium-dev libode-dev"


def get_requires_for_build_wheel(config_settings=None):
    """What pip has to fetch: nothing where the system has it."""
    if os.environ.get("FLIPSIDE_LIBRARY"):
        return []
    return [need for need, command in (("meson>=1.0", "meson"), ("ninja", "ninja")) if not shutil.which(command)]


get_requires_for_build_editable = get_requires_for_build_wheel


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Before anything is built, so that pip can say at once that numpy is not to be had."""
    folder = Path(metadata_directory) / INFO
    folder.mkdir()
    (folder / "METADATA").write_text(ABOUT, encoding="utf-8")
    (folder / "WHEEL").write_text(KIND, encoding="utf-8")
    return INFO


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"flipside/{path.name}": path.read_bytes() for path in sorted((ROOT / "python" / "flipside").iterdir())
             if path.suffix == ".py" or path.name == "py.typed"}
    for name, path in libraries(config_settings or {}).items():
        files[f"flipside/{name}"] = path.read_bytes()
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package stays where it is, and finds the library in build-python/."""
    libraries(config_settings or {})
    return write_wheel(wheel_directory, {"flipside.pth": f"{ROOT / 'python'}\n".encode()})


def write_wheel(folder, files):
    name = f"flipside-{VERSION}-{TAG}.whl"
    files = {**files, f"{INFO}/METADATA": ABOUT.encode(), f"{INFO}/WHEEL": KIND.encode()}
    listed = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
              for path, data in files.items()]
    files[f"{INFO}/RECORD"] = "\n".join([*listed, f"{INFO}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name


# --- the library ---------------------------------------------------------------------------------------------------------------


def libraries(settings):
    """What the package opens, by the name that it has beside the package."""
    named = os.environ.get("FLIPSIDE_LIBRARY")
    if named:
        return {"libflipside.so.1": Path(named)}
    kernels = settings.get("gpu", "disabled") == "enabled"
    build([*SETUP, f"-Dgpu={'enabled' if kernels else 'disabled'}"], ["flipside:shared_library", *(["kernels"] if kernels else [])])
    found = {"libflipside.so.1": BUILD / "src" / "libflipside.so"}
    if kernels:
        found["flipside-kernels.so"] = BUILD / "src" / "flipside-kernels.so"
    return found


def environment_of_meson():
    """Pip hides the system's Python modules from what it starts, and Debian's Meson is one of them."""
    if not shutil.which("meson"):
        raise SystemExit(f"Meson is missing. On Debian: apt-get install {PACKAGES}")
    seen = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for environment in (dict(os.environ), seen):
        if subprocess.run(["meson", "--version"], env=environment, capture_output=True, check=False).returncode == 0:
            return environment
    raise SystemExit("Meson is installed, but does not start.")


def build(options, targets):
    """In a folder of its own, which stays: a second time only what has changed is compiled."""
    environment = environment_of_meson()

    def meson(*words):
        return subprocess.run(["meson", *words], cwd=ROOT, env=environment, check=False).returncode == 0

    known = (BUILD / "build.ninja").exists() and meson("setup", "--reconfigure", BUILD.name, *options)
    if not known:  # made by another Meson, for another place, or not at all
        shutil.rmtree(BUILD, ignore_errors=True)
    if not (known or meson("setup", BUILD.name, *options)) or not meson("compile", "-C", BUILD.name, *targets):
        raise SystemExit(f"The library could not be built; what Meson says is above. On Debian it needs: apt-get install {PACKAGES}")
