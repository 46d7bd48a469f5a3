// Something comes after a while, and then one chooses: a single stage with rate 1, or two with rate 3 each. The single one is better
// while less than 0.3813 is left until the deadline.
ma

const double T;

module worker
  s : [0..5];

  <> s=0 -> 2 : (s'=1);
  [one] s=1 -> (s'=2);
  [two] s=1 -> (s'=3);
  <> s=2 -> 1 : (s'=5);
  <> s=3 -> 3 : (s'=4);
  <> s=4 -> 3 : (s'=5);
  <> s=5 -> 1 : true;
endmodule
