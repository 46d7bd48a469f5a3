//@ library: xerces

import java.io.*;
import javax.xml.transform.stream.*;
import org.apache.xerces.jaxp.*;
import org.apache.xerces.jaxp.validation.*;
import org.w3c.dom.*;

/** A document, and others held against a schema. */
public class XercesSchemas {
    public static void main(String[] a) throws Exception {
        Document d = new DocumentBuilderFactoryImpl().newDocumentBuilder().parse(new ByteArrayInputStream("<a><b id='1'>t</b><b id='2'/></a>".getBytes()));
        NodeList l = d.getElementsByTagName("b");
        for (int i = 0; i < l.getLength(); i++) System.out.println(((Element) l.item(i)).getAttribute("id") + l.item(i).getTextContent());
        var s = new XMLSchemaFactory().newSchema(new StreamSource(new StringReader("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a'><xs:complexType><xs:sequence><xs:element name='n' type='xs:int' maxOccurs='2'/></xs:sequence></xs:complexType></xs:element></xs:schema>")));
        for (String x : new String[]{"<a><n>1</n></a>", "<a><n>x</n></a>", "<a/>"}) try {
            s.newValidator().validate(new StreamSource(new StringReader(x)));
            System.out.println("valid");
        } catch (org.xml.sax.SAXException e) {
            System.out.println(e.getMessage());
        }
    }
}
