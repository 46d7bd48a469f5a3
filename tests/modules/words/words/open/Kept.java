package words.open;

public class Kept {
    private String value = "kept";
}
