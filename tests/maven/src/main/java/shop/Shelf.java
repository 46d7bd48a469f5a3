package shop;

import java.util.ArrayDeque;
import java.util.Deque;

/** Room for one article. */
public class Shelf {
    private final Deque<String> articles = new ArrayDeque<>();

    public synchronized void put(String article) {
        articles.addLast(article);
        notifyAll();
    }

    /** Looks once before it waits, and not at all after. */
    public synchronized String take() throws InterruptedException {
        if (articles.isEmpty()) {
            wait();
        }
        return articles.removeFirst();
    }

    public synchronized String takeSafely() throws InterruptedException {
        while (articles.isEmpty()) {
            wait();
        }
        return articles.removeFirst();
    }
}
