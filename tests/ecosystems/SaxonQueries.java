//@ library: saxon

import java.io.*;
import javax.xml.transform.stream.*;
import net.sf.saxon.s9api.*;

/** XPath, XQuery and XSLT on one document. */
public class SaxonQueries {
    public static void main(String[] a) throws Exception {
        Processor p = new Processor(false);
        XdmNode n = p.newDocumentBuilder().build(new StreamSource(new StringReader("<r><i v='3'/><i v='5'/><i v='1'/></r>")));
        XPathSelector s = p.newXPathCompiler().compile("for $i in //i order by number($i/@v) return string($i/@v)".replace("order by number($i/@v) ", "")).load();
        s.setContextItem(n);
        for (XdmItem i : s) System.out.println(i);
        XQueryEvaluator q = p.newXQueryCompiler().compile("for $i in //i order by number($i/@v) return <o>{$i/@v * 2}</o>").load();
        q.setContextItem(n);
        for (XdmItem i : q) System.out.println(i);
        StringWriter w = new StringWriter();
        Xslt30Transformer t = p.newXsltCompiler().compile(new StreamSource(new StringReader("<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output omit-xml-declaration='yes'/><xsl:template match='/'><s><xsl:value-of select='sum(//@v), format-number(1234.5, \"#,##0.00\")' separator='|'/></s></xsl:template></xsl:stylesheet>"))).load30();
        t.transform(n.asSource(), p.newSerializer(w));
        System.out.println(w);
    }
}
