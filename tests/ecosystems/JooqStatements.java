//@ library: jooq
//@ java: -Dorg.jooq.no-logo=true -Dorg.jooq.no-tips=true

import static org.jooq.impl.DSL.*;

import java.sql.*;
import org.jooq.*;
import org.jooq.impl.*;

/** Statements of jOOQ: made, parsed and carried out on H2. */
public class JooqStatements {
    public static void main(String[] a) throws Exception {
        try (Connection k = DriverManager.getConnection("jdbc:h2:mem:j")) {
            DSLContext c = DSL.using(k, SQLDialect.H2);
            c.createTable("t").column("id", SQLDataType.INTEGER).column("n", SQLDataType.VARCHAR(20)).execute();
            for (int i = 0; i < 6; i++) c.insertInto(table(name("t")), field(name("id")), field(name("n"))).values(i, "n" + i % 3).execute();
            System.out.println(c.select(field(name("n")), count()).from(table(name("t"))).groupBy(field(name("n"))).orderBy(field(name("n"))).fetch());
            System.out.println(c.renderInlined(select(field("a", Integer.class).plus(1)).from(table("x")).where(field("b").eq("q'q").or(field("c").isNull()))));
            System.out.println(c.parser().parse("select a, b from t where a > 3 order by b limit 2"));
            c.transaction(t -> t.dsl().deleteFrom(table(name("t"))).where(field(name("id"), Integer.class).lt(3)).execute());
            System.out.println(c.fetchCount(table(name("t"))));
        }
    }
}
