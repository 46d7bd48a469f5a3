//@ library: flyway

import java.nio.file.*;
import java.sql.*;
import org.flywaydb.core.Flyway;

/** Two migrations of a database in memory. */
public class FlywayMigrations {
    public static void main(String[] a) throws Exception {
        Path d = Files.createTempDirectory("fly");
        Files.writeString(d.resolve("V1__a.sql"), "create table t(id int);\ninsert into t values(1);");
        Files.writeString(d.resolve("V2__b.sql"), "insert into t values(2);");
        Flyway f = Flyway.configure().dataSource("jdbc:h2:mem:f;DB_CLOSE_DELAY=-1", "sa", "").locations("filesystem:" + d).load();
        System.out.println(f.migrate().migrationsExecuted);
        for (var i : f.info().all()) System.out.println(i.getVersion() + " " + i.getDescription() + " " + i.getState() + " " + i.getChecksum());
        try (Connection k = DriverManager.getConnection("jdbc:h2:mem:f", "sa", ""); ResultSet r = k.createStatement().executeQuery("select sum(id) from t")) {
            r.next();
            System.out.println(r.getInt(1));
        }
    }
}
