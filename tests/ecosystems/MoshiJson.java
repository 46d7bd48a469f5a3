//@ library: moshi

import com.squareup.moshi.*;
import java.util.*;

/** Objects to JSON and back, and what Moshi complains of. */
public class MoshiJson {
    static class P {
        String name;
        int age;
        List<Integer> l;
        Map<String, P> m;
        transient int t = 9;
    }

    public static void main(String[] a) throws Exception {
        Moshi m = new Moshi.Builder().add(new Object() {
            @ToJson String to(java.math.BigDecimal d) {
                return d.toString();
            }
            @FromJson java.math.BigDecimal from(String s) {
                return new java.math.BigDecimal(s);
            }
        }).build();
        JsonAdapter<P> ad = m.adapter(P.class).indent(" ");
        P p = ad.fromJson("{\"name\":\"b\",\"age\":3,\"l\":[1,2],\"m\":{\"k\":{\"name\":\"c\"}},\"zz\":1}");
        System.out.println(ad.toJson(p));
        try {
            ad.fromJson("{\"age\":\"x\"}");
        } catch (JsonDataException e) {
            System.out.println(e.getMessage());
        }
        try {
            ad.failOnUnknown().fromJson("{\"q\":1}");
        } catch (JsonDataException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(m.adapter(java.math.BigDecimal.class).toJson(new java.math.BigDecimal("1.50")));
    }
}
