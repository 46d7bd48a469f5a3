//@ told: reads Elements.slots[0] (is null) Elements.java:13
//@ told: reads Elements.slots[0] (is null) Elements.java:13
//@ told: writes "second" to Elements.slots[0] (was null)
//@ told: writes "first" to Elements.slots[0] (was "second")
//@ told: main reads Elements.slots[0] (is "first") Elements.java:27
import java.util.Objects;

/** An element is told by the name of its array. */
public class Elements {
  static final Object[] slots = new Object[2];

  static void put(String name) {
    if (slots[0] == null) {
      slots[0] = name;
    } else {
      slots[1] = name;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread first = new Thread(() -> put("first"), "first");
    Thread second = new Thread(() -> put("second"), "second");
    first.start();
    second.start();
    first.join();
    second.join();
    Objects.requireNonNull(slots[0]);
    if (slots[1] == null) {
      throw new IllegalStateException("one is lost");
    }
  }
}
