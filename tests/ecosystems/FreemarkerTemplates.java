//@ library: freemarker
import freemarker.template.*; import java.io.*; import java.util.*;
/** FreeMarker: lists, conditions, macros, formats. */
public class FreemarkerTemplates { public static void main(String[] a) throws Exception { Configuration c = new Configuration(Configuration.VERSION_2_3_32); c.setLocale(Locale.US); c.setNumberFormat("0.##"); Template t = new Template("t", new StringReader("<#macro b x>[${x}]</#macro><#list items as i><@b x=i.name?upper_case/>${i.price}<#if i?has_next>, </#if></#list> ${missing!'none'} ${(3/4)}"), c); StringWriter w = new StringWriter(); t.process(Map.of("items", List.of(Map.of("name", "a", "price", 1.5), Map.of("name", "b", "price", 2))), w); System.out.println(w); } }
