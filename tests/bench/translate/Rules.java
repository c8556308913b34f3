import java.util.*;

class Rules {
    static int wraps(int a, int b) {
        int h = 17;
        h = 31 * h + a;
        h = 31 * h + b;
        h ^= h >>> 7;
        h += h << 3;
        return -h;
    }

    static long longs(long a, long b) {
        long x = a * b + (a >> 3) - (b >>> 5);
        x <<= 7;
        return x % 1000003 + ~a / 3;
    }

    static int divides(int a, int b) {
        if (b == 0) {
            return a / 7 + a % 7;
        }
        return a / b * 10 + a % b;
    }

    static int throwing(int a, int b) {
        return a / b;
    }

    static int narrows(int x, double d) {
        byte b = (byte) x;
        short s = (short) (x * 3);
        b += 100;
        s -= d;
        char c = (char) (x + 1);
        c += 2;
        int i = (int) d;
        i += d;
        return b + s * 2 + c + i;
    }

    static double floats(double a, double b) {
        double sum = a / b + a % b + Math.sqrt(a) + Math.max(a, b) + Math.round(b);
        float f = (float) a;
        f = f * 1.1f + 3;
        return sum + f + Math.floor(b) - Math.ceil(a) + Math.pow(b, 2);
    }

    static String texts(double d, float f, long n, boolean t, char c, String s) {
        String out = "" + d + ',' + f + ';' + n + t + c + s;
        out += c + 1;
        return out + null + (c + c) + new int[]{3}.length;
    }

    static int values(int n) {
        int i = n % 10;
        int[] a = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
        int k = i < 0 ? -i : i;
        a[k++] = k;
        a[k] += a[++k]-- + k++;
        int x = a[k - 1]++ + (k = 3) * a[k];
        a[--k] <<= x;
        return x + k + i++ + ++i - a[2] + a[3];
    }

