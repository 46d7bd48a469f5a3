//@ library: antlrtool

import org.antlr.v4.runtime.*;
import org.antlr.v4.runtime.tree.*;
import org.antlr.v4.tool.*;

/** A grammar of ANTLR, interpreted, with an error that is recovered from. */
public class AntlrGrammar {
    public static void main(String[] a) throws Exception {
        Grammar g = new Grammar("grammar T;\ns : e EOF ;\ne : e '*' e | e '+' e | INT | '(' e ')' ;\nINT : [0-9]+ ;\nWS : [ \\t]+ -> skip ;\n");
        for (String t : new String[]{"1+2*3", "(1+2)*3", "1+"}) {
            LexerInterpreter l = g.createLexerInterpreter(CharStreams.fromString(t));
            ParserInterpreter p = g.createParserInterpreter(new CommonTokenStream(l));
            p.removeErrorListeners();
            p.addErrorListener(new BaseErrorListener() {
                public void syntaxError(Recognizer<?, ?> r, Object o, int line, int c, String m, RecognitionException e) {
                    System.out.println(line + ":" + c + " " + m);
                }
            });
            ParseTree tree = p.parse(g.getRule("s").index);
            System.out.println(tree.toStringTree(p) + " " + p.getNumberOfSyntaxErrors());
        }
    }
}
