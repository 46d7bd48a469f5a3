//@ library: mustache
import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.Mustache;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Templates with sections, inverted sections, partial lists, escapes and functions. */
public class MustacheTemplates {
  public record Item(String name, int price, boolean last) {
    public List<String> tags() {
      return price > 10 ? List.of("dear", "rare") : List.of();
    }
  }

  public static void main(String[] args) {
    DefaultMustacheFactory factory = new DefaultMustacheFactory();
    String text = "{{title}}\n{{#items}}- {{name}}: {{price}}{{^last}},{{/last}} [{{#tags}}{{.}} {{/tags}}]\n{{/items}}"
        + "{{^nothing}}none{{/nothing}} {{{raw}}} {{raw}} {{! a comment }}{{#shout}}quiet {{title}}{{/shout}}\n";
    Mustache mustache = factory.compile(new StringReader(text), "page");
    Map<String, Object> scope = new TreeMap<>();
    scope.put("title", "A <b>list</b>");
    scope.put("raw", "<&\">");
    scope.put("items", List.of(new Item("pen", 3, false), new Item("lamp", 30, true)));
    scope.put("shout", (Function<String, String>) String::toUpperCase);
    StringWriter out = new StringWriter();
    mustache.execute(out, scope);
    System.out.print(out);
    try {
      factory.compile(new StringReader("{{#open}}"), "broken");
    } catch (RuntimeException e) {
      System.out.println(e.getMessage());
    }
  }
}
