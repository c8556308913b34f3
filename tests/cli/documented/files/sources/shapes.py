width = int(input())
height = int(input())
print("area", width * height)
