KIND_DROP = -1
KIND_KEEP = 0
KIND_PUT = 1


def before(edits):
    return "".join(text for kind, text in edits if kind != KIND_PUT)


def kept(edits, end):
    return [edit for edit in edits if edit[0] == KIND_KEEP] + [(KIND_PUT, end)]


def joined(text, more):
    return (KIND_PUT, text + more)
