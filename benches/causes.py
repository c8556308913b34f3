#!/usr/bin/env python3
"""Finds the causes of kills: repairs the port for one kind of operation at a time and counts the mutants that survive.

    causes.py BINARY CORPUS [--draw N --seed S] [--repairs TEXT] [-- OPTIONS OF bench]

The script takes the killed mutants of the pairs whose original functions agree on every input, and gets their
counterparts from `bench --counterparts`. Each repair rewrites all operations of one kind in these Python modules, so
that they behave as in Java. `bench --translator recorded:` then scores the modules again. If a mutant survives with a
repair, the repair's kind of operation is a cause of the kill. A kill may have several causes. The script counts the
kills without any cause, and with --draw it prints a random sample of the kills with their causes.

Limits: the script does not know Java's static types. One repair wraps sums, differences, products and shifts at 32
bits, and another repair wraps them at 64 bits; the results show which of them is right. The script finds integer
variables by their names in the Java text. The script changes no slices, and only the library calls that its source
names. A cause that needs two repairs at once appears only under `all of these`. `all of these` omits three repairs: two
that rewrite the same code as another repair, and one that another repair contains. The order of evaluation, aliasing
and recursion have no repair.
"""

import argparse
import ast
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

SUPPORT = '''
import math as _m
def _j_wrap(v, bits):
    if isinstance(v, int) and not isinstance(v, bool):
        half = 1 << (bits - 1)
        return (v + half) % (1 << bits) - half
    return v
def _j_whole(a): return isinstance(a, int) and not isinstance(a, bool)
def _j_div(a, b, floor):
    if _j_whole(a) and _j_whole(b) and b:
        q = abs(a) // abs(b)
        return q if (a < 0) == (b < 0) else -q
    return a // b if floor else a / b
def _j_rem(a, b):
    if _j_whole(a) and _j_whole(b) and b:
        return a - b * _j_div(a, b, True)
    if isinstance(a, float) or isinstance(b, float):
        return _m.fmod(a, b)
    return a % b
def _j_at(i):
    if _j_whole(i) and i < 0: raise IndexError(i)
    return i
def _j_true(v): return v > 0 if isinstance(v, (int, float)) and not isinstance(v, bool) else v
def _j_fdiv(a, b, floor):
    try:
        return a // b if floor else a / b
    except ZeroDivisionError:
        if _j_whole(a) and _j_whole(b): raise
        a = float(a)
        return _m.nan if a == 0 or a != a else _m.copysign(_m.inf, a)
class _j_math:
    def __getattr__(self, name):
        found = getattr(_m, name)
        if not callable(found): return found
        def call(*args):
            try:
                return found(*args)
            except ValueError:
                return -_m.inf if name.startswith('log') and args and args[0] == 0 else _m.nan
            except OverflowError:
                return _m.inf
        return call
def _j_int(v=0, *rest):
    if isinstance(v, float):
        if v != v: return 0
        return max(-0x80000000, min(0x7FFFFFFF, v if abs(v) == _m.inf else int(v)))
    return int(v, *rest)
def _j_none(v, instead): return instead if v is None else v
def _j_get(a, i):
    try:
        return a[i]
    except (KeyError, IndexError):
        if isinstance(a, (dict, list)) and (isinstance(a, dict) or _j_whole(i) and i >= 0): return 0
        raise
class _j_list(list):
    def __setitem__(self, i, v):
        if _j_whole(i) and i >= len(self): self.extend([0] * (i + 1 - len(self)))
        list.__setitem__(self, i, v)
def _j_remove(held, *args):
    if isinstance(held, set) and args: held.discard(args[0])
    else: return held.remove(*args)
def _j_kept(v): return int(v) if isinstance(v, float) and v == v and abs(v) != _m.inf else v
def _j_one(v): return v == 1 if _j_whole(v) else v
def _j_shift(a, n, left):
    n &= 31
    return _j_wrap(a << n, 32) if left else a >> n
'''

JUMPS = (ast.For, ast.AsyncFor, ast.While, ast.FunctionDef, ast.Lambda, ast.ClassDef)


