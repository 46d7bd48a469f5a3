import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sorting objects by two keys: comparators, lambdas, interface calls. */
public class SortingObjects {
  record Person(String name, int age) {}

  public static void main(String[] args) {
    long check = 0;
    for (int round = 0; round < 5; round++) {
      List<Person> people = new ArrayList<>();
      int value = 7 + round;
      for (int i = 0; i < 20_000; i++) {
        value = value * 1103515245 + 12345;
        people.add(new Person("name" + (value >>> 20), (value >>> 8) % 90));
      }
      people.sort(Comparator.comparingInt(Person::age).thenComparing(Person::name));
      check = 31 * check + people.get(people.size() / 2).hashCode();
    }
    System.out.println(check);
  }
}
