//@ library: jaxb

import jakarta.xml.bind.*;
import jakarta.xml.bind.annotation.*;
import java.io.*;
import java.util.*;

/** Objects to XML and back. */
public class JaxbDocuments {
    @XmlRootElement @XmlAccessorType(XmlAccessType.FIELD) public static class Lib {
        @XmlAttribute public int id;
        @XmlElementWrapper(name = "books") @XmlElement(name = "book") public List<Book> books = new ArrayList<>();
    }

    @XmlAccessorType(XmlAccessType.FIELD) public static class Book {
        @XmlElement public String title;
        @XmlJavaTypeAdapterless public Kind kind = Kind.A;
        public Book() {} Book(String t) {
            title = t;
        }
    }

    @interface XmlJavaTypeAdapterless {} @XmlEnum public enum Kind { A, @XmlEnumValue("bee") B } public static void main(String[] a) throws Exception {
        JAXBContext c = JAXBContext.newInstance(Lib.class);
        Lib l = new Lib();
        l.id = 7;
        l.books.add(new Book("x<y"));
        Book b = new Book("z");
        b.kind = Kind.B;
        l.books.add(b);
        Marshaller m = c.createMarshaller();
        m.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
        StringWriter w = new StringWriter();
        m.marshal(l, w);
        System.out.println(w);
        Lib r = (Lib) c.createUnmarshaller().unmarshal(new StringReader(w.toString()));
        System.out.println(r.id + r.books.get(0).title + r.books.get(1).kind);
        try {
            c.createUnmarshaller().unmarshal(new StringReader("<nope/>"));
        } catch (UnmarshalException e) {
            System.out.println(e.getMessage());
        }
    }
}
