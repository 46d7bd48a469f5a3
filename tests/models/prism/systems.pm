// Systems with names: the one without is the model, whatever stands first, and says by which names it consists of others. Another
// that nothing refers to counts for nothing, although it would let B go its own way.
mdp
system "free" (A ||| B) || C endsystem
module A
  a : [0..2];
  [b] a=0 -> 0.25:(a'=1) + 0.75:(a'=2);
endmodule
module B
  x : [0..1];
  [b] x=0 -> (x'=1);
endmodule
module C
  y : [0..1];
  [b] y=0 -> (y'=1);
endmodule
system "pair" / {b} ||| C endsystem
system "pair" A |[b]| B endsystem
