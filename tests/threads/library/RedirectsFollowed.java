//@ outputs: false false | true false | true true
//@ expect: holds
// A plain static field of the library, which one thread sets and another reads twice.
import java.net.HttpURLConnection;

public class RedirectsFollowed {
    public static void main(String[] args) throws Exception {
        HttpURLConnection.setFollowRedirects(true);
        Thread other = new Thread(() -> {
            HttpURLConnection.setFollowRedirects(false);
        });
        other.start();
        boolean first = HttpURLConnection.getFollowRedirects();
        boolean second = HttpURLConnection.getFollowRedirects();
        other.join();
        System.out.println(first + " " + second);
    }
}
