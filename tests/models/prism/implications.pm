// Implications are read from the right, as in PRISM's grammar since 2024 (Storm 2.0.0 reads them from the left).
dtmc
formula right = x=0 => x=1 => x=2;
formula left = (x=0 => x=1) => x=2;
module walk
  x : [0..3] init 3;
  [] x=3 -> 1/4 : (x'=0) + 1/4 : (x'=1) + 1/2 : (x'=2);
  [] x<3 -> true;
endmodule
label "right" = x=3 => x=1 => x=2;
