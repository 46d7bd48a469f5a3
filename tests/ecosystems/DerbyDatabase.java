//@ library: derby
import java.sql.*;
/** Derby in memory: tables, joins, a prepared statement, a violated constraint. */
public class DerbyDatabase {
  public static void main(String[] args) throws Exception {
    System.setProperty("derby.stream.error.field", "java.lang.System.err");
    try (Connection c = DriverManager.getConnection("jdbc:derby:memory:test;create=true"); Statement s = c.createStatement()) {
      s.execute("create table t(id int primary key, name varchar(10))");
      try (PreparedStatement p = c.prepareStatement("insert into t values(?, ?)")) { for (int i = 0; i < 4; i++) { p.setInt(1, i); p.setString(2, "n" + i); p.executeUpdate(); } }
      try (ResultSet r = s.executeQuery("select a.name, b.name from t a, t b where a.id < b.id order by a.id, b.id")) { while (r.next()) System.out.println(r.getString(1) + r.getString(2)); }
      try { s.executeUpdate("insert into t values(1, 'x')"); } catch (SQLException e) { System.out.println(e.getSQLState()); }
    }
  }
}
