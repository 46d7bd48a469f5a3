// Corners of the language: where tools disagree, the definition in the manual decides.
dtmc
const N = 4;
const bool flag = true;
formula next = mod(x-5, N);
global g : [-2..2] init -1;
module main
  x : [0..N] init N;
  b : bool;
  // mod is never negative: mod(-4, 4) is 0 and mod(-1, 4) is 3.
  [] x=N & !b -> 1/3 : (x'=next) & (g'=g+1) + 2/3 : (x'=mod(x-5,N)) & (b'=flag);
  [] (x=3 & (b => g=-1)) <=> true -> (x'=0) & (g'=min(g+2, 2, 1));
  [] x=3 & !(b => g=-1) -> (x'=0);
  [] x=0 -> (x'=x=0 ? 1 : 2);
  [] x=1 -> floor(pow(2,0.5)) : (x'=ceil(1.5));
endmodule
label "end" = x=2;
rewards x=2 : 7; endrewards
