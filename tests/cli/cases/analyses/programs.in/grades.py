n = int(input())
sum = 0
best = 0
for i in range(n):
    grade = int(input())
    sum += grade
    if grade > best:
        best = grade
print("mean", sum / n)
print("passed", best >= 5)
