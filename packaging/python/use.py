"""Uses the API as a newcomer would; run by packaging/test-dist.sh in a fresh environment, beside Lost.java and die.pm."""

import pathlib

import hazard

assert hazard.version(), "the program tells its version"

lost = hazard.check("Lost.java")
assert lost.verdict == "violated" and lost.violations[0].kind == "assertion", lost
assert lost.violations[0].message.endswith("an update is lost"), lost.violations[0].message
assert any("count" in step.text for step in lost.violations[0].trace), lost.violations[0].trace
assert "<table>" in lost._repr_html_()

die = hazard.mc("die.pm", properties=["P=? [ F s=7 & d=6 ]"], exact=True)
assert str(die.properties[0].fraction) == "1/6", die.properties

pathlib.Path("Coins.java").write_text(
    """
import java.util.Random;
public class Coins {
    public static void main(String[] args) {
        Random random = new Random();
        while (random.nextBoolean()) { }
    }
}
"""
)
model = hazard.model("Coins.java")
rows = model.matrix.sum(axis=1)
assert abs(rows - 1).max() < 1e-12, "every row is a distribution"
after = model.probability("end", steps=10)
# The coin is flipped until it falls the other way: after k flips that has happened with probability 1 - 2^-k.
assert all(abs(after[k] - (1 - 0.5**k)) < 1e-12 for k in range(11)), after
axes = model.plot("end", steps=10)
assert axes.get_xlabel() == "steps"

try:
    hazard.check("NoSuch.java")
    raise SystemExit("a file that does not exist was checked")
except hazard.HazardError as error:
    assert error.status == 2 and "NoSuch.java" in str(error), error
print("the Python API works")
