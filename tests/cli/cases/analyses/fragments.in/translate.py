"""Translates a method that returns an expression; a piece alone as a model would that knows what it means."""
import re
import sys

java = sys.stdin.read()
head, body = re.search(r"static int (\w+\(.*?\)) \{(.*?)\n    \}", java, re.S).groups()
name, names = head.split("(")[0], [one.split()[-1] for one in head.split("(")[1].rstrip(")").split(",")]
value = re.search(r"return (.*);", body).group(1)
if value == "n >>> 1":
    value = "(n & 0xFFFFFFFF) >> 1"
elif name.startswith("piece"):
    sys.exit("no more today")
print(f"def {name}({', '.join(names)}):\n    return {value.replace('>>>', '>>')}")
