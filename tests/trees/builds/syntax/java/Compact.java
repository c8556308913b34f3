import java.util.List;

int limit = 7;

int compactCapped(int n) {
    return n > limit ? limit : n;
}

record Pair(int a, int b) {
    int compactSum() {
        return a / 2 + b / 2;
    }
}

void main() {
    IO.println(compactCapped(9));
}
