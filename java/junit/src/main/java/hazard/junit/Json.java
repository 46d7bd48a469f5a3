package hazard.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the JSON (RFC 8259) that the program writes: objects as maps, arrays as lists, numbers as doubles or longs. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Map<?, ?> object(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipSpace();
    if (!(value instanceof Map<?, ?> map) || json.at != text.length()) {
      throw json.wrong("an object was expected");
    }
    return map;
  }

  private Object value() {
    skipSpace();
    char first = at < text.length() ? text.charAt(at) : ' ';
    switch (first) {
      case '{':
        return members();
      case '[':
        return elements();
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    while (!ends('}')) {
      String name = string();
      expect(':');
      members.put(name, value());
      separate('}');
    }
    return members;
  }

  private List<Object> elements() {
    List<Object> elements = new ArrayList<>();
    at++;
    while (!ends(']')) {
      elements.add(value());
      separate(']');
    }
    return elements;
  }

  private boolean ends(char end) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == end) {
      at++;
      return true;
    }
    return false;
  }

  private void separate(char end) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == end) {
      return;
    }
    expect(',');
    skipSpace();
  }

  private void expect(char wanted) {
    skipSpace();
    if (at >= text.length() || text.charAt(at) != wanted) {
      throw wrong("'" + wanted + "' was expected");
    }
    at++;
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char next = text.charAt(at++);
      if (next != '\\') {
        string.append(next);
        continue;
      }
      char escaped = text.charAt(at++);
      switch (escaped) {
        case 'n' -> string.append('\n');
        case 't' -> string.append('\t');
        case 'r' -> string.append('\r');
        case 'b' -> string.append('\b');
        case 'f' -> string.append('\f');
        case 'u' -> {
          string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        }
        default -> string.append(escaped);
      }
    }
    expect('"');
    return string.toString();
  }

  private Object number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(start, at);
    try {
      return digits.matches("-?\\d{1,18}") ? (Object) Long.valueOf(digits) : (Object) Double.valueOf(digits);
    } catch (NumberFormatException none) {
      throw wrong("a value was expected");
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong("a value was expected");
    }
    at += word.length();
    return value;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("not the JSON of hazard, at character " + at + ": " + what);
  }
}
