"""The address of a class: which address other devices use, which host names requests may name, and the QR code."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import segno

from workbench.core.errors import WorkbenchError
from workbench.core.outside import quoted

PORT: Final = 8765
"""The port that a class tries first."""
HERE: Final = "127.0.0.1"


def own_address() -> str:
    """Return the address at which other devices on the network reach this machine; 127.0.0.1 without a network.

    Nothing is sent: the system only says which of its addresses it would use.

    >>> ipaddress.ip_address(own_address()).version
    4
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return HERE


def whence(address: str) -> str:
    """Return where a request comes from, to count wrong codes: an IPv4 address, or the network of an IPv6 address.

    A device can take any number of IPv6 addresses in its network, so the single address says nothing.

    >>> whence("192.168.1.5"), whence("::ffff:192.168.1.5"), whence("fd00::2"), whence("fe80::1%eth0"), whence("")
    ('192.168.1.5', '192.168.1.5', 'fd00::/64', 'fe80::/64', '')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


def checked_address(text: str) -> str:
    """Check a public address of the class, such as a proxy's, and return it with a slash at the end.

    Raises:
        WorkbenchError: the text is not an address, or contains a token.

    >>> checked_address("https://hub.example.org/user/ada/proxy/8765")
    'https://hub.example.org/user/ada/proxy/8765/'
    """
    try:
        parts = urlsplit(text)
        host = parts.hostname
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https") or parts.username or parts.password:
        raise WorkbenchError(f"The address of a class begins with http:// or https:// and a name, not {quoted(text, 100)}.")
    if parts.query or parts.fragment:
        raise WorkbenchError("The address of a class holds no token: hand over the part before the question mark.")
    return text.rstrip("/") + "/"


def host_name(host: str) -> str:
    """Return the name in a Host header, without the port; empty if the header is not valid.

    >>> host_name("192.168.1.5:8765"), host_name("[::1]:80"), host_name("a/b")
    ('192.168.1.5', '::1', '')
    """
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
        good = parts.netloc == host and not parts.username
        return (parts.hostname or "") if good else ""
    except ValueError:
        return ""


class Hosts:
    """The host names that requests to a class may use.

    They keep out a page of another site whose name has been made to point to this machine.

    Args:
        names: host names to allow besides those of this machine.

    >>> hosts = Hosts(["hub.example.org"])
    >>> hosts.allow("localhost:8765"), hosts.allow("hub.example.org"), hosts.allow("evil.example.com:8765")
    (True, True, False)
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        self.names = {"localhost", machine, f"{machine}.local", *[name.lower() for name in names]}

    def allow(self, host: str) -> bool:
        """Say whether a Host header names this class. A bare address is safe: no other site has it as its name."""
        name = host_name(host).lower()
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def qr_rows(text: str) -> list[str]:
    """Return a QR code as rows of 0 and 1, without its margin.

    >>> rows = qr_rows("http://192.168.1.5:8765/?code=KVR7XM")
    >>> len(rows) == len(rows[0]), set("".join(rows)) == {"0", "1"}
    (True, True)
    """
    made = segno.make(text, error="m", micro=False)
    return ["".join(["1" if cell else "0" for cell in row]) for row in made.matrix]
