// More states than can be built.
dtmc
module counter
  n : [0..1000000000000] init 0;
  [] n<1000000000000 -> 0.5 : (n'=n+1) + 0.5 : (n'=0);
endmodule
label "end" = n=1000000000000;