    static int indexes(int[] a, int i) {
        int sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * (k + 1);
        }
        return sum + a[i];
    }

    static int labels(int n, int m) {
        int count = 0;
        outer:
        for (int i = 0; i < n % 50; i++) {
            for (int j = 0; j < 20; j++) {
                if ((i + j) % 7 == 3) {
                    continue outer;
                }
                if (i * j > m) {
                    break outer;
                }
                count += j;
            }
            count++;
        }
        return count;
    }

    static String switches(int n, String s) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            switch ((n + i) % 6) {
                case 0:
                    out.append('a');
                case 1:
                case 2:
                    out.append(i);
                    if (i == 4) break;
                    out.append('!');
                    break;
                case 3:
                    continue;
                default:
                    out.append("d");
                    break;
                case -2:
                    out.append(n);
            }
            out.append('.');
        }
        switch (s) {
            case "a", "b" -> out.append(1);
            case "" -> {
                return "empty";
            }
            default -> out.append(s.length());
        }
        int v = switch (n % 3) {
            case 0 -> 7;
            case 1, 2 -> n;
            default -> -1;
        };
        return out.reverse().append(v).toString();
    }

    static int loops(int n) {
        int c = 0;
        n %= 40;
        for (int i = 1, j = 3; i <= n; i *= 2, j--) {
            if (i == 4) continue;
            c += i - j;
        }
        int i = 0;
        do {
            if (i == 2) continue;
            c += i;
        } while (++i < n);
        while (true) {
            if (c-- < 5) break;
            c /= 2;
        }
        for (int k = n; k >= 0; k -= 3) {
            c += k;
            if (k == 6) k++;
        }
        return c * 100 + i;
    }

    static int chars(String s, char c) {
        int[] counts = new int[26];
        int other = 0;
        for (char x : s.toCharArray()) {
            if (x >= 'a' && x <= 'z') {
                counts[x - 'a']++;
            } else if (Character.isDigit(x) || x == c) {
                other += x - '0';
            } else {
                other += Character.toUpperCase(x) * 2;
            }
        }
        int best = 0;
        for (int i = 1; i < counts.length; i++) {
            if (counts[i] > counts[best]) best = i;
        }
        char last = (char) ('a' + best);
        last++;
        return other * 31 + last;
    }

    static String strings(String s, int n) {
        String t = s.trim().toLowerCase();
        String out = t.replace('a', 'b') + s.indexOf("b") + s.lastIndexOf('c') + s.contains("ab") + s.isEmpty();
        out += s.compareTo("abc") + s.hashCode();
        for (String part : s.split(",")) {
            out += "[" + part + "]";
        }
        if (s.length() > n && n >= 0) {
            out += s.substring(n) + s.charAt(n);
        }
        return out + String.valueOf(n) + Integer.toBinaryString(n) + Integer.toHexString(n) + String.format("%03d|%.2f", n, n / 4.0);
    }

    static String lists(int[] a) {
        List<Integer> list = new ArrayList<>();
        for (int x : a) {
            list.add(x);
        }
        Collections.sort(list, (x, y) -> y % 10 - x % 10);
        String out = "" + list;
        if (list.size() > 2) {
            list.remove(1);
            list.remove(Integer.valueOf(3));
            list.set(0, 9);
            list.add(1, list.get(0) + 1);
        }
        Deque<Integer> deque = new ArrayDeque<>(list.size());
        for (Integer x : list) {
            if (x % 2 == 0) deque.push(x); else deque.addLast(x);
        }
        PriorityQueue<Integer> queue = new PriorityQueue<>(Collections.reverseOrder());
        while (!deque.isEmpty()) {
            queue.add(deque.pop());
        }
        out += queue.peek();
        while (queue.size() > 1) {
            out += " " + queue.poll();
        }
        Stack<Integer> stack = new Stack<>();
        stack.push(1);
        return out + list.indexOf(9) + list.contains(10) + stack.pop() + stack.empty();
    }

    static String maps(String s, int k) {
        Map<Character, Integer> counts = new HashMap<>();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            counts.put(c, counts.getOrDefault(c, 0) + 1);
        }
        String out = "";
        for (Map.Entry<Character, Integer> e : counts.entrySet()) {
            out += e.getKey() + "=" + e.getValue() + ";";
        }
        TreeMap<Integer, String> sorted = new TreeMap<>();
        sorted.put(k, "k");
        sorted.put(3, "three");
        sorted.put(-5, "five");
        for (int key : sorted.keySet()) {
            out += key + sorted.get(key);
        }
        Set<Integer> set = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            if (!set.add(k * i % 4)) out += "again";
        }
        set.remove(2);
        for (int x : set) {
            out += x;
        }
        return out + counts.containsKey('a') + counts.get('z') + sorted.firstKey() + sorted;
    }

    static int handlers(String s, int[] a, int i) {
        int r = 0;
        try {
            r = Integer.parseInt(s);
            r += a[i];
        } catch (NumberFormatException e) {
            r = -1;
        } catch (ArrayIndexOutOfBoundsException e) {
            r = -2;
        } finally {
            r *= 2;
        }
        if (r == 14) {
            throw new IllegalArgumentException("fourteen");
        }
        return r;
    }

    static int grids(int n, int m) {
        n = Math.abs(n % 6) + 1;
        m = Math.abs(m % 5) + 1;
        int[][] g = new int[n][m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                g[i][j] = i == 0 || j == 0 ? 1 : g[i - 1][j] + g[i][j - 1];
            }
        }
        int[] row = g[n - 1].clone();
        Arrays.sort(row);
        Arrays.fill(g[0], 4);
        int sum = 0;
        for (int[] r : g) {
            for (int x : r) sum += x;
        }
        return sum * 100 + row[m - 1] + Arrays.copyOf(row, 9)[8];
    }

    static int recursion(int n, boolean[] seen) {
        if (n <= 1 || n > 300) {
            return n;
        }
        if (seen.length > 0 & n % 2 == 0 ^ seen.length > 3) {
            return recursion(n / 2, seen) + helper(n);
        }
        return recursion(n - 1, seen) | 1;
    }

    static int helper(int lastValue) {
        return lastValue > 5 ? lastValue : ~lastValue;
    }
}
