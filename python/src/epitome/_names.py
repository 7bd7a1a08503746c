"""Names of fields: ``first_line`` here is ``firstLine`` in the module."""

from __future__ import annotations

import re


def camel(name: str) -> str:
    """``min_words`` as ``minWords``."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def snake(name: str) -> str:
    """``minWords`` as ``min_words``."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
