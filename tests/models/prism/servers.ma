// Two servers: the left one is fast or slow by chance, the right one is in between. Once served, one waits and chooses again.
// A command with a rate beside one without never happens.
ma

module customer
  s : [0..4];

  [left] s=0 -> 0.5 : (s'=1) + 0.5 : (s'=2);
  [right] s=0 -> (s'=3);
  <> s=0 -> 1000 : (s'=4);
  <> s=1 -> 2 : (s'=4);
  <> s=2 -> 1 : (s'=4);
  <> s=3 -> 1.5 : (s'=4);
  <> s=4 -> 3 : (s'=0);
endmodule

label "served" = s=4;

rewards "time"
  true : 1;
endrewards

rewards "left"
  [left] true : 1;
endrewards

rewards "service"
  s>0 & s<4 : 2;
endrewards
