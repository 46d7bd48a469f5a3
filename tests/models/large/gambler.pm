// A gambler who loses three of five rounds and counts them, until ruined or rich: 10^13 states.
dtmc

const int MOST = 1000000000000;

module gambler
  x : [0..12] init 5;
  rounds : [0..MOST] init 0;
  [] x>0 & x<12 & rounds<MOST -> 0.4 : (x'=x+1) & (rounds'=rounds+1) + 0.6 : (x'=x-1) & (rounds'=rounds+1);
  [] x=0 | x=12 | rounds=MOST -> true;
endmodule

label "rich" = x=12;
