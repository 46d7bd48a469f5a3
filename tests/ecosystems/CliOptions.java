//@ library: cli
import org.apache.commons.cli.*;
/** Commons CLI: options, values, help, errors. */
public class CliOptions { public static void main(String[] a) throws Exception { Options o = new Options(); o.addOption("v", "verbose", false, "talk"); o.addOption(Option.builder("n").longOpt("number").hasArg().type(Number.class).desc("how many").build()); CommandLine c = new DefaultParser().parse(o, new String[] {"-v", "--number", "7", "rest"}); System.out.println(c.hasOption("v") + " " + c.getParsedOptionValue("n") + c.getArgList()); new HelpFormatter().printHelp(new java.io.PrintWriter(System.out, true), 60, "prog", "head", o, 1, 3, "foot"); try { new DefaultParser().parse(o, new String[] {"-x"}); } catch (ParseException e) { System.out.println(e.getMessage()); } } }
