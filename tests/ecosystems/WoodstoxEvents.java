//@ library: woodstox

import java.io.*;
import javax.xml.stream.*;

/** XML as a stream of events, read and written. */
public class WoodstoxEvents {
    public static void main(String[] a) throws Exception {
        XMLInputFactory f = XMLInputFactory.newFactory();
        System.out.println(f.getClass().getName());
        XMLStreamReader r = f.createXMLStreamReader(new StringReader("<!DOCTYPE a [<!ENTITY e 'ent'>]><a x='1' xmlns:q='urn:q'><q:b>t&amp;&e;</q:b><!--c--><![CDATA[cd]]></a>"));
        while (r.hasNext()) {
            int e = r.next();
            System.out.println(e + " " + (r.hasName() ? r.getName() : r.hasText() ? r.getText() : ""));
        }
        StringWriter o = new StringWriter();
        XMLStreamWriter w = XMLOutputFactory.newFactory().createXMLStreamWriter(o);
        w.writeStartDocument();
        w.writeStartElement("r");
        w.writeAttribute("k", "a\"b");
        w.writeCharacters("<>&");
        w.writeEndDocument();
        w.close();
        System.out.println(o);
        try {
            XMLStreamReader b = f.createXMLStreamReader(new StringReader("<a><b></a>"));
            while (b.hasNext()) b.next();
        } catch (XMLStreamException e) {
            System.out.println(e.getMessage());
        }
    }
}
