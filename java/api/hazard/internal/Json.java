package hazard.internal;

import hazard.Nondet;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Objects as JSON has them, for {@code Verify.createFromJSON}: names may stand in single quotes, and the value of a field may
 * be a choice, written as a call. No constructor runs; fields that are not named keep their zeros.
 */
public final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** A new object of that type. */
  public static Object read(Class<?> type, String json) {
    Json parser = new Json(json);
    Object tree = parser.value();
    if (!(tree instanceof Map)) {
      throw parser.error("an object");
    }
    return made(type, tree);
  }

  /** A call that stands for a value. */
  private static final class Call {
    final String name;
    final List<Object> arguments;

    Call(String name, List<Object> arguments) {
      this.name = name;
      this.arguments = arguments;
    }

    private int number(int index) {
      return ((Number) arguments.get(index)).intValue();
    }

    Object chosen() {
      int count = arguments.size();
      switch (name) {
        case "TrueFalse":
          return Nondet.bool();
        case "IntSet":
          return number(Nondet.choose(0, count - 1));
        case "DoubleSet":
          return ((Number) arguments.get(Nondet.choose(0, count - 1))).doubleValue();
        case "IntInterval":
          return Generators.interval(number(0), number(1), count > 2 ? number(2) : 1);
        case "RandomIntInerval":
        case "RandomIntInterval":
          return Generators.drawn(number(0), number(1), number(2), count > 3 ? number(3) : 0);
        default:
          Generators.refuse("the choice generator " + name + " in JSON");
          return null;
      }
    }
  }

  private static Object made(Class<?> type, Object tree) {
    if (tree instanceof Call) {
      return made(type, ((Call) tree).chosen());
    }
    if (tree == null) {
      return null;
    }
    if (type.isArray()) {
      List<?> elements = (List<?>) tree;
      Object array = Array.newInstance(type.getComponentType(), elements.size());
      for (int i = 0; i < elements.size(); i++) {
        Array.set(array, i, made(type.getComponentType(), elements.get(i)));
      }
      return array;
    }
    if (tree instanceof Number && (type.isPrimitive() || Number.class.isAssignableFrom(type))) {
      return number(type, (Number) tree);
    }
    if (tree instanceof Map) {
      return object(type, (Map<?, ?>) tree);
    }
    if (tree instanceof String && (type == char.class || type == Character.class) && ((String) tree).length() == 1) {
      return ((String) tree).charAt(0);
    }
    return tree;
  }

  private static Object number(Class<?> type, Number number) {
    if (type == byte.class || type == Byte.class) {
      return number.byteValue();
    } else if (type == short.class || type == Short.class) {
      return number.shortValue();
    } else if (type == int.class || type == Integer.class) {
      return number.intValue();
    } else if (type == long.class || type == Long.class) {
      return number.longValue();
    } else if (type == float.class || type == Float.class) {
      return number.floatValue();
    }
    return number.doubleValue();
  }

  private static Object object(Class<?> type, Map<?, ?> tree) {
    try {
      Object made = blank(type);
      for (Class<?> declaring = type; declaring != null && declaring != Object.class; ) {
        for (Field field : declaring.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && tree.containsKey(field.getName())) {
            field.setAccessible(true);
            Object value = made(field.getType(), tree.get(field.getName()));
            if (value != null || !field.getType().isPrimitive()) {
              field.set(made, value);
            }
          }
        }
        declaring = declaring.getSuperclass();
      }
      return made;
    } catch (ReflectiveOperationException failure) {
      throw new IllegalArgumentException(failure);
    }
  }

  /** An object that no constructor has seen. */
  private static Object blank(Class<?> type) throws ReflectiveOperationException {
    Class<?> access = Class.forName("sun.misc.Unsafe");
    Field instance = access.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    return access.getMethod("allocateInstance", Class.class).invoke(instance.get(null), type);
  }

  private Object value() {
    char first = peek();
    if (first == '{') {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (at++; peek() != '}'; ) {
        String name = string();
        expect(':');
        if (fields.containsKey(name)) {
          throw error("one value for " + name);
        }
        fields.put(name, value());
        separate('}');
      }
      at++;
      return fields;
    } else if (first == '[') {
      at++;
      return items(']');
    } else if (first == '"' || first == '\'') {
      return string();
    } else if (first == '-' || Character.isDigit(first)) {
      int start = at;
      while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
        at++;
      }
      String digits = text.substring(start, at);
      try {
        return digits.matches("-?\\d{1,18}") ? (Number) Long.valueOf(digits) : (Number) Double.valueOf(digits);
      } catch (NumberFormatException wrong) {
        at = start;
        throw error("a number");
      }
    } else if (Character.isJavaIdentifierStart(first)) {
      return word();
    }
    throw error("a value");
  }

  private Object word() {
    int start = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at);
    if (at < text.length() && peek() == '(') {
      at++;
      return new Call(name, items(')'));
    }
    switch (name) {
      case "true":
        return true;
      case "false":
        return false;
      case "null":
        return null;
      default:
        at = start;
        throw error("true, false, null or a choice such as IntSet(1, 2)");
    }
  }

  private List<Object> items(char end) {
    List<Object> items = new ArrayList<>();
    while (peek() != end) {
      items.add(value());
      separate(end);
    }
    at++;
    return items;
  }

  private void separate(char end) {
    if (peek() == ',') {
      at++;
    } else if (peek() != end) {
      throw error("a comma or " + end);
    }
  }

  private String string() {
    char quote = peek();
    if (quote != '"' && quote != '\'') {
      throw error("a name in quotes");
    }
    StringBuilder read = new StringBuilder();
    for (at++; at < text.length() && text.charAt(at) != quote; at++) {
      read.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
    }
    if (at >= text.length()) {
      throw error("a closing quote");
    }
    at++;
    return read.toString();
  }

  private char escaped() {
    at++;
    char escape = at < text.length() ? text.charAt(at) : '?';
    if (escape == 'u' && at + 4 < text.length()) {
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
    }
    int known = "\"'\\/bfnrt".indexOf(escape);
    if (known < 0) {
      throw error("an escape");
    }
    return "\"'\\/\b\f\n\r\t".charAt(known);
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw error(String.valueOf(wanted));
    }
    at++;
  }

  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at >= text.length()) {
      throw error("more");
    }
    return text.charAt(at);
  }

  private IllegalArgumentException error(String wanted) {
    return new IllegalArgumentException("JSON: " + wanted + " is expected at position " + (at + 1));
  }
}
