//@ check:
//@ expect: holds
//@ outputs: 1 | 2
// A list that nobody locks loses an element, whether its method is called by name or through its mirror.

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

public class MethodMirror {
    final List<Integer> list = new ArrayList<>(List.of(0, 0, 0));

    MethodMirror() {
        list.clear();
    }

    void work() {
        try {
            Method add = ArrayList.class.getMethod("add", Object.class);
            add.invoke(list, 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        MethodMirror object = new MethodMirror();
        Thread other = new Thread(object::work);
        other.start();
        object.work();
        other.join();
        System.out.println(object.list.size());
    }
}
