//@ since: 25
import module java.base;
public class ModuleImport { static void main(String[] a){ System.out.println(Stream.of(1,2).map(x->x+1).collect(Collectors.toList())+" "+LocalDate.of(2024,1,1)+new BigInteger("5")); } }
