//@ library: snakeyaml
import org.yaml.snakeyaml.*; import java.util.*;
/** SnakeYAML: loading and dumping of maps, lists, anchors, numbers. */
public class YamlDocuments { public static void main(String[] a) { Object o = new Yaml().load("a: &x [1, 2.5, yes]\nb: *x\nc: {d: null, e: 'q'}\nf: |\n  two\n  lines\n"); System.out.println(o); System.out.print(new Yaml().dump(new LinkedHashMap<>(Map.of("k", List.of(1, "two", Map.of("x", 3.5)))))); try { new Yaml().load("a: [1"); } catch (Exception e) { System.out.println(e.getClass().getSimpleName()); } } }
