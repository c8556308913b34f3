def reached(target, steps):
    at = 0
    taken = 0
    while at < target:
        at += steps[taken % len(steps)]
        taken += 1
    return taken


target, n = map(int, input().split())
steps = list(map(int, input().split()))
assert len(steps) == n
print(reached(target, steps))
