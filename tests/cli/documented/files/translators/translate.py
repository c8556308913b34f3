import os
import sys

from model import translated

made = translated(sys.stdin.read(), os.environ["MTS_CLASS"], os.environ["MTS_METHOD"])
print(made["python"] if "python" in made else sys.exit(made["error"]))
