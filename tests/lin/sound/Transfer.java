/** Its operations exclude each other. */
public class Transfer {
  int mine = 2;
  int yours;

  public synchronized void pay() {
    mine--;
    yours++;
  }

  public synchronized int total() {
    return mine + yours;
  }
}
