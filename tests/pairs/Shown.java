import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** What the programs that Generate writes have in common: results as text, and elements of queues and updaters. */
@SuppressWarnings({"rawtypes", "unchecked"})
class Shown {
    static String show(Object result) {
        if (result instanceof Iterator) {
            List<Object> rest = new ArrayList<>();
            ((Iterator<Object>) result).forEachRemaining(rest::add);
            return "iterator " + rest;
        }
        if (result instanceof java.util.Spliterator) {
            List<Object> rest = new ArrayList<>();
            ((java.util.Spliterator<Object>) result).forEachRemaining(rest::add);
            return "spliterator " + rest;
        }
        if (result instanceof java.util.stream.Stream) {
            return "stream " + Arrays.toString(((java.util.stream.Stream<Object>) result).toArray());
        }
        if (result instanceof Object[]) {
            return Arrays.toString((Object[]) result);
        }
        boolean isPlain = result == null || result instanceof Number || result instanceof Boolean || result instanceof CharSequence
                || result instanceof Character || result instanceof Collection || result instanceof Map || result instanceof Map.Entry
                || result instanceof Due;
        return isPlain ? String.valueOf(result) : result.getClass().getSimpleName();
    }

    static <C extends Collection> C fill(C collection, Object... elements) {
        for (Object element : elements) {
            collection.add(element);
        }
        return collection;
    }

    static class Target {
        volatile int i = 1;
        volatile long l = 1;
        volatile Object r = 1;
    }

    static class Task extends java.util.TimerTask {
        @Override
        public void run() {
        }
    }

    static class Due implements Delayed {
        final int number;

        Due(int number) {
            this.number = number;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return Integer.compare(number, ((Due) other).number);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Due && ((Due) other).number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return "due" + number;
        }
    }
}
