"""The Python behind the scripts, so that it is linted, typed and tested like the package."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
