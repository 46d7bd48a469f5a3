// Two shoot in turn until one hits: the first with probability p, the second with q.
dtmc

const double p;
const double q;

module duel
  // Who shoots: 0 or 1; who has hit: 2 or 3.
  s : [0..3] init 0;
  [] s=0 -> p:(s'=2) + 1-p:(s'=1);
  [] s=1 -> q:(s'=3) + 1-q:(s'=0);
  [] s>1 -> true;
endmodule
