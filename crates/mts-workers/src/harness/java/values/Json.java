package mts_harness;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses JSON to plain Java objects, and writes string literals.
 *
 * <p>The objects are lists, maps, strings, Long, BigInteger, Double, Boolean and null. The JDK has no
 * JSON parser, and a library in the worker could hide or replace the version that the project uses.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        return new Json(text).value();
    }

    private char skip() {
        while (text.charAt(at) <= ' ') {
            at++;
        }
        return text.charAt(at);
    }

    private Object value() {
        char c = skip();
        switch (c) {
            case '{':
                return map();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                at += 4;
                return Boolean.TRUE;
            case 'f':
                at += 5;
                return Boolean.FALSE;
            case 'n':
                at += 4;
                return null;
            default:
                return number();
        }
    }

    private Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        while (skip() != '}') {
            if (text.charAt(at) == ',') {
                at++;
                skip();
            }
            String key = string();
            skip();
            at++;
            map.put(key, value());
        }
        at++;
        return map;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        at++;
        while (skip() != ']') {
            if (text.charAt(at) == ',') {
                at++;
            }
            list.add(value());
        }
        at++;
        return list;
    }

    private Object number() {
        int start = at;
        boolean whole = true;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '.' || c == 'e' || c == 'E') {
                whole = false;
            } else if (c != '-' && c != '+' && (c < '0' || c > '9')) {
                break;
            }
            at++;
        }
        String digits = text.substring(start, at);
        if (!whole) {
            return Double.valueOf(digits);
        }
        return digits.length() < 19 ? (Object) Long.valueOf(digits) : small(new BigInteger(digits));
    }

    /** Returns a Long if the number fits, so that equal numbers have the same class. */
    static Object small(BigInteger n) {
        return n.bitLength() < 64 ? (Object) n.longValue() : n;
    }

    private String string() {
        int start = ++at;
        int end = start;
        char c;
        while ((c = text.charAt(end)) != '"' && c != '\\') {
            end++;
        }
        at = end + 1;
        if (c == '"') {
            return text.substring(start, end);
        }
        StringBuilder out = new StringBuilder(text.substring(start, end));
        at = end;
        while ((c = text.charAt(at++)) != '"') {
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = text.charAt(at++);
            switch (c) {
                case 'b':
                    out.append('\b');
                    break;
                case 'f':
                    out.append('\f');
                    break;
                case 'n':
                    out.append('\n');
                    break;
                case 'r':
                    out.append('\r');
                    break;
                case 't':
                    out.append('\t');
                    break;
                case 'u':
                    out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                    break;
                default:
                    out.append(c);
            }
        }
        return out.toString();
    }

    /** Returns whether each surrogate is part of a pair. */
    static boolean isWellFormed(CharSequence s) {
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < s.length() && Character.isLowSurrogate(s.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Appends a string literal.
     *
     * <p>The UTF-8 encoding of the frame later turns lone surrogates into question marks, so the
     * encoder writes values with lone surrogates as UTF-16 units instead.
     */
    static void quote(StringBuilder out, CharSequence s) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
