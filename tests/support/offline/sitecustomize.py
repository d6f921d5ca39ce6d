"""Cuts the network of every Python process that has this folder on PYTHONPATH: kernels and servers under test.

Python imports `sitecustomize` by itself at start. Loopback and Unix sockets stay, since Jupyter talks through them;
any other connection or name look-up raises `OSError`, so that code which reaches out fails there and then.
"""

import ipaddress
import socket
from typing import Any

WORDS = "the network is cut in tests"
LOCAL_NAMES = {"localhost", "", None}

_connect = socket.socket.connect
_connect_ex = socket.socket.connect_ex
_getaddrinfo = socket.getaddrinfo


def is_local(host: Any) -> bool:
    """Whether a host is this machine's loopback."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(str(host).split("%")[0]).is_loopback
    except ValueError:
        return False


def refuse_foreign(sock: socket.socket, address: Any) -> None:
    """Raises for an Internet address that is not loopback."""
    if sock.family in (socket.AF_INET, socket.AF_INET6) and not is_local(address[0]):
        raise OSError(f"{WORDS}: no connection to {address[0]}")


def connect(sock: socket.socket, address: Any) -> None:
    refuse_foreign(sock, address)
    _connect(sock, address)


def connect_ex(sock: socket.socket, address: Any) -> int:
    refuse_foreign(sock, address)
    return _connect_ex(sock, address)


def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
    if not is_local(host):
        raise OSError(f"{WORDS}: no look-up of {host}")
    return _getaddrinfo(host, *args, **kwargs)


socket.socket.connect = connect  # type: ignore[method-assign,assignment]
socket.socket.connect_ex = connect_ex  # type: ignore[method-assign,assignment]
socket.getaddrinfo = getaddrinfo
