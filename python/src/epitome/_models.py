"""Models: those of the package by name, others by their folder."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._arguments import wrong
from ._module import data, fresh_instance
from .errors import DataError, NotSupportedError

#: The default matcher of each language.
DEFAULT_MATCHERS = {"zh": "fit-zh", "en": "fit-en", "fa": "fit-fa", "de": "fit-de"}
LANGUAGES = tuple(DEFAULT_MATCHERS)


@dataclass(frozen=True)
class ModelInfo:
    """What is said of a model."""

    name: str
    version: str
    task: str
    description: str
    languages: tuple[str, ...]
    license: str
    bytes: int


def models() -> list[ModelInfo]:
    """The models of the package."""
    place = data("models")
    names = sorted(each.name for each in place.iterdir() if each.is_dir())
    return [_info(json.loads(place.joinpath(name, "manifest.json").read_bytes())) for name in names]


def _info(manifest: dict[str, Any]) -> ModelInfo:
    return ModelInfo(
        name=manifest["name"],
        version=manifest["version"],
        task=manifest["task"],
        description=manifest["description"],
        languages=tuple(manifest["languages"]),
        license=manifest["license"],
        bytes=sum(file["bytes"] for file in manifest["files"]),
    )


def check_language(place: str, language: str | None) -> str | None:
    """The primary subtag of a language that models read; ``None`` for ``"auto"``."""
    if language is None or language == "auto":
        return None
    if not isinstance(language, str):
        raise DataError(f"{place}: language: expected a text, got {language!r}", "invalid-argument")
    subtag = language.replace("_", "-").split("-")[0].lower()
    if subtag not in LANGUAGES:
        allowed = ", ".join(("auto", *LANGUAGES))
        raise NotSupportedError(
            f"{place}: the language {language!r} is not supported; allowed: {allowed}",
            "unsupported-language",
        )
    return subtag


def check_model(place: str, model: str | os.PathLike[str] | None, task: str, language: str | None = None) -> str | None:
    """The name of a packaged model, or the absolute path of a folder; for a task, and a language."""
    if model is None:
        return None
    if not isinstance(model, (str, os.PathLike)):
        raise wrong(f"{place}: model", "a name or a path", model)
    text = os.fspath(model)
    if isinstance(model, str) and "/" not in text and os.sep not in text:
        name, folder = text, data("models", text)
        if not folder.joinpath("manifest.json").is_file():
            names = ", ".join(info.name for info in models() if info.task == task) or "none"
            raise NotSupportedError(
                f"{place}: unknown model {text!r}; allowed: {names}, or a folder, with a slash",
                "unknown-model",
            )
    else:
        path = Path(text).expanduser().absolute()
        name, folder = str(path), path
        if not (path / "manifest.json").is_file():
            raise DataError(f"{place}: there is no {path / 'manifest.json'}", "not-found")
    _check_use(place, name, folder.joinpath("manifest.json").read_bytes(), task, language)
    return name


def _check_use(place: str, name: str, manifest: bytes, task: str, language: str | None) -> None:
    """Raises a NotSupportedError if a model is for another task or language. Says nothing of a manifest
    that is not as it must be: the module does when it opens the model.
    """
    try:
        said = json.loads(manifest)
        given, languages = said["task"], tuple(said["languages"])
    except (ValueError, KeyError, TypeError):
        return
    if given != task:
        raise NotSupportedError(f"{place}: the model {name!r} is for {given}, not for {task}", "unsupported")
    if language is not None and language not in languages:
        allowed = ", ".join(map(str, languages))
        raise NotSupportedError(
            f"{place}: the model {name!r} does not read the language {language!r}; allowed: {allowed}",
            "unsupported-language",
        )


def opened(model: str, language: str | None) -> dict[str, Any]:
    """What the module says of a model, which this thread's instance opens once."""
    held = fresh_instance()
    key = (model, language)
    found = held.handles.get(key)
    if found is None:
        found = held.handles[key] = held.call("open", _bundle(model, language))
    return found


def _bundle(model: str, language: str | None) -> dict[str, Any]:
    place = Path(model) if os.sep in model or "/" in model else data("models", model)
    manifest = place.joinpath("manifest.json").read_bytes()
    try:
        listed = json.loads(manifest)["files"]
        paths = [str(file["path"]) for file in listed]
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(f"{place}/manifest.json: {error!r}", "invalid-manifest") from error
    files = [{"path": path, "bytes": _file(place, path)} for path in paths]
    return {"manifest": manifest, "files": files, "language": language}


def _file(place: Any, path: str) -> bytes:
    if path.startswith(("/", "\\")) or ".." in path.split("/"):
        raise DataError(f"{place}: the path {path!r} leads out of the folder", "invalid-manifest")
    # Packages of npm store a file under its name with a suffix.
    for name in (path, f"{path}.bin"):
        file = place.joinpath(name)
        if file.is_file():
            content: bytes = file.read_bytes()
            return content
    raise DataError(f"{place}: the file {path} is missing", "missing-file")
