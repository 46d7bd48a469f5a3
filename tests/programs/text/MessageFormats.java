import java.text.ChoiceFormat;
import java.text.MessageFormat;
import java.util.Locale;
public class MessageFormats {
    public static void main(String[] args) {
        Locale.setDefault(Locale.US);
        System.out.println(MessageFormat.format("{0} has {1} items, {0}!", "Bob", 1234567));
        System.out.println(MessageFormat.format("it''s {0,number,#.##} and '{0}' {2}", 3.14159, "unused"));
        System.out.println(MessageFormat.format("{0,number,percent} {1,number,integer} {0,number}", 0.256, 7.9));
        System.out.println(MessageFormat.format("There {0,choice,0#are no files|1#is one file|1<are {0} files}.", 0));
        System.out.println(MessageFormat.format("There {0,choice,0#are no files|1#is one file|1<are {0} files}.", 1));
        System.out.println(MessageFormat.format("There {0,choice,0#are no files|1#is one file|1<are {0} files}.", 1200));
        System.out.println(new ChoiceFormat("0#zero|1#one|2<many").format(2.5));
        try { MessageFormat.format("{bad}", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { MessageFormat.format("{0", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(MessageFormat.format("{0} {1}", null, true));
        System.out.println(new MessageFormat("{1}-{0}").toPattern());
    }
}
