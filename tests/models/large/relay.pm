// A message hops between two parties while both count what they send; it is read by a spy at each hop with probability 1/20, and
// arrives with probability 1/5: 10^18 states.
dtmc

module relay
  side : bool init false;
  sent : [0..1000000000] init 0;
  received : [0..1000000000] init 0;
  s : [0..2] init 0;
  [] s=0 & !side & sent<1000000000 -> 0.75 : (side'=true) & (sent'=sent+1) + 0.2 : (s'=1) + 0.05 : (s'=2);
  [] s=0 & side & received<1000000000 -> 0.75 : (side'=false) & (received'=received+1) + 0.2 : (s'=1) + 0.05 : (s'=2);
  [] s=0 & (sent=1000000000 | received=1000000000) -> true;
  [] s>0 -> true;
endmodule

label "spied" = s=2;
