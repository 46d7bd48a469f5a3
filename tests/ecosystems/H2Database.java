//@ library: h2
import java.sql.*;
/** H2 in memory: tables, joins, transactions, prepared statements, constraints. */
public class H2Database {
  public static void main(String[] args) throws Exception {
    try (Connection c = DriverManager.getConnection("jdbc:h2:mem:test"); Statement s = c.createStatement()) {
      s.execute("create table item(id int primary key, name varchar(20), price decimal(8,2))");
      try (PreparedStatement p = c.prepareStatement("insert into item values(?,?,?)")) { for (int i = 1; i <= 5; i++) { p.setInt(1, i); p.setString(2, "item" + i); p.setBigDecimal(3, new java.math.BigDecimal(i * 10 + ".50")); p.addBatch(); } System.out.println(p.executeBatch().length); }
      try (ResultSet r = s.executeQuery("select count(*), sum(price), max(name) from item where id > 2")) { r.next(); System.out.println(r.getInt(1) + " " + r.getBigDecimal(2) + " " + r.getString(3)); }
      c.setAutoCommit(false); s.executeUpdate("update item set price = 0"); c.rollback();
      try (ResultSet r = s.executeQuery("select a.name, b.price from item a join item b on a.id = b.id + 1 order by a.id desc")) { while (r.next()) System.out.println(r.getString(1) + " " + r.getBigDecimal(2)); }
      try { s.executeUpdate("insert into item values(1, 'x', 1)"); } catch (SQLException e) { System.out.println(e.getSQLState()); }
    }
  }
}
