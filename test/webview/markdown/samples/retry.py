#!/usr/bin/env python3
"""Uploads files, and tries each again when the server is busy."""
from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Callable, Optional

LIMIT = 1_000_000
MASK = 0xFF | 0b1010 | 0o17


@dataclass(frozen=True)
class Upload(object):
    path: str
    size: int = 0
    tags: list[str] = None  # filled by the caller

    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit('/', 1)[-1]


async def send(upload: Upload, tries: int = 3, pause: float = 1.5e-1) -> Optional[bytes]:
    for attempt in range(1, tries + 1):
        try:
            if upload.size > LIMIT or not upload.path:
                raise ValueError(f"{upload.name()} has {upload.size:,} bytes, {{not}} sent")
            return await post(rb'\x00' + upload.path.encode("utf-8"))
        except (IOError, TimeoutError) as error:
            print(f'try {attempt} of {tries}: {error}', end='\n')
            await asyncio.sleep(pause * 2 ** attempt)
        finally:
            pass
    return None


total = sum(len(each) for each in sorted({'a': 1, 'b': 2}.items(), key=lambda pair: pair[1]))
assert isinstance(total, int) and total is not None
