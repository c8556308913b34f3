import os
import tempfile


def name(start):
    handle, path = tempfile.mkstemp(prefix="abc" + str(len(start)), suffix=".txt")
    os.close(handle)
    os.remove(path)
    return os.path.basename(path)


def written(text):
    handle, path = tempfile.mkstemp(prefix="abc", suffix=".txt")
    with os.fdopen(handle, "wb") as file:
        file.write(text.encode("utf-8", "replace"))
    size = os.path.getsize(path)
    os.remove(path)
    return size if size > 3 else -size
