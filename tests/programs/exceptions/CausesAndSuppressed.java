//@ exit: 1
//@ throws: CausesAndSuppressed$Chk: final
import java.io.*;import java.util.*;
public class CausesAndSuppressed {
  static class R implements AutoCloseable{ String n; R(String n){this.n=n;System.out.println("open "+n);} public void close() throws IOException{System.out.println("close "+n); throw new IOException("close-"+n);} }
  static class Chk extends Exception{ Chk(String m,Throwable c){super(m,c);} }
  static class NoTrace extends RuntimeException{ NoTrace(){super("nt",null,false,false);} }
  static void deep(int n){ if(n==0) throw new IllegalStateException("bottom"); deep(n-1);}
  static void wrap() throws Chk{ try{deep(3);}catch(IllegalStateException e){ throw new Chk("wrapped",e);} }
  static int fin(){ int x=1; try{ return x; }finally{ x=2; } }
  @SuppressWarnings("finally") static int fin2(){ try{ throw new RuntimeException(); }finally{ return 5; } }
  static void print(Throwable t){ StringWriter w=new StringWriter(); t.printStackTrace(new PrintWriter(w)); System.out.print(w.toString()); }
  public static void main(String[] a) throws Exception{
    try(R x=new R("a");R y=new R("b")){ System.out.println("body"); throw new RuntimeException("body"); }catch(Exception e){ System.out.println(e+" "+Arrays.toString(e.getSuppressed())); print(e);}
    try{wrap();}catch(Chk e){print(e); System.out.println(e.getCause().getStackTrace().length+" "+e.getStackTrace()[0].getMethodName()+e.getStackTrace()[0].getLineNumber());}
    print(new NoTrace()); System.out.println(fin()+" "+fin2());
    Throwable self=new Exception("loop"); try{ self.initCause(self);}catch(IllegalArgumentException e){System.out.println(e);} try{ new Exception("c",null).initCause(new Error()); }catch(IllegalStateException e){System.out.println(e);}
    Exception c1=new Exception("c1"),c2=new Exception("c2",c1); c1.initCause(c2); print(c2);
    Exception s=new Exception("s"); try{ s.addSuppressed(s);}catch(IllegalArgumentException e){System.out.println(e);} s.addSuppressed(new Error("sup",new RuntimeException("inner"))); print(s);
    try{ Object o="x"; Integer i=(Integer)o;}catch(ClassCastException e){System.out.println(e.getMessage());}
    try{ Object[] o=new String[1]; o[0]=1;}catch(ArrayStoreException e){System.out.println(e);}
    try{ int[] z=new int[-1];}catch(NegativeArraySizeException e){System.out.println(e);}
    try{ int[][] z=new int[2][-3];}catch(NegativeArraySizeException e){System.out.println(e);}

    try{ Integer i=null; int z=i; }catch(NullPointerException e){System.out.println(e.getMessage());}
    try{ int[][] m=new int[2][]; m[1][0]++; }catch(NullPointerException e){System.out.println(e.getMessage());}
    try{ ((String)null).length(); }catch(NullPointerException e){System.out.println(e.getMessage());}
    try{ synchronized((Object)null){} }catch(NullPointerException e){System.out.println(e.getMessage());}
    try{ throw null; }catch(NullPointerException e){System.out.println(e.getMessage());}
    try{ Objects.requireNonNull(null,"msg"); }catch(NullPointerException e){System.out.println(e);}
    try{ Objects.checkIndex(5,3); }catch(IndexOutOfBoundsException e){System.out.println(e);}
    try{ List.of(1,null); }catch(NullPointerException e){System.out.println(e);}
    try{ Object o=List.of(); ((List<Object>)o).add(1);}catch(UnsupportedOperationException e){System.out.println(e);}
    try{ Thread.currentThread().setPriority(50);}catch(IllegalArgumentException e){System.out.println(e);}
    try{ new Object().wait(); }catch(IllegalMonitorStateException e){System.out.println(e);}
    try{ new Object().notify(); }catch(IllegalMonitorStateException e){System.out.println(e);}
    try{ throw new StackOverflowError("mine"); }catch(VirtualMachineError e){System.out.println(e);}
    StackTraceElement[] st=new Throwable().getStackTrace(); System.out.println(st[0]+" "+st.length+" "+st[0].getClassName()+st[0].getFileName()+st[0].isNativeMethod());
    Throwable t=new Throwable("m"){ public String getLocalizedMessage(){return "loc";} }; System.out.println(t);
    t.setStackTrace(new StackTraceElement[]{new StackTraceElement("C","m","F.java",7),new StackTraceElement("C","n",null,-2),new StackTraceElement("C","u",null,-1),new StackTraceElement("ld","mod","1","C","q","F",1)}); print(t);
    Exception fs=new Exception("x"); fs.fillInStackTrace(); System.out.println(fs.getStackTrace().length);
    throw new Chk("final",new RuntimeException("cause",new Error("root")));
  }
}
