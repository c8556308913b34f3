print("long" if len(input()) > 3 else "short")
