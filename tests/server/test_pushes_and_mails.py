"""Push messages that only their browser reads, and mails to whoever agreed."""

import base64
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.patience import wait_for
from tests.server.receivers import QUICK, Received, Sink, mail_server, mover_of, play, states, tell
from tests.server.running import Served, from_address, served
from tourelle.server.notices import push


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, **QUICK) as running:
        yield running


# ---------------------------------------------------------------- push


VECTOR = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qul"
    "cy4a-fN"
)


def test_the_example_of_rfc_8291_is_encrypted_to_the_letter() -> None:
    made = push.sealed(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        push.read_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        push.decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.encoded(made) == VECTOR


class Receiver:
    """A browser that was subscribed, and its push service: checks and reads what comes."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen letters!"
        self.p256dh = push.encoded(push.point(self.key))

    def read(self, post: Received, public: str, audience: str) -> dict[str, Any]:
        """Check who sent it, and decrypt it; written from the standards, not from our code."""
        scheme, _, rest = post.headers["authorization"].partition(" ")
        given = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, given["k"]) == ("vapid", public)
        head, claims, signature = given["t"].split(".")
        raw = unpadded(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(public))
        sender.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        told = json.loads(unpadded(claims))
        assert told["aud"] == audience
        assert time.time() < told["exp"] <= time.time() + 86_400
        assert post.headers["content-encoding"] == "aes128gcm"
        assert int(post.headers["ttl"]) > 0
        salt, theirs = post.body[:16], post.body[21:86]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\x00" + push.point(self.key) + theirs
        secret = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, post.body[86:], None)
        assert plain.endswith(b"\x02")
        message: dict[str, Any] = json.loads(plain[:-1])
        return message


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_push_message_is_signed_and_only_its_browser_reads_it(tmp_path: Path, hook: Sink) -> None:
    receiver, keys = Receiver(), set()
    way = {"kind": "push", "url": f"{hook.url}/push/1", "p256dh": receiver.p256dh}
    way["auth"] = push.encoded(receiver.auth)
    for _ in range(2):  # the server's key is made once
        with served(tmp_path, **QUICK) as server:
            opened = server.open("castellan", "link link")
            seat = mover_of(server, opened)
            assert tell(server, opened, seat, **way).status_code == 201
            public = server.http.get("/api/notices").json()["push_key"]
            keys.add(public)
            message = receiver.read(hook.next(), public, hook.url)
            assert message["path"] == f"/g/{opened.table}"
            assert message["title"] == "Your turn: Castellan"
    assert len(keys) == 1


def test_keys_that_are_none_are_refused(server: Served, hook: Sink) -> None:
    opened = server.open("blox", "link link")
    for p256dh, auth in (("A" * 87, "A" * 22), (Receiver().p256dh, "A" * 30)):
        answer = tell(server, opened, 0, kind="push", url=hook.url, p256dh=p256dh, auth=auth)
        assert answer.json()["reason"] == "no-such-way"


# ---------------------------------------------------------------- mail


def free_port() -> int:
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        port: int = ear.getsockname()[1]
        return port


def answer(server: Served, link: str) -> Any:
    """Follow a link of a mail as the page does."""
    word, who, proof = link.partition("#")[2].split(".")
    return server.http.post("/api/mailbox", json={"who": who, "proof": proof, "on": word == "on"})


def links(letter: Any) -> list[str]:
    return re.findall(r"http\S+/notices#\S+", letter.get_content())


def test_mail_goes_to_whoever_agreed_until_they_have_enough(tmp_path: Path) -> None:
    with mail_server(free_port()) as post:
        more = {**QUICK, "mail": post.url, "mail_from": "club@example.org"}
        with served(tmp_path, **more) as server:
            opened = server.open("blox", "link link")
            seat = mover_of(server, opened)
            for address in ("ana@example.org", "Ana@example.org"):
                told = tell(server, opened, seat, kind="mail", address=address).json()["ways"]
                assert told[-1]["agreed"] is False
            asked = post.next()
            assert (asked["to"], asked["from"]) == ("ana@example.org", "club@example.org")
            yes, no = links(asked)
            assert answer(server, yes.replace("#on", "#off")).status_code == 404
            play(server, opened)
            play(server, opened)
            assert post.letters.empty(), "nobody is told, or asked, twice"
            assert answer(server, yes).json() == {"on": True}
            play(server, opened)
            play(server, opened)
            letter = post.next()
            assert letter["subject"] == "Your turn: BLOX"
            assert f"/g/{opened.table}" in letter.get_content()
            assert answer(server, links(letter)[0]).json() == {"on": False}
            assert links(letter) == [no]


def test_a_mail_that_is_not_taken_for_now_is_sent_again(tmp_path: Path) -> None:
    with mail_server(free_port()) as post:
        more = {**QUICK, "mail": post.url, "mail_from": "club@example.org"}
        with served(tmp_path, **more) as server:
            opened = server.open("blox", "link link")
            tell(server, opened, 1 - mover_of(server, opened), kind="mail", address="a@example.org")
            yes, _ = links(post.next())
            assert answer(server, yes).json() == {"on": True}
            post.answers = ["451 come again"]
            play(server, opened)
            assert post.next()["subject"] == "Your turn: BLOX"
            wait_for(lambda: states(server, opened) == ["sent"], "never sent")
            assert (post.answers, post.letters.empty()) == ([], True)


def test_a_server_without_mail_says_so(server: Served) -> None:
    opened = server.open("blox", "link link")
    assert server.http.get("/api/notices").json()["mail"] is False
    refused = tell(server, opened, 0, kind="mail", address="ana@example.org")
    assert refused.json()["reason"] == "no-mail"


@pytest.mark.parametrize("address", ["ana", "a@b\r\nBcc: c@d.org", "a b@c.org", "ana@", "ä@b.org"])
def test_what_is_no_mail_address(tmp_path: Path, address: str) -> None:
    more = {**QUICK, "mail": "smtp://127.0.0.1:9", "mail_from": "club@example.org"}
    with served(tmp_path, **more) as server:
        opened = server.open("blox", "link link")
        refused = tell(server, opened, 0, kind="mail", address=address)
        assert refused.json()["reason"] == "no-address"


def test_few_are_asked_whether_they_want_mails(tmp_path: Path) -> None:
    with mail_server(free_port()) as post:
        mails = {"mail": post.url, "mail_from": "club@example.org"}
        slow = {"mails": 1e-6, "mails_burst": 2}
        with served(tmp_path, **QUICK, **mails, **slow) as server:
            opened = server.open("blox", "here here")

            def ask(address: str, host: str = "203.0.113.5") -> int:
                wish = {"seat": 0, "way": {"kind": "mail", "address": address}}
                headers = {"x-tourelle-secret": opened.keys[0], **from_address(host)}
                path = f"/api/tables/{opened.table}/notices"
                return int(server.http.post(path, json=wish, headers=headers).status_code)

            assert [ask(f"{name}@example.org") for name in ("ana", "ana", "ben", "cid")] == [
                201,
                201,
                201,
                429,
            ]
            assert ask("cid@example.org", "203.0.113.6") == 201
            assert {post.next()["to"] for _ in range(3)} == {
                f"{name}@example.org" for name in ("ana", "ben", "cid")
            }
            while server.lobby.seconds_to_wait("mails-of-all", "") == 0:
                pass  # others ask from everywhere
            assert ask("dan@example.org", "203.0.113.7") == 429
            assert post.letters.empty()
