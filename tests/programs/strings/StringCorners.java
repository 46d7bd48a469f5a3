import java.util.*;import java.nio.charset.*;import java.util.stream.*;
public class StringCorners {
  public static void main(String[] a) throws Exception{
    String s="Hello, Wörld €𝄞 ß";
    System.out.println(s.length()+" "+s.codePointCount(0,s.length())+" "+s.toUpperCase(Locale.ROOT)+" "+s.toLowerCase()+" "+s.indexOf('ö')+" "+s.lastIndexOf("l")+" "+s.indexOf("x"));
    for(Charset c:new Charset[]{StandardCharsets.UTF_8,StandardCharsets.ISO_8859_1,StandardCharsets.US_ASCII,StandardCharsets.UTF_16,StandardCharsets.UTF_16LE,StandardCharsets.UTF_16BE,Charset.forName("windows-1252"),Charset.forName("UTF-32")}){
      byte[] b=s.getBytes(c); System.out.println(c+" "+Arrays.toString(b)+" "+new String(b,c)); }
    System.out.println("a,b,,c,,".split(",").length+" "+Arrays.toString("a,b,,c,,".split(",",-1))+Arrays.toString("a1b22c".split("\\d+"))+Arrays.toString("".split(","))+Arrays.toString("abc".split(""))+Arrays.toString("a.b.c".split("\\.",2)));
    System.out.println("  trim\u2003 ".trim()+"|"+"  strip\u2003 ".strip()+"|"+" x ".stripLeading()+"|"+" x ".stripTrailing()+"|"+" ".isBlank()+"ab".repeat(3)+"x".compareTo("y")+"apple".compareToIgnoreCase("BANANA"));
    System.out.println("l1\nl2\r\nl3\r\rl5".lines().collect(Collectors.toList())+" "+"a\tb".translateEscapes()+" "+"x\\n\\u0041".length()+" "+" indent\n two".indent(2)+"|"+"   a\n  b".stripIndent()+"|");
    System.out.println("abcabc".replace('a','z')+"abcabc".replace("bc","")+"aXbX".replaceAll("X","\\$")+"aXbX".replaceFirst("X","[$0]")+"abc".contains("bc")+"abc".startsWith("b",1)+"abc".endsWith("")+"abc".matches("[a-c]+")+"abc".regionMatches(true,1,"XBC",1,2));
    System.out.println(String.join("-",List.of("x","y"))+String.valueOf((Object)null)+String.valueOf(new char[]{'o','k'})+String.copyValueOf(new char[]{'a','b','c'},1,2)+"abc".chars().sum()+"a𝄞".codePoints().boxed().collect(Collectors.toList())+"x".concat("y")+"abc".subSequence(0,2)+"%d %s".formatted(3,"q"));
    System.out.println("hello".hashCode()+" "+"".hashCode()+" "+s.hashCode()+" "+"Aa".equals("BB")+("Aa".hashCode()=="BB".hashCode())+" "+"ǅ".toLowerCase()+"ǆ".toUpperCase()+"İ".toLowerCase(Locale.ROOT).length()+"ΑΣ".toLowerCase()+"i".toUpperCase(new Locale("tr")));
    int n=0; for(Runnable r:new Runnable[]{()->"abc".charAt(3),()->"abc".substring(2,1),()->"abc".substring(4),()->"abc".substring(-1),()->new StringBuilder("x").deleteCharAt(1),()->new StringBuilder("abc").insert(5,"x"),()->new StringBuilder("abc").setCharAt(3,'x'),()->"abc".codePointAt(9),()->"x".repeat(-1),()->new StringBuilder("abc").replace(2,1,"x"),()->new StringBuilder("abc").delete(4,5),()->new StringBuilder("a").setLength(-1),()->String.valueOf((char[])null),()->"a".compareTo(null),()->new String(new byte[2],1,3),()->"abc".subSequence(1,9),()->new StringBuilder().append("abc",2,1)})
      try{ r.run(); System.out.println(n+++" ok"); }catch(RuntimeException e){System.out.println(n+++" "+e);}
    StringBuilder b=new StringBuilder(); b.append(1).append('c').append(2.5f).append(1e10).append(true).append((String)null).append(new char[]{'x'}).append(3L).appendCodePoint(0x1D11E).append("abcdef",1,3).insert(0,-5).reverse(); System.out.println(b+" "+b.length()+" "+b.indexOf("c")+" "+b.capacity());
    b.setLength(3); System.out.println(b+"|"+b.compareTo(new StringBuilder("lu"))+b.chars().count());
    System.out.println(new String("x").intern()=="x"); System.out.println(("a"+1+2)+(1+2+"a")+'a'+1+(char)('a'+1)+null+1.0f+-0.0);
    StringJoiner j=new StringJoiner(",","{","}"); j.setEmptyValue("EMPTY"); System.out.println(j); j.add("a").add(null).merge(new StringJoiner("+").add("p").add("q")); System.out.println(j+" "+j.length());
    System.out.println(new StringTokenizer("a b;c"," ;",true).countTokens()+" "+Collections.list(new StringTokenizer("k=v&x=y","=&")));
    System.out.println("Ａ１".codePointAt(0)+" "+Character.isDigit('１')+Character.getNumericValue('Ⅷ')+Character.getName('€')+Character.getType('_')+Character.UnicodeBlock.of('я')+Character.UnicodeScript.of('я')+Character.isJavaIdentifierStart('$')+Character.toChars(0x1F600).length+Character.digit('z',36)+Character.forDigit(11,16)+Character.isMirrored('(')+Character.isSurrogatePair('\ud83d','\ude00')+Character.toTitleCase('ǆ')+Character.isWhitespace('\u00a0')+Character.isSpaceChar('\u00a0')+Character.isIdeographic('漢')+Character.getDirectionality('א'));
    System.out.println(java.text.Normalizer.normalize("é",java.text.Normalizer.Form.NFD).length()+" "+java.text.Normalizer.normalize("ﬁ",java.text.Normalizer.Form.NFKC)+" "+java.text.Collator.getInstance(Locale.US).compare("côte","cote"));
  }
}
