package words;

public interface Speaker {
    String say(String text);
}
