package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class VisitorsTest {
  private final Visitors visitors = new Visitors();

  @Test
  void everyoneCounts() throws InterruptedException {
    Thread other = new Thread(visitors::visit);
    other.start();
    visitors.visit();
    other.join();
    assertEquals(2, visitors.count());
  }

  @Test
  void everyoneCountsInTurn() throws InterruptedException {
    Thread other = new Thread(visitors::visitInTurn);
    other.start();
    visitors.visitInTurn();
    other.join();
    assertEquals(2, visitors.count());
  }
}
