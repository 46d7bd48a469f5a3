//@ library: jackson
import com.fasterxml.jackson.annotation.*; import com.fasterxml.jackson.databind.*; import com.fasterxml.jackson.databind.node.*; import java.util.*;
/** Jackson: beans to JSON and back, trees, generics, an error. */
public class JacksonJson {
  public static class P { public String name; public int age; public List<String> tags = new ArrayList<>(); @JsonProperty("e-mail") public String mail; @JsonIgnore public int hidden = 7; public long total() { return 1; } }
  public static void main(String[] args) throws Exception {
    ObjectMapper m = new ObjectMapper();
    P p = new P(); p.name = "Ann \"A\""; p.age = 30; p.tags.addAll(List.of("x", "y")); p.mail = "a@b";
    String json = m.writeValueAsString(p); System.out.println(json);
    P q = m.readValue(json, P.class); System.out.println(q.name + q.age + q.tags + q.mail + q.hidden);
    JsonNode n = m.readTree("{\"a\":[1,2.5,{\"b\":null}],\"c\":true}"); System.out.println(n.at("/a/1").asDouble() + " " + n.path("a").size() + n.get("c"));
    ObjectNode o = m.createObjectNode(); o.put("k", 1).putArray("l").add(2).add("z"); System.out.println(m.writerWithDefaultPrettyPrinter().writeValueAsString(o));
    Map<String, List<Integer>> g = m.readValue("{\"x\":[1,2]}", new com.fasterxml.jackson.core.type.TypeReference<TreeMap<String, List<Integer>>>() {}); System.out.println(g);
    try { m.readValue("{\"age\":\"x\"}", P.class); } catch (Exception e) { System.out.println(e.getClass().getSimpleName()); }
  }
}
