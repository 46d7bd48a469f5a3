package words.hidden;

public class Loud implements words.Speaker {
    private int times = 3;

    public String say(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("nothing to say");
        }
        return text.toUpperCase() + "!";
    }
}
