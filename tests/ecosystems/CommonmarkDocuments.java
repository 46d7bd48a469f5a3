//@ library: commonmark
import org.commonmark.parser.*; import org.commonmark.renderer.html.*;
/** commonmark: Markdown to HTML. */
public class CommonmarkDocuments { public static void main(String[] a) { System.out.print(HtmlRenderer.builder().build().render(Parser.builder().build().parse("# Title\n\nA *b* **c** `d` [e](http://f \"g\")\n\n1. x\n2. y\n   - z\n\n> quote\n\n```java\nint x;\n```\n"))); } }
