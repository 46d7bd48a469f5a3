//@ library: xstream
//@ java: --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.text=ALL-UNNAMED --add-opens=java.desktop/java.awt.font=ALL-UNNAMED
import com.thoughtworks.xstream.*; import com.thoughtworks.xstream.io.xml.*; import java.util.*;
/** XStream: objects to XML and back. */
public class XstreamObjects { public static class P { String name = "Ann"; int age = 3; List<String> tags = new ArrayList<>(List.of("x", "y")); P friend; } public static void main(String[] a) { XStream x = new XStream(new DomDriver()); x.allowTypesByWildcard(new String[] {"**"}); x.alias("person", P.class); P p = new P(); p.friend = p; String s = x.toXML(p); System.out.println(s); P q = (P) x.fromXML(s); System.out.println(q.name + q.tags + (q.friend == q)); } }
