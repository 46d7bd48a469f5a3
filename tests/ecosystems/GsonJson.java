//@ library: gson
import com.google.gson.*; import com.google.gson.reflect.*; import java.util.*;
/** Gson: objects, generics, trees, adapters. */
public class GsonJson {
  static class A { int x = 1; String s = "q\u20ac"; double[] d = {1.5, 2}; transient int t = 9; Map<String, Integer> m = new TreeMap<>(Map.of("k", 2)); enum E { ONE, TWO } E e = E.TWO; }
  public static void main(String[] args) {
    Gson g = new GsonBuilder().setPrettyPrinting().registerTypeAdapter(java.time.LocalDate.class, (JsonSerializer<java.time.LocalDate>) (d, t, c) -> new JsonPrimitive(d.toString())).create();
    String j = g.toJson(new A()); System.out.println(j); A b = new Gson().fromJson(j, A.class); System.out.println(b.s + b.d[1] + b.m + b.e + b.t);
    List<A> l = new Gson().fromJson("[{\"x\":5},{\"x\":6}]", new TypeToken<List<A>>() {}.getType()); System.out.println(l.size() + " " + l.get(1).x);
    System.out.println(g.toJson(java.time.LocalDate.of(2024, 2, 29)) + JsonParser.parseString("{\"a\":[1,{}]}").getAsJsonObject().get("a").getAsJsonArray().size());
    try { new Gson().fromJson("{", A.class); } catch (JsonSyntaxException e) { System.out.println("syntax"); }
  }
}
