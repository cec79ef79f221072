"""The emulator's certificate: buckets refuse requests without TLS, as the template says."""

import subprocess


def make(folder):
    """Makes an authority of this rehearsal and a certificate for this machine. Returns their files: (authority,
    certificate, key)."""
    authority, authority_key = folder / "authority.pem", folder / "authority.key"
    certificate, key, request = folder / "server.pem", folder / "server.key", folder / "server.csr"
    extensions = folder / "server.ext"
    extensions.write_text("subjectAltName = DNS:localhost, IP:127.0.0.1\nbasicConstraints = critical, CA:FALSE\n")
    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    _openssl("req", "-x509", *new_key, "-keyout", authority_key, "-out", authority, "-days", "2",
             "-subj", "/CN=Rehearsal", "-addext", "keyUsage = critical, keyCertSign")
    _openssl("req", *new_key, "-keyout", key, "-out", request, "-subj", "/CN=localhost")
    _openssl("x509", "-req", "-in", request, "-CA", authority, "-CAkey", authority_key, "-CAcreateserial",
             "-out", certificate, "-days", "2", "-extfile", extensions)
    return authority, certificate, key


def _openssl(*arguments):
    subprocess.run(["openssl", *(str(one) for one in arguments)], check=True, stderr=subprocess.DEVNULL)
