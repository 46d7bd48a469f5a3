//@ exit: 1
//@ throws: java.lang.ArithmeticException: / by zero
public class IntegerCorners {
  static int f(int x){ return x/0; }
  public static void main(String[] a){
    int[] v={0,1,-1,Integer.MIN_VALUE,Integer.MAX_VALUE,31,32,33,-31,12345,-98765};
    for(int x:v) for(int y:v){
      StringBuilder s=new StringBuilder();
      s.append(x).append(' ').append(y).append(' ').append(x+y).append(' ').append(x*y).append(' ').append(x-y).append(' ').append(x<<y).append(' ').append(x>>y).append(' ').append(x>>>y);
      s.append(' ').append((byte)(x*y)).append(' ').append((short)(x+y)).append(' ').append((int)(char)(x-y));
      try{ s.append(' ').append(x/y).append(' ').append(x%y);}catch(ArithmeticException e){s.append(e);}
      try{ s.append(' ').append(Math.addExact(x,y)); }catch(ArithmeticException e){s.append(e.getMessage());}
      try{ s.append(' ').append(Math.multiplyExact(x,y)); }catch(ArithmeticException e){s.append(e.getMessage());}
      try{ s.append(' ').append(Math.floorDiv(x,y)).append(Math.floorMod(x,y)); }catch(ArithmeticException e){s.append(e.getMessage());}
      s.append(Integer.compareUnsigned(x,y)).append(' ').append(Integer.rotateLeft(x,y)).append(Integer.toUnsignedString(x)).append(Integer.toString(x,7)).append(Integer.reverse(x)).append(Integer.bitCount(x)).append(Integer.highestOneBit(x)).append(Integer.numberOfTrailingZeros(x));
      System.out.println(s);
    }
    try { Math.toIntExact(1L<<33);} catch(ArithmeticException e){System.out.println(e);}
    try { Math.negateExact(Integer.MIN_VALUE);} catch(ArithmeticException e){System.out.println(e);}
    System.out.println(Math.abs(Integer.MIN_VALUE)+" "+Math.multiplyHigh(1L<<62,12345L)+" "+Long.divideUnsigned(-1L,10)+" "+Long.remainderUnsigned(-1L,10));
    System.out.println(Integer.parseUnsignedInt("4294967295")+" "+Integer.decode("-0x10")+" "+Integer.decode("010")+" "+Long.parseLong("-7fffffffffffffff",16));
    String[] bad={"","+","-","2147483648","1_000"," 1","0x1","9999999999",null};
    for(String b:bad) try{System.out.println(Integer.parseInt(b));}catch(NumberFormatException e){System.out.println(e);}
    for(String b:bad) try{System.out.println(Double.parseDouble(b));}catch(NumberFormatException|NullPointerException e){System.out.println(e);}
    System.out.println(f(3));
  }
}
