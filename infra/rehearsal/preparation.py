"""What operators do by hand before and after a first deployment, as docs/operations.md says."""

import json
import subprocess
from pathlib import Path

from provider import CREDENTIALS
from steps import expect

ROOT = Path(__file__).resolve().parents[2]


def make_secrets(emulator, folder, key_file):
    """Makes the secrets. Returns the parameters of the stack that follow from them."""
    key = folder / "admin-token.der"
    _openssl("genpkey", "-algorithm", "ed25519", "-outform", "DER", "-out", str(key))
    public = _openssl("pkey", "-inform", "DER", "-in", str(key), "-pubout", "-outform", "DER")[-32:]
    contents = {
        "ProviderSecretArn": CREDENTIALS,
        "AdminTokenSecretArn": {"private_key": _base64(key.read_bytes())},
        "SheetsSecretArn": key_file,
    }
    client = emulator.client("secretsmanager")
    made = {parameter: client.create_secret(Name=f"expo/{parameter}", SecretString=json.dumps(content))["ARN"]
            for parameter, content in contents.items()}
    return {**made, "AdminTokenPublicKey": _base64(public)}


def _openssl(*arguments, given=None):
    return subprocess.run(["openssl", *arguments], input=given, check=True, stdout=subprocess.PIPE).stdout


def _base64(data):
    return _openssl("base64", "-A", given=data).decode()


def operate(emulator, stack, request):
    """What `make admin` and `make rebuild` do with STACK: the answer of the function to one request."""
    done = emulator.client("lambda").invoke(
        FunctionName=stack.physical("Operations"), Payload=json.dumps(request).encode())
    answer = json.load(done["Payload"])
    expect("FunctionError" not in done and "message" in answer, f"{request['action']} failed: {answer}", "Operations")
    return answer


def make_administrator(emulator, stack, name, password):
    """What `make admin STACK=… NAME=…` does."""
    operate(emulator, stack, {"action": "create", "username": name, "password": password})


def documented_routes():
    """(method, path, content types of its answers) of every call in infra/openapi.json, which is generated from the code."""
    paths = json.loads((ROOT / "infra" / "openapi.json").read_text())["paths"]

    def kinds(operation):
        return {kind for answer in operation["responses"].values() for kind in answer.get("content", {})}

    return [(method.upper(), path, kinds(operation)) for path, operations in paths.items()
            for method, operation in operations.items()]