def call(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), [a if isinstance(a, ast.AST) else ast.Constant(a) for a in args], [])


def loaded(target):
    return ast.parse(ast.unparse(target), mode="eval").body


class Operations(ast.NodeTransformer):
    """Rewrites binary operations, also those of augmented assignments. Subclasses define `operation`."""

    def operation(self, op, left, right):
        """Returns the new expression of an operation, or None if the operation stays."""
        return None

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return self.operation(node.op, node.left, node.right) or node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        made = self.operation(node.op, loaded(node.target), node.value)
        return ast.Assign([node.target], made) if made is not None else node


class Wrap(Operations):
    bits = 32

    def operation(self, op, left, right):
        if isinstance(op, (ast.Add, ast.Sub, ast.Mult, ast.Pow, ast.LShift)):
            return call("_j_wrap", ast.BinOp(left, op, right), self.bits)

    def visit_UnaryOp(self, node):
        self.generic_visit(node)
        return call("_j_wrap", node, self.bits) if isinstance(node.op, ast.USub) else node

    def visit_Call(self, node):
        self.generic_visit(node)
        known = isinstance(node.func, ast.Name) and node.func.id in ("abs", "sum", "pow", "int")
        return call("_j_wrap", node, self.bits) if known else node


class Wrap64(Wrap):
    bits = 64


class Division(Operations):
    def operation(self, op, left, right):
        if isinstance(op, (ast.Div, ast.FloorDiv)):
            return call("_j_div", left, right, isinstance(op, ast.FloorDiv))


class Remainder(Operations):
    def operation(self, op, left, right):
        return call("_j_rem", left, right) if isinstance(op, ast.Mod) else None


class Shifts(Operations):
    def operation(self, op, left, right):
        if isinstance(op, (ast.LShift, ast.RShift)):
            return call("_j_shift", left, right, isinstance(op, ast.LShift))


class Indexes(ast.NodeTransformer):
    """Makes negative indexes raise an exception."""

    def visit_Subscript(self, node):
        self.generic_visit(node)
        literal = isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.operand, ast.Constant)
        if not isinstance(node.slice, (ast.Slice, ast.Tuple)) and not literal:
            node.slice = call("_j_at", node.slice)
        return node


class Truth(ast.NodeTransformer):
    """Makes a number true as a condition only if it is greater than 0.

    Ports write `x` for Java's `x > 0`."""

    def condition(self, test):
        if isinstance(test, ast.BoolOp):
            test.values = [self.condition(value) for value in test.values]
            return test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self.condition(test.operand)
            return test
        return test if isinstance(test, (ast.Compare, ast.Constant)) else call("_j_true", test)

    def visit_If(self, node):
        self.generic_visit(node)
        node.test = self.condition(node.test)
        return node

    visit_While = visit_IfExp = visit_If


class TruthOne(Truth):
    """Makes a number true as a condition only if it is 1.

    Ports write `x` for Java's `x == 1`."""

    def condition(self, test):
        made = super().condition(test)
        if isinstance(made, ast.Call) and getattr(made.func, "id", "") == "_j_true":
            made.func.id = "_j_one"
        return made


