//@ library: dom4j
import org.dom4j.*; import org.dom4j.io.*; import java.io.*;
/** dom4j: building, parsing, writing of XML. */
public class Dom4jDocuments { public static void main(String[] a) throws Exception { Document d = DocumentHelper.createDocument(); Element r = d.addElement("root"); r.addElement("item").addAttribute("id", "1").addText("one & <two>"); r.addElement("item").addAttribute("id", "2"); StringWriter w = new StringWriter(); XMLWriter x = new XMLWriter(w, OutputFormat.createPrettyPrint()); x.write(d); x.close(); System.out.print(w); Document e = new SAXReader().read(new StringReader("<a><b c='d'/><b/></a>")); System.out.println(e.getRootElement().elements("b").size() + e.getRootElement().element("b").attributeValue("c")); } }
