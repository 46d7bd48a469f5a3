// A file in 32 parts, each sent again and again until it arrives or the sender gives up; every attempt is counted: 3*10^11 states.
dtmc

const int PARTS = 32;
const int MOST = 10000000000;

module sender
  part : [0..PARTS] init 0;
  attempts : [0..MOST] init 0;
  failed : bool init false;
  [] !failed & part<PARTS & attempts<MOST ->
      0.9 : (part'=part+1) & (attempts'=0) + 0.099 : (attempts'=attempts+1) + 0.001 : (failed'=true);
  [] failed | part=PARTS | attempts=MOST -> true;
endmodule

label "failed" = failed;
