"""How often something has changed that many wait for."""

import asyncio


class Stirs:
    """A count that goes up, and that can be waited for."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.count = 0
        self._next = asyncio.Event()

    def stir(self) -> None:
        """Note a change, and wake those who wait for one."""
        self.count += 1
        self._next.set()
        self._next = asyncio.Event()

    async def after(self, count: int) -> None:
        """Wait until there have been more changes than `count`."""
        while self.count <= count:
            await self._next.wait()
