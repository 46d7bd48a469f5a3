// Forty-one doors, opened by chance as time goes by, each with a counter of how often it was tried: more than 10^80 states.
dtmc

module door1
  d1 : bool init false;
  n1 : [0..100] init 0;
  [tick] !d1 -> 0.1 : (d1'=true) & (n1'=min(n1+1,100)) + 0.9 : (n1'=min(n1+1,100));
  [tick] d1 -> true;
endmodule
module door2 = door1 [ d1=d2, n1=n2 ] endmodule
module door3 = door1 [ d1=d3, n1=n3 ] endmodule
module door4 = door1 [ d1=d4, n1=n4 ] endmodule
module door5 = door1 [ d1=d5, n1=n5 ] endmodule
module door6 = door1 [ d1=d6, n1=n6 ] endmodule
module door7 = door1 [ d1=d7, n1=n7 ] endmodule
module door8 = door1 [ d1=d8, n1=n8 ] endmodule
module door9 = door1 [ d1=d9, n1=n9 ] endmodule
module door10 = door1 [ d1=d10, n1=n10 ] endmodule
module door11 = door1 [ d1=d11, n1=n11 ] endmodule
module door12 = door1 [ d1=d12, n1=n12 ] endmodule
module door13 = door1 [ d1=d13, n1=n13 ] endmodule
module door14 = door1 [ d1=d14, n1=n14 ] endmodule
module door15 = door1 [ d1=d15, n1=n15 ] endmodule
module door16 = door1 [ d1=d16, n1=n16 ] endmodule
module door17 = door1 [ d1=d17, n1=n17 ] endmodule
module door18 = door1 [ d1=d18, n1=n18 ] endmodule
module door19 = door1 [ d1=d19, n1=n19 ] endmodule
module door20 = door1 [ d1=d20, n1=n20 ] endmodule
module door21 = door1 [ d1=d21, n1=n21 ] endmodule
module door22 = door1 [ d1=d22, n1=n22 ] endmodule
module door23 = door1 [ d1=d23, n1=n23 ] endmodule
module door24 = door1 [ d1=d24, n1=n24 ] endmodule
module door25 = door1 [ d1=d25, n1=n25 ] endmodule
module door26 = door1 [ d1=d26, n1=n26 ] endmodule
module door27 = door1 [ d1=d27, n1=n27 ] endmodule
module door28 = door1 [ d1=d28, n1=n28 ] endmodule
module door29 = door1 [ d1=d29, n1=n29 ] endmodule
module door30 = door1 [ d1=d30, n1=n30 ] endmodule
module door31 = door1 [ d1=d31, n1=n31 ] endmodule
module door32 = door1 [ d1=d32, n1=n32 ] endmodule
module door33 = door1 [ d1=d33, n1=n33 ] endmodule
module door34 = door1 [ d1=d34, n1=n34 ] endmodule
module door35 = door1 [ d1=d35, n1=n35 ] endmodule
module door36 = door1 [ d1=d36, n1=n36 ] endmodule
module door37 = door1 [ d1=d37, n1=n37 ] endmodule
module door38 = door1 [ d1=d38, n1=n38 ] endmodule
module door39 = door1 [ d1=d39, n1=n39 ] endmodule
module door40 = door1 [ d1=d40, n1=n40 ] endmodule
module door41 = door1 [ d1=d41, n1=n41 ] endmodule

label "first" = d1 & !d2 & !d3;