class Limits(ast.NodeTransformer):
    """Replaces infinity, `sys.maxsize` and large round numbers by Java's largest `int`."""

    def large(self):
        return ast.Constant(0x7FFFFFFF)

    def visit_Attribute(self, node):
        self.generic_visit(node)
        return self.large() if node.attr in ("maxsize", "inf", "maxint") else node

    def visit_Name(self, node):
        is_limit = node.id.strip("_").lower().replace("_", "") in ("intmax", "maxint", "inf", "maxsize")
        return self.large() if is_limit and isinstance(node.ctx, ast.Load) else node

    def visit_UnaryOp(self, node):
        before = ast.dump(node.operand)
        self.generic_visit(node)
        changed = isinstance(node.op, ast.USub) and ast.dump(node.operand) != before
        return ast.Constant(-0x80000000) if changed and isinstance(node.operand, ast.Constant) else node

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "float" and len(node.args) == 1:
            given = node.args[0]
            if isinstance(given, ast.Constant) and isinstance(given.value, str) and "inf" in given.value.lower():
                return ast.Constant(-0x80000000) if "-" in given.value else self.large()
        self.generic_visit(node)
        return node

    def visit_BinOp(self, node):
        constant = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
        if constant and isinstance(node.op, ast.Pow) and isinstance(node.left.value, int):
            return self.large() if node.left.value ** abs(node.right.value) >= 10**6 else node
        self.generic_visit(node)
        return node

    def visit_Constant(self, node):
        digits = str(node.value)
        is_round = type(node.value) is int and node.value >= 10**6 and set(digits[1:]) <= {"0"}
        is_nines = type(node.value) is int and node.value >= 999 and set(digits) == {"9"}
        return self.large() if is_round or is_nines else node


class Loops(ast.NodeTransformer):
    """Rewrites `range` loops as Java's loops.

    They evaluate the bound before each iteration, and the variable keeps its value after the loop.
    """

    def update(self, node, step):
        return ast.AugAssign(ast.Name(node.target.id, ast.Store()), ast.Add(), step)

    def visit_For(self, node):
        self.generic_visit(node)
        is_range = isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range"
        if not is_range or node.orelse or not isinstance(node.target, ast.Name) or node.iter.keywords:
            return node
        args = node.iter.args
        start, stop = (ast.Constant(0), args[0]) if len(args) == 1 else args[:2]
        step = args[2] if len(args) == 3 else ast.Constant(1)
        down = isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub)
        test = ast.Compare(ast.Name(node.target.id, ast.Load()), [ast.Gt() if down else ast.Lt()], [stop])
        body = [self.before_continue(s, node, step) for s in node.body] + [self.update(node, step)]
        return [ast.Assign([ast.Name(node.target.id, ast.Store())], start), ast.While(test, body, [])]

    def before_continue(self, statement, loop, step):
        """Inserts the update of the loop variable before each `continue` of the loop."""
        if isinstance(statement, ast.Continue):
            return ast.If(ast.Constant(True), [self.update(loop, step), statement], [])
        if not isinstance(statement, JUMPS):
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(statement, field, None)
                if isinstance(inner, list):
                    setattr(statement, field, [self.before_continue(s, loop, step) for s in inner])
        return statement


class FloatingDivision(Operations):
    def operation(self, op, left, right):
        if isinstance(op, (ast.Div, ast.FloorDiv)):
            return call("_j_fdiv", left, right, isinstance(op, ast.FloorDiv))


class Domains(ast.NodeTransformer):
    """Makes functions of `math` return NaN or infinity instead of an exception.

    It also makes `int` work as Java's cast."""

    def visit_ImportFrom(self, node):
        if node.module != "math":
            return node
        names = [(a.asname or a.name, a.name) for a in node.names if a.name != "*"]
        made = [ast.Assign([ast.Name(own, ast.Store())], ast.Attribute(call("_j_math"), name, ast.Load())) for own, name in names]
        return [node, *made]

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "int":
            node.func.id = "_j_int"
        return node

    def visit_Name(self, node):
        return call("_j_math") if node.id == "math" and isinstance(node.ctx, ast.Load) else node


class Casts(ast.NodeTransformer):
    """Makes `int` of a float work as Java's cast."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "int":
            node.func.id = "_j_int"
        return node


class Returned(ast.NodeTransformer):
    """Converts the result to Java's return type: an integer, a boolean or a floating-point number."""

    into = None

    def visit_Return(self, node):
        self.generic_visit(node)
        if self.into and node.value is not None:
            node.value = ast.parse(self.into % ast.unparse(node.value), mode="eval").body
        return node

    def visit_Lambda(self, node):
        return node


