"""A disk of a few megabytes that can be filled to its last byte, where one may be mounted."""

import os
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

BALLAST: Final = "ballast"


def can_mount() -> bool:
    """Tell whether this user may mount a disk in memory."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and Path("/proc/mounts").exists()


class SmallDisk:
    """A file system of its own in memory; whoever writes to a full one is told ENOSPC."""

    def __init__(self, megabytes: int) -> None:
        """Mount it at a folder of its own, which anybody may reach."""
        self.folder: Final = Path(tempfile.mkdtemp(prefix="tourelle-disk-"))
        how = ["-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777"]
        subprocess.run(["mount", *how, "tmpfs", str(self.folder)], check=True)

    def fill(self) -> None:
        """Leave no room for a byte."""
        with (self.folder / BALLAST).open("ab", buffering=0) as ballast, suppress(OSError):
            while ballast.write(bytes(1 << 16)):
                pass

    def make_room(self) -> None:
        """Give all the room back."""
        (self.folder / BALLAST).unlink(missing_ok=True)

    def remove(self) -> None:
        """Take it away, with all that lies on it."""
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
        self.folder.rmdir()
