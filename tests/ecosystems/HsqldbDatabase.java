//@ library: hsqldb
import java.sql.*;
/** HSQLDB in memory: tables, grouping, rollback, an error. */
public class HsqldbDatabase {
  public static void main(String[] args) throws Exception {
    try (Connection c = DriverManager.getConnection("jdbc:hsqldb:mem:test"); Statement s = c.createStatement()) {
      s.execute("create table t(id int primary key, kind varchar(10), n int)");
      for (int i = 0; i < 9; i++) s.executeUpdate("insert into t values(" + i + ",'k" + i % 3 + "'," + i * i + ")");
      try (ResultSet r = s.executeQuery("select kind, count(*), avg(n) from t group by kind order by kind")) { while (r.next()) System.out.println(r.getString(1) + " " + r.getInt(2) + " " + r.getInt(3)); }
      c.setAutoCommit(false); s.executeUpdate("delete from t"); c.rollback();
      try (ResultSet r = s.executeQuery("select count(*) from t")) { r.next(); System.out.println(r.getInt(1)); }
      try { s.executeQuery("select nothing from t"); } catch (SQLException e) { System.out.println(e.getSQLState()); }
    }
  }
}
