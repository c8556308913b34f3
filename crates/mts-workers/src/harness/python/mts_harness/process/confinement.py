"""How a forked process confines itself to its own folder in `/proc` and its own number: Landlock's rules and the
filter of system calls that the tool gives, in the numbers of the kernel. It has the limits of its parent already."""

import os
import struct
import sys

__builtins__ = dict(vars(__import__("builtins")))

# Numbers of Linux, which are the same on every architecture but for old ones.
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
SIGKILL, FILTER, BENEATH = 9, 2, 1
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
# The folder that is another one for each process.
OWN = "/proc/self"
# Descriptors that may be held for the rules.
HELD = 128


class Confinement:
    def __init__(self, given):
        files, calls = given.get("files"), given.get("calls")
        self.libc, self.ruleset, self.rules, self.held = None, None, [], []
        self.program, self.places = b"", []
        is_needed = files is not None or calls is not None
        if sys.platform != "linux":
            return
        try:
            import ctypes
        except ImportError:
            if is_needed:
                raise
            return

        self.ctypes, self.libc = ctypes, ctypes.CDLL(None, use_errno=True)
        # The system calls take words of the machine.
        self.libc.syscall.argtypes = [ctypes.c_long, ctypes.c_void_p, ctypes.c_long, ctypes.c_long, ctypes.c_long]
        self.add = self.libc["syscall"]
        self.add.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_long, ctypes.c_char_p, ctypes.c_long]
        self.libc.prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_ulong]
        if files is not None:
            self.ruleset = struct.pack("=QQQ", *files["handled"])
            self.rules = [self.rule(access, path) for access, path in files["granted"]]
        if calls is not None:
            self.program = b"".join(struct.pack("=HBBI", *step) for step in calls["program"])
            self.places = [8 * at + 4 for at, step in enumerate(calls["program"]) if step[3] == calls["process"]]

    def rule(self, access, path):
        """The rule in the kernel's form, for a file that is the same for every process; the access and the path, for one
        that the process itself has to open."""
        if not path.startswith(OWN) and len(self.held) < HELD:
            try:
                self.held.append(os.open(path, os.O_PATH | os.O_CLOEXEC))
                return struct.pack("=Qi", access, self.held[-1])
            except OSError:
                pass
        return access, path

    def enter(self, parent):
        """Confines this process, for good. It dies with its parent."""
        if self.libc is None:
            return
        self.prctl(PR_SET_PDEATHSIG, SIGKILL, None)
        if os.getppid() != parent:
            raise ProcessLookupError("the parent is gone")
        if self.ruleset is not None or self.program:
            self.prctl(PR_SET_NO_NEW_PRIVS, 1, None)
        if self.ruleset is not None:
            self.restrict_files()
        for file in self.held:
            os.close(file)
        if self.program:
            self.filter_calls()

    def restrict_files(self):
        ruleset = self.checked(self.libc.syscall(CREATE_RULESET, self.ruleset, len(self.ruleset), 0, 0))
        for rule in self.rules:
            if type(rule) is bytes:
                self.checked(self.add(ADD_RULE, ruleset, BENEATH, rule, 0))
                continue
            access, path = rule
            try:
                file = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            self.checked(self.add(ADD_RULE, ruleset, BENEATH, struct.pack("=Qi", access, file), 0))
            os.close(file)
        self.checked(self.libc.syscall(RESTRICT_SELF, ruleset, 0, 0, 0))
        os.close(ruleset)

    def filter_calls(self):
        program = self.ctypes.create_string_buffer(self.program, len(self.program))
        for place in self.places:
            struct.pack_into("=I", program, place, os.getpid())
        steps = struct.pack("@HP", len(self.program) // 8, self.ctypes.addressof(program))
        self.prctl(PR_SET_SECCOMP, FILTER, steps)

    def prctl(self, option, number, place):
        self.checked(self.libc.prctl(option, number, place, 0, 0))

    def checked(self, found):
        if found < 0:
            raise OSError(self.ctypes.get_errno(), "the process cannot be confined")
        return found
