package shop;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives every article one number. */
public class Catalogue {
    private final ConcurrentMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    /** Each step is atomic, all of them together are not. */
    public int number(String article) {
        if (!numbers.containsKey(article)) {
            numbers.put(article, next.incrementAndGet());
        }
        return numbers.get(article);
    }

    public int numberSafely(String article) {
        return numbers.computeIfAbsent(article, name -> next.incrementAndGet());
    }
}
