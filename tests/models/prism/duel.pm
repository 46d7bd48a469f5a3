// A game goes to whoever is two points ahead; each point is won with probability p.
dtmc
const double p;
module duel
  s : [-2..2] init 0;
  [] s>-2 & s<2 -> p : (s'=s+1) + 1-p : (s'=s-1);
  [] s=-2 | s=2 -> true;
endmodule
rewards "points"
  s>-2 & s<2 : 1;
endrewards
