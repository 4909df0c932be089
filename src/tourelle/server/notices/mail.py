"""Mail through the host's own mail server."""

import re
import smtplib
import ssl
from email.message import EmailMessage
from typing import Final
from urllib.parse import unquote, urlsplit

from tourelle.server.gate.doors import is_loopback
from tourelle.server.notices.outward import NotTakenError, UnsureError
from tourelle.server.settings import Settings

PATIENCE: Final = 15.0
ADDRESS: Final = re.compile(
    r"^[^\s@<>\",;:()\[\]\\]{1,64}@[A-Za-z0-9.-]{1,190}\.?[A-Za-z0-9-]{1,63}$"
)


def is_address(text: str) -> bool:
    """Tell whether a text can be somebody's mail address."""
    return text.isascii() and len(text) <= 254 and ADDRESS.match(text) is not None


def letter(settings: Settings, to: str, subject: str, text: str, stop: str) -> EmailMessage:
    """Return a mail; `stop` is the link that ends them."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = settings.mail_from, to, " ".join(subject.split())
    made["List-Unsubscribe"] = f"<{stop}>"
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(text)
    return made


def send(settings: Settings, made: EmailMessage) -> None:
    """Hand a mail to the host's mail server; waits, so call it from a thread."""
    server = urlsplit(settings.mail)
    host, secure = server.hostname or "localhost", server.scheme == "smtps"
    context = ssl.create_default_context()
    given = False
    try:
        if secure:
            post: smtplib.SMTP = smtplib.SMTP_SSL(
                host, server.port or 465, timeout=PATIENCE, context=context
            )
        else:
            post = smtplib.SMTP(host, server.port or 587, timeout=PATIENCE)
        with post:
            post.ehlo()
            if not secure and post.has_extn("starttls"):
                post.starttls(context=context)
                secure = True
            if server.username:
                if not secure and not is_loopback(host):
                    raise NotTakenError("no TLS")
                post.login(unquote(server.username), unquote(server.password or ""))
            given = True
            post.send_message(made)
    except smtplib.SMTPResponseException as error:
        raise NotTakenError(f"{type(error).__name__} {error.smtp_code}") from None
    except (OSError, smtplib.SMTPException) as error:
        sure = not given or isinstance(error, smtplib.SMTPRecipientsRefused)
        raise (NotTakenError if sure else UnsureError)(type(error).__name__) from None