class Elements(ast.NodeTransformer):
    """Makes new elements of lists 0 instead of `None`.

    Elements after the end and missing keys are also 0."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        lists = [side for side in (node.left, node.right) if isinstance(side, ast.List)]
        if isinstance(node.op, ast.Mult) and lists:
            lists[0].elts = [ast.Constant(0) if getattr(e, "value", 0) is None else e for e in lists[0].elts]
        return node

    def visit_ListComp(self, node):
        self.generic_visit(node)
        if isinstance(node.elt, ast.Constant) and node.elt.value is None:
            node.elt = ast.Constant(0)
        return node

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, (ast.Slice, ast.Tuple)):
            return call("_j_get", node.value, node.slice)
        return node

    def visit_AugAssign(self, node):
        if not isinstance(node.target, ast.Subscript):
            return self.generic_visit(node)
        return self.visit(ast.Assign([node.target], ast.BinOp(loaded(node.target), node.op, node.value)))

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "remove":
            return call("_j_remove", node.func.value, *node.args)
        return node

    def visit_Assign(self, node):
        self.generic_visit(node)
        is_list = isinstance(node.value, ast.List) or ast.unparse(node.value) == "list()"
        if is_list and isinstance(node.targets[0], ast.Name):
            node.value = call("_j_list", node.value)
        return node


class Fallen(ast.NodeTransformer):
    """Makes a function that ends without a value return 0, which is equal to false."""

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.body.append(ast.Return(ast.Constant(0)))
        return node

    def visit_Return(self, node):
        return ast.Return(ast.Constant(0)) if node.value is None else node


class Kept(ast.NodeTransformer):
    """Converts the values of variables that have an integer type in Java to integers."""

    names = frozenset()

    def visit_Assign(self, node):
        self.generic_visit(node)
        target = node.targets[0]
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Name) and normal(target.id) in self.names:
            node.value = call("_j_kept", node.value)
        return node

    def visit_AugAssign(self, node):
        whole = ast.Assign([node.target], ast.BinOp(loaded(node.target), node.op, node.value))
        target = node.target
        while isinstance(target, ast.Subscript):
            target = target.value
        return self.visit_Assign(whole) if isinstance(target, ast.Name) and normal(target.id) in self.names else node


def normal(name):
    return name.replace("_", "").lower()


def whole_names(java):
    """Returns the normalized names that a Java text declares with an integer type."""
    found = set()
    for declared in re.findall(r"\b(?:int|long|short|byte)\b((?:\s*\[\s*\])*\s*\w[^;)]*)", java):
        found.update(normal(word) for word in re.findall(r"(?:^|,)[\s\[\]]*(\w+)", declared))
    return frozenset(found)


RETURNED = {
    "int": "(lambda v: int(v) if isinstance(v, (bool, float)) and abs(v) != float('inf') and v == v else v)(%s)",
    "double": "(lambda v: float(v) if isinstance(v, (bool, int)) else v)(%s)",
    "boolean": "(lambda v: bool(v) if isinstance(v, int) else v)(%s)",
}
RETURNED["long"] = RETURNED["short"] = RETURNED["int"]
RETURNED["float"] = RETURNED["double"]

REPAIRS = {
    "integers wrap at 32 bits": [Wrap],
    "integers wrap at 64 bits": [Wrap64],
    "division truncates": [Division],
    "remainder has the sign of its dividend": [Remainder],
    "shifts are masked and wrap": [Shifts],
    "negative indexes throw": [Indexes],
    "a number as a condition is greater than 0": [Truth],
    "a number as a condition is 1": [TruthOne],
    "new elements, missing keys and elements after the end are 0": [Elements],
    "a function without a value returns 0": [Fallen],
    "integer variables hold integers": [Kept],
    "sentinels are Java's limits": [Limits],
    "loops over a range run as Java's loops": [Loops],
    "division of floating point by 0 gives infinity or NaN": [FloatingDivision],
    "functions of math give infinity or NaN": [Domains],
    "casts to int saturate": [Casts],
    "the result has Java's type": [Returned],
}
ALL = "all of these, wraps at 32 bits"
ALL64 = "all of these, wraps at 64 bits"


def repaired(text, row, classes):
    """Returns a module after these repairs, with the functions that the repairs call."""
    tree = ast.parse(text)
    for one in classes:
        transformer = one()
        if one is Returned:
            transformer.into = RETURNED.get(row["java_return"])
        if one is Kept:
            transformer.names = whole_names(row["java"])
        tree = transformer.visit(tree)
    return SUPPORT + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def main():
    given = sys.argv[1:]
    at_rest = given.index("--") if "--" in given else len(given)
    own, options = given[:at_rest], given[at_rest + 1 :]
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(usage=argparse.SUPPRESS, description=__doc__, formatter_class=form)
    parser.add_argument("binary")
    parser.add_argument("corpus")
    parser.add_argument("--draw", type=int, help="list this number of kills, which the seed selects, with their causes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repairs", help="try only repairs with this text in their names, and not all repairs at once")
    asked = parser.parse_args(own)
    with tempfile.TemporaryDirectory() as folder:
        measure(asked, options, folder)


def measure(asked, options, folder):
    """Measures all repairs and prints the results. `folder` is for temporary files."""
    def at(name):
        return os.path.join(folder, name)

    def bench(*more):
        command = [asked.binary, "bench", "--corpus", asked.corpus, *options, *more]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    bench("--per-pair", at("pairs"), "--per-mutant", at("mutants"), "--counterparts", at("all"))
    agreeing = {row["id"] for row in lines(at("pairs")) if row["ca"] == 1.0}
    rows = {(row["id"], row["mutant"]): row for row in lines(at("mutants"))}
    killed = [r for r in lines(at("all")) if r["id"] in agreeing and r["verdict"] == "killed"]
    corpus = {row["id"]: row for row in lines(asked.corpus)}

    def vanished(classes):
        """Returns the killed mutants that survive after these repairs."""
        with open(at("repaired"), "w", encoding="utf-8") as file:
            for row in killed:
                file.write(json.dumps({**row, "python": repaired(row["python"], corpus[row["id"]], classes)}) + "\n")
        bench("--translator", f"recorded:{at('repaired')}", "--per-mutant", at("after"))
        return {(r["id"], r["mutant"]) for r in lines(at("after")) if r["verdict"] == "survived"}

    alone = vanished([])
    whole = {(row["id"], row["mutant"]) for row in killed} - alone
    print(f"{len(killed)} kills in pairs that agree on every input; {len(alone)} of these kills do not occur with the "
          f"recording and do not count; {len(whole)} kills in {len({i for i, _ in whole})} pairs count")
    causes = collections.defaultdict(list)
    table = []
    every = [one for classes in REPAIRS.values() for one in classes if one not in (Wrap64, FloatingDivision, TruthOne, Casts)]
    both = {ALL: every, ALL64: [Wrap64 if one is Wrap else one for one in every]}
    asked_for = {name: classes for name, classes in REPAIRS.items() if (asked.repairs or "") in name}
    for name, classes in {**asked_for, **({} if asked.repairs else both)}.items():
        gone = vanished(classes) & whole
        table.append((name, len(gone)))
        for key in gone:
            causes[key].append(name)
    width = max(len(name) for name, _ in table)
    for name, count in table:
        print(f"  {name:<{width}}  {count:5}  {count / max(len(whole), 1):6.1%}")
    rest = [key for key in sorted(whole) if not causes[key]]
    print(f"  {'no repair':<{width}}  {len(rest):5}  {len(rest) / max(len(whole), 1):6.1%}")
    drawn = random.Random(asked.seed).sample(sorted(whole), min(asked.draw or 0, len(whole)))
    for number, key in enumerate(drawn, 1):
        row = rows[key]
        print(f"\n## {number} {row['id']} {row['operator']} line {row['line']}: {row['change']} "
              f"[{'exact' if row['exact'] else 'spliced'}; {row['why'][:200]}]\n"
              f"{row['java_edit']}\n---\n{row['python_edit']}\ncauses: {'; '.join(causes[key]) or 'none found'}")


if __name__ == "__main__":
    main()
