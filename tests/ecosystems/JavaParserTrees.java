//@ library: javaparser

import com.github.javaparser.*;
import com.github.javaparser.ast.*;
import com.github.javaparser.ast.body.*;
import com.github.javaparser.ast.expr.*;
import com.github.javaparser.ast.visitor.*;
import com.github.javaparser.symbolsolver.*;
import com.github.javaparser.symbolsolver.resolution.typesolvers.*;

/** Java as trees: types resolved, names changed, printed again. */
public class JavaParserTrees {
    public static void main(String[] a) {
        ParserConfiguration c = new ParserConfiguration().setLanguageLevel(ParserConfiguration.LanguageLevel.JAVA_17).setSymbolResolver(new JavaSymbolSolver(new ReflectionTypeSolver()));
        CompilationUnit u = new JavaParser(c).parse("package p; import java.util.*; class A<T> { int f(int x) { return switch (x) { case 1 -> 2; default -> x * 3; }; } record R(int a, String b) {} void g(List<String> l) { var y = l.get(0).length(); } }").getResult().get();
        u.findAll(MethodDeclaration.class).forEach(m -> System.out.println(m.getDeclarationAsString() + " " + m.getRange().get()));
        u.findAll(MethodCallExpr.class).forEach(m -> System.out.println(m + " : " + m.calculateResolvedType().describe() + " " + m.resolve().getQualifiedSignature()));
        u.accept(new ModifierVisitor<Void>() {
            public Visitable visit(SimpleName n, Void v) {
                return n.getIdentifier().equals("x") ? new SimpleName("renamed") : super.visit(n, v);
            }
        }, null);
        System.out.println(u);
    }
}
