//@ library: velocity
import org.apache.velocity.*; import org.apache.velocity.app.*; import java.io.*; import java.util.*;
/** Velocity: loops, conditions, macros. */
public class VelocityTemplates { public static void main(String[] a) { VelocityEngine e = new VelocityEngine(); e.init(); VelocityContext c = new VelocityContext(); c.put("l", List.of("x", "y")); StringWriter w = new StringWriter(); e.evaluate(c, w, "t", "#set($n = 2)#macro(b $v)[$v]#end#foreach($i in $l)#b($i)$foreach.count#if($foreach.hasNext), #end#end #if($n > 1)many#else few#end $missing $!{quiet}"); System.out.println(w); } }
