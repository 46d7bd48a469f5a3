//@ expect: assertion
// A copy of an object reads one field after the other.
public class HalfClonedObject implements Cloneable {
    int first;
    long second;

    public static void main(String[] args) throws CloneNotSupportedException {
        HalfClonedObject shared = new HalfClonedObject();
        new Thread(() -> {
            shared.first = 1;
            shared.second = 1;
        }).start();
        HalfClonedObject copy = (HalfClonedObject) shared.clone();
        assert copy.first == 1 || copy.second == 0 : "the second write was seen, and the first was not";
    }
}
