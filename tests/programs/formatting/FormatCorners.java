import java.util.*;import java.text.*;import java.math.*;
public class FormatCorners {
  static void t(String f,Object...x){ try{System.out.println("["+String.format(Locale.ROOT,f,x)+"]");}catch(Exception e){System.out.println(f+" -> "+e);} }
  public static void main(String[] a) throws Exception{
    t("%5d|%-5d|%05d|%+d|% d|%,d|%(d|%x|%X|%o|%#x|%#o",42,42,42,42,42,1234567,-42,255,255,8,255,8);
    t("%x %x %x",(byte)-1,(short)-1,-1L); t("%d",new BigInteger("123456789012345678901234567890")); t("%x",new BigInteger("-255"));
    t("%f|%.0f|%.3f|%10.2f|%-10.2f|%010.2f|%+.1f|%,.2f|%(.2f",1.5,2.5,3.14159,2.0,2.0,-2.0,1.25,1234567.891,-5.5);
    t("%e|%.2e|%E|%g|%.3g|%G|%a|%A",12345.678,0.00012345,1e-10,0.00001234,123456.0,1e20,1.0,-0.1);
    t("%f %e %g %a",Double.NaN,Double.POSITIVE_INFINITY,Double.NEGATIVE_INFINITY,Double.NaN); t("%.20f",0.1); t("%.1f %.1f %.1f",0.25,0.35,0.05); t("%s %.2f",1.0f/3,1.0f/3); t("%f",new BigDecimal("1234.56789")); t("%.3e",new BigDecimal("0.000123456"));
    t("%s|%10s|%-10s|%.2s|%S|%10.3s","abc","abc","abc","abc","abc","abcdef"); t("%c|%C|%c|%5c",'a','b',0x1F600,'x'); t("%b|%B|%b|%5b",true,null,"x",false); t("%h|%H","hello","hello"); t("%n%%|%5%|%-5%|"); t("%2$s %1$s %<s %s","a","b"); t("%s",new Object[]{null}); t("%s",(Object)new int[0].getClass()); t("%s",List.of(1,2)); t("%-8s|%8s|","ab",null);
    t("%d","x"); t("%z",1); t("%"); t("%-d",1); t("%5$s",1); t("%.2d",1); t("%c","x"); t("%s"); t("%,x",1); t("%+s","a"); t("%-05d",1); t("%#s","a"); t("%+ d",1); t("%c",0x110000); t("%f",1); t("%10c%-3d%b",'q',7,true); t("%T",1); t("%<s"); t("%h",(Object)null);t("%tY-%<tm-%<td %<tH:%<tM:%<tS %<tj %<tA %<tB %<tb %<ta %<tp %<tI %<tL %<tN %<tQ %<ts %<tF %<tT %<tD %<tr %<tR %<te %<tk %<tl %<tC %<ty",new GregorianCalendar(2024,Calendar.FEBRUARY,29,15,4,5)); t("%tF %<tT %<tA",java.time.LocalDateTime.of(2020,1,2,3,4,5,678)); t("%tF",java.time.LocalTime.NOON);
    System.out.printf("%s %d%n","out",1); System.out.printf(Locale.GERMANY,"%,.2f%n",1234567.891); System.out.printf(Locale.FRANCE,"%,d%n",1234567); System.out.format("%08.3f|%n",-3.14159);
    String[] ps={"0.00","#,##0.###","000","0.###E0","##0.##E0","00.00%","\u00a4#,##0.00;(\u00a4#,##0.00)","#","'#'0","#.##;neg#"};
    double[] vs={0,1,-1,1234.5678,0.005,0.015,-0.5,1e10,123456789,1e-7,Double.NaN,Double.NEGATIVE_INFINITY};
    for(String p:ps){ DecimalFormat f=new DecimalFormat(p,DecimalFormatSymbols.getInstance(Locale.US)); StringBuilder s=new StringBuilder(p+":"); for(double v:vs)s.append(' ').append(f.format(v)); System.out.println(s+" "+f.toPattern()); }
    DecimalFormat f=new DecimalFormat("#.##",DecimalFormatSymbols.getInstance(Locale.US)); for(RoundingMode m:RoundingMode.values()){ if(m==RoundingMode.UNNECESSARY)continue; f.setRoundingMode(m); System.out.println(m+" "+f.format(1.125)+" "+f.format(-1.125)+" "+f.format(1.135)+" "+f.format(2.5));}
    System.out.println(f.parse("12.5abc")+" "+f.parse("-3")); try{f.parse("x");}catch(ParseException e){System.out.println(e+" "+e.getErrorOffset());}
    for(Locale l:new Locale[]{Locale.US,Locale.GERMANY,Locale.FRANCE,new Locale("hi","IN"),Locale.JAPAN,new Locale("de","CH")}){ System.out.println(l+" "+NumberFormat.getInstance(l).format(1234567.891)+" "+NumberFormat.getPercentInstance(l).format(0.256)+" "+NumberFormat.getCurrencyInstance(l).format(-1234.5)+" "+NumberFormat.getIntegerInstance(l).format(2.5)); }
    System.out.println(NumberFormat.getCompactNumberInstance(Locale.US,NumberFormat.Style.SHORT).format(12345)+" "+NumberFormat.getCompactNumberInstance(Locale.US,NumberFormat.Style.LONG).format(1.2e9));
    System.out.println(MessageFormat.format("{0} has {1,number,#.##} of {2,choice,0#none|1#one|1<many {2}} '{x}' it''s {1,number,percent} {3}","A",3.14159,5,null));
    System.out.println(new ChoiceFormat("0#zero|1#one|2#two+").format(7)); System.out.println(new MessageFormat("{1}{0}").toPattern()+Arrays.toString(new MessageFormat("{0}-{1}").parse("ab-cd")));
    System.out.println(new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS EEE MMM",Locale.US).format(new Date(0).getTime()+0L)); Formatter fm=new Formatter(); fm.format("%d",1).format("%s","x"); System.out.println(fm+" "+fm.locale());
    try{ String.format("%d",1.0);}catch(IllegalFormatException e){System.out.println(e.getClass()+e.getMessage());}
    System.out.println(String.format("%,d",Long.MIN_VALUE)+new BigDecimal("1E+3").toPlainString()+new BigDecimal("1E+3")+new BigDecimal("0.0000001")+new BigDecimal("12345E-10").toEngineeringString());
  }
}
