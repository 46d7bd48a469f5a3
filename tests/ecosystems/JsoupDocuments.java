//@ library: jsoup
import org.jsoup.*; import org.jsoup.nodes.*; import org.jsoup.safety.*;
/** jsoup: parsing, selecting, changing and cleaning of HTML. */
public class JsoupDocuments { public static void main(String[] a) { Document d = Jsoup.parse("<html><body><div class=x><a href='/p?q=1&r'>One <b>bold</b></a><p>Two<p>Three</div></body>", "http://e.org/"); System.out.println(d.select("div.x > p").eachText() + d.select("a[href]").first().absUrl("href") + d.select("p:contains(Th)").size()); d.select("p").first().attr("id", "f").append("<i>!</i>"); System.out.println(d.body().html()); System.out.println(Jsoup.clean("<script>x</script><b onclick=1>ok</b>", Safelist.basic())); } }
