/** Five bodies under gravity: floating point and fields. */
public class NBody {
  static final class Body {
    double x, y, z, vx, vy, vz, mass;

    Body(double x, double y, double z, double vx, double vy, double vz, double mass) {
      this.x = x;
      this.y = y;
      this.z = z;
      this.vx = vx;
      this.vy = vy;
      this.vz = vz;
      this.mass = mass;
    }
  }

  static void advance(Body[] bodies, double step) {
    for (int i = 0; i < bodies.length; i++) {
      Body a = bodies[i];
      for (int j = i + 1; j < bodies.length; j++) {
        Body b = bodies[j];
        double dx = a.x - b.x;
        double dy = a.y - b.y;
        double dz = a.z - b.z;
        double square = dx * dx + dy * dy + dz * dz;
        double pull = step / (square * Math.sqrt(square));
        a.vx -= dx * b.mass * pull;
        a.vy -= dy * b.mass * pull;
        a.vz -= dz * b.mass * pull;
        b.vx += dx * a.mass * pull;
        b.vy += dy * a.mass * pull;
        b.vz += dz * a.mass * pull;
      }
    }
    for (Body body : bodies) {
      body.x += step * body.vx;
      body.y += step * body.vy;
      body.z += step * body.vz;
    }
  }

  public static void main(String[] args) {
    Body[] bodies = {
      new Body(0, 0, 0, 0, 0, 0, 39.5),
      new Body(4.84, -1.16, -0.1, 0.6, 2.8, -0.02, 0.037),
      new Body(8.34, 4.12, -0.4, -1.01, 1.82, 0.008, 0.011),
      new Body(12.9, -15.1, -0.22, 1.08, 0.87, -0.01, 0.0017),
      new Body(15.4, -25.9, 0.18, 0.98, 0.59, -0.03, 0.002)
    };
    for (int step = 0; step < 120_000; step++) {
      advance(bodies, 0.001);
    }
    System.out.println(bodies[0].x + " " + bodies[4].vz);
  }
}
