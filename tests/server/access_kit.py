"""Certificates made on the spot, tokens, and questions over TLS."""
import hashlib
import http.client
import json
import pathlib
import re
import ssl
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOKENS = {"ada": "token of ada", "bob": "token of bob", "loans": "token of loans"}
ROLES = {"viewer": "bob", "editor": "ada", "pusher": "loans"}


def digest(token):
    return "sha256:" + hashlib.sha256(token.encode()).hexdigest()


def make_certificate(folder, name="server"):
    """A certificate of its own authority for 127.0.0.1 and localhost, and its key."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=" + name,
         "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
         "-keyout", f"{name}.key", "-out", f"{name}.pem"],
        cwd=folder, check=True, capture_output=True)
    (folder / f"{name}.key").chmod(0o600)


def users(tls=True):
    """The tables of a configuration: one user for each role."""
    lines = ["[tls]", 'certificate = "server.pem"', 'key = "server.key"'] if tls else []
    for role, name in ROLES.items():
        lines += [f"[access.user.{name}]", f'role = "{role}"',
                  f'tokens = ["{digest(TOKENS[name])}"]']
    return "\n".join(lines) + "\n"


def trusting(folder, name="server.pem"):
    """What a client needs to believe the server."""
    return ssl.create_default_context(cafile=str(folder / name))


def ask(port, method, path, body=None, headers=None, context=None, host="127.0.0.1"):
    """Status, answer (decoded if it is JSON) and headers."""
    connection = (http.client.HTTPSConnection(host, port, timeout=60, context=context)
                  if context else http.client.HTTPConnection(host, port, timeout=60))
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        is_json = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status, json.loads(data) if is_json and data else data, answer.headers
    finally:
        connection.close()


def bearer(name):
    return {"Authorization": "Bearer " + TOKENS.get(name, name)}


def documented_addresses(program):
    """Method, address and {role: word} of every row in the documentation."""
    text = (ROOT / "docs/reference/access.md").read_text(encoding="utf-8")
    part = text.split(f"## Addresses of `fairmon {program}`")[1].split("\n## ")[0]
    for method, address, cells in re.findall(r"^\| ([A-Z]+) (/\S*) \| (.*) \|$", part, re.M):
        yield method, address, dict(zip(("viewer", "editor", "pusher"), cells.split(" | ")))


def expected(word):
    """Statuses that a word of the documentation rules out, and the one it means."""
    return {"no": 403}.get(word.split(",")[0])


def audit(folder, name):
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]
