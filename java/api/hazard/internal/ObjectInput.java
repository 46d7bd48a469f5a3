package hazard.internal;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Objects that are inputs. Where they are symbolic the machine keeps the list of those that were made here; on a plain Java virtual
 * machine they are drawn at random.
 */
public final class ObjectInput {
  private static final int DEPTH = 6;

  static ObjectInput last;

  Object value;
  /** The number of its name. */
  int name;
  /** If not zero, the place in {@link #value} that waits for an object of this name. */
  int waits;
  ObjectInput earlier;

  private ObjectInput() {}

  public static Object drawn(Class<?> type, boolean nullable) {
    try {
      return drawn(type, nullable, new ArrayList<>(), 0);
    } catch (ReflectiveOperationException exception) {
      throw new IllegalArgumentException("no object of " + type + " can be made: " + exception, exception);
    }
  }

  private static Object drawn(Class<?> type, boolean nullable, List<Object> made, int depth)
      throws ReflectiveOperationException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (type == boolean.class || type == Boolean.class) {
      return random.nextBoolean();
    } else if (type == byte.class || type == Byte.class) {
      return (byte) random.nextInt();
    } else if (type == short.class || type == Short.class) {
      return (short) random.nextInt();
    } else if (type == char.class || type == Character.class) {
      return (char) random.nextInt();
    } else if (type == int.class || type == Integer.class) {
      return random.nextInt();
    } else if (type == long.class || type == Long.class) {
      return random.nextLong();
    } else if (type == float.class || type == Float.class) {
      return Float.intBitsToFloat(random.nextInt());
    } else if (type == double.class || type == Double.class) {
      return Double.longBitsToDouble(random.nextLong());
    }
    boolean isOpen = !type.isInterface() && !Modifier.isAbstract(type.getModifiers()) || type.isArray() || type.isEnum();
    if (nullable && (depth >= DEPTH || !isOpen || random.nextInt(3) == 0)) {
      return null;
    }
    List<Object> known = new ArrayList<>();
    for (Object object : made) {
      if (type.isInstance(object)) {
        known.add(object);
      }
    }
    if (!known.isEmpty() && random.nextInt(3) == 0) {
      return known.get(random.nextInt(known.size()));
    }
    if (type == String.class) {
      return hazard.Symbolic.text("");
    } else if (type.isEnum()) {
      return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
    } else if (type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), random.nextInt(5));
      made.add(array);
      for (int i = 0; i < Array.getLength(array); i++) {
        Array.set(array, i, drawn(type.getComponentType(), true, made, depth + 1));
      }
      return array;
    }
    Object object = allocated(type);
    made.add(object);
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          field.set(object, drawn(field.getType(), true, made, depth + 1));
        }
      }
    }
    return object;
  }

  /** Without running a constructor. */
  private static Object allocated(Class<?> type) throws ReflectiveOperationException {
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field only = unsafe.getDeclaredField("theUnsafe");
    only.setAccessible(true);
    return unsafe.getMethod("allocateInstance", Class.class).invoke(only.get(null), type);
  }
}
