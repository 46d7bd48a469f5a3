// Process algebra: `b` is shared by A and B only, `c` is hidden before C could take part.
mdp
module A
  a : [0..3];
  [b] a=0 -> (a'=1);
  [c] a=1 -> 0.5:(a'=2) + 0.5:(a'=3);
endmodule
module B
  x : [0..1];
  [b] x=0 -> (x'=1);
endmodule
module C
  y : [0..1];
  [c] y=0 & false -> (y'=1);
  [d] y=0 -> (y'=1);
endmodule
system ((A |[b]| B) / {c}) || C{d<-e} endsystem
rewards "hidden" [] true : 1; endrewards
rewards "renamed" [e] true : 3; [d] true : 100; endrewards
