import java.io.StringReader;
import java.io.StringWriter;
import java.util.Properties;
import java.util.TreeMap;
public class PropertiesText {
    public static void main(String[] args) throws Exception {
        Properties p = new Properties();
        p.load(new StringReader("# comment\n! other\nkey = value\nspaced\\ key:v\\\n   continued\nuni=\\u0041\\t!\nempty\n  lead   = x  \na:b=c\n"));
        new TreeMap<>(p).forEach((k, v) -> System.out.println("[" + k + "]=[" + v + "]"));
        Properties q = new Properties(p);
        q.setProperty("key", "override");
        System.out.println(q.getProperty("key") + " " + q.getProperty("uni") + " " + q.getProperty("none") + " " + q.getProperty("none", "dflt") + " " + q.size() + " " + q.stringPropertyNames().size());
        StringWriter w = new StringWriter();
        Properties one = new Properties();
        one.setProperty("k ey", "v=\u00e9 #!\n");
        one.store(w, null);
        String[] lines = w.toString().split(System.lineSeparator());
        System.out.println(lines.length + " " + lines[lines.length - 1].replace("\u00e9", "<e>"));
        try { p.load(new StringReader("x=\\u00zz")); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(System.getProperty("no.such") + " " + System.getProperty("no.such", "d") + " " + System.getProperty("file.separator") + System.getProperty("path.separator") + System.lineSeparator().length());
        System.setProperty("my.prop", "7");
        System.out.println(Integer.getInteger("my.prop") + " " + Boolean.getBoolean("my.prop") + " " + Long.getLong("absent", 3) + System.clearProperty("my.prop") + System.getProperty("my.prop"));
        System.out.println(System.getenv("SURELY_NOT_SET_ANYWHERE"));
    }
}
