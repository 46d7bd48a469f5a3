//@ library: ejml

import org.ejml.data.*;
import org.ejml.equation.*;
import org.ejml.simple.*;

/** Matrices: inverses, singular values, eigenvalues, equations. */
public class EjmlMatrices {
    public static void main(String[] a) {
        SimpleMatrix m = new SimpleMatrix(new double[][]{{4,1,2},{1,3,0},{2,0,5}});
        System.out.println(m.determinant() + " " + m.trace());
        m.invert().print();
        m.svd().getW().print();
        var e = m.eig();
        for (int i = 0; i < 3; i++) System.out.println(e.getEigenvalue(i));
        Equation q = new Equation();
        q.alias(m.getDDRM(), "A");
        q.process("B = A'*A + inv(A)");
        System.out.println(q.lookupDDRM("B"));
        System.out.println(m.solve(new SimpleMatrix(3, 1, true, 1, 2, 3)));
    }
}
