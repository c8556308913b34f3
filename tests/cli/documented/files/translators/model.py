"""Replaces a model. It answers with the translation of `cargo mts translate`."""

import json
import subprocess
import sys
import tempfile

from pathlib import Path


def translated(java, name, method):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, name.split(".")[-1] + ".java")
        file.write_text(java)
        words = ["cargo-mts", "translate", f"{file}#{method}", "--mode", "plain", "--keep-names"]
        made = subprocess.run(words, capture_output=True, text=True)
    return {"error": made.stderr} if made.returncode else {"python": made.stdout}


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        made = translated(asked["java"], asked["class"], asked["method"])
        print(json.dumps({"id": asked["id"], **made}), flush=True)
