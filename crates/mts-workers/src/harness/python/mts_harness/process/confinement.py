"""The sandbox that a forked process applies to itself.

The sandbox has Landlock rules and a seccomp filter of system calls. The tool sends the rules and the
filter in the number format of the kernel. Rules and filter depend on the process: the rules allow
the process its own folder in `/proc`, and the filter contains the process id. The process inherits
the resource limits from its parent."""

import os
import struct
import sys

__builtins__ = dict(vars(__import__("builtins")))

# Constants of Linux. The constants are the same on every architecture except a few old ones.
PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
SIGKILL, FILTER, BENEATH = 9, 2, 1
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
# This path names a different folder in each process.
OWN = "/proc/self"
# The parent keeps at most this many files open for the rules.
HELD = 128


class Confinement:
    """Prepares the sandbox in the parent and applies it in a forked process."""

    def __init__(self, given):
        """`given` has the Landlock rules as `files` and the seccomp filter as `calls`. Each part may be absent."""
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
                raise SystemExit(
                    "this CPython has no module `ctypes`, which the sandbox of the Python processes needs; "
                    "install a CPython with `ctypes`, or use `--sandbox off`"
                ) from None
            return

        self.ctypes, self.libc = ctypes, ctypes.CDLL(None, use_errno=True)
        # All arguments of a system call are machine words. `ctypes` needs a function object for each signature.
        self.libc.syscall.argtypes = [ctypes.c_long, ctypes.c_void_p, ctypes.c_long, ctypes.c_long, ctypes.c_long]
        self.add = self.libc["syscall"]
        self.add.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_long, ctypes.c_char_p, ctypes.c_long]
        self.libc.prctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_ulong]
        if files is not None:
            self.ruleset = struct.pack("=QQQ", *files["handled"])
            self.rules = [self.rule(access, path) for access, path in files["granted"]]
        if calls is not None:
            # The filter has a placeholder for the process id. `places` are the byte offsets of its occurrences.
            self.program = b"".join(struct.pack("=HBBI", *step) for step in calls["program"])
            self.places = [8 * at + 4 for at, step in enumerate(calls["program"]) if step[3] == calls["process"]]

    def rule(self, access, path):
        """Returns a rule as `bytes` in the kernel's format.

        The parent opens the file of the rule here. Returns the pair of access and path instead
        if the forked process must open the file. The forked process must open the file if the path depends on the
        process, if the parent already holds `HELD` files, or if the parent cannot open the file
        now."""
        if not path.startswith(OWN) and len(self.held) < HELD:
            try:
                self.held.append(os.open(path, os.O_PATH | os.O_CLOEXEC))
                return struct.pack("=Qi", access, self.held[-1])
            except OSError:
                pass
        return access, path

    def enter(self, parent):
        """Confines this forked process permanently. The kernel also kills it when the process `parent` ends."""
        if self.libc is None:
            return
        self.prctl("the signal at the end of the parent process", PR_SET_PDEATHSIG, SIGKILL, None)
        if os.getppid() != parent:
            raise ProcessLookupError("the parent process has ended")
        if self.ruleset is not None or self.program:
            self.prctl("the flag `no_new_privs`", PR_SET_NO_NEW_PRIVS, 1, None)
        if self.ruleset is not None:
            self.restrict_files()
        for file in self.held:
            os.close(file)
        if self.program:
            self.filter_calls()

    def restrict_files(self):
        """Applies the Landlock rules to this process.

        Skips a rule for a file that does not exist."""
        made = self.libc.syscall(CREATE_RULESET, self.ruleset, len(self.ruleset), 0, 0)
        ruleset = self.checked(made, "the ruleset of Landlock")
        for rule in self.rules:
            if type(rule) is bytes:
                self.checked(self.add(ADD_RULE, ruleset, BENEATH, rule, 0), "a rule of Landlock")
                continue
            access, path = rule
            try:
                file = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            added = self.add(ADD_RULE, ruleset, BENEATH, struct.pack("=Qi", access, file), 0)
            self.checked(added, f"the rule of Landlock for {path}")
            os.close(file)
        self.checked(self.libc.syscall(RESTRICT_SELF, ruleset, 0, 0, 0), "the restriction by Landlock")
        os.close(ruleset)

    def filter_calls(self):
        """Writes the id of this process into the seccomp filter and installs the filter."""
        program = self.ctypes.create_string_buffer(self.program, len(self.program))
        for place in self.places:
            struct.pack_into("=I", program, place, os.getpid())
        steps = struct.pack("@HP", len(self.program) // 8, self.ctypes.addressof(program))
        self.prctl("the seccomp filter", PR_SET_SECCOMP, FILTER, steps)

    def prctl(self, part, option, number, place):
        self.checked(self.libc.prctl(option, number, place, 0, 0), part)

    def checked(self, found, part):
        """Returns the result of a C function. Raises `OSError` with the part of the sandbox if the function failed."""
        if found < 0:
            raise OSError(f"the kernel refused {part}: {os.strerror(self.ctypes.get_errno())}")
        return found
