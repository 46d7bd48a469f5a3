//! The parts that programs are made of: each is a family of language or library features with random shapes and values.
//! A part is a list of lines, one declaration or statement each, so that shrinking can leave lines out.

use space::Rng;

use crate::expressions::{TYPES, Type, any_type, boxed, expression, literal, pick, variable};

/// What one part adds to a program: declarations, and statements of its `run`.
#[derive(Default)]
pub struct Part {
    pub declarations: Vec<String>,
    pub statements: Vec<String>,
}

type Make = fn(&mut Rng, usize) -> Part;

/// All families, with the first release that has them.
pub const FAMILIES: [(u32, Make); 17] = [
    (17, arithmetic),
    (17, control),
    (17, exceptions),
    (17, hierarchy),
    (17, initialisers),
    (17, arrays),
    (17, generics),
    (17, lambdas),
    (17, records),
    (17, enums),
    (17, inner_classes),
    (17, reflection),
    (17, handles),
    (17, threads),
    (17, locks),
    (17, collections),
    (25, patterns),
];

/// A statement whose exceptions are told.
pub fn guarded(statement: &str) -> String {
    format!("try {{ {statement} }} catch (Throwable e) {{ p(told(e)); }}")
}

fn print(rng: &mut Rng, depth: usize) -> String {
    guarded(&format!("p({});", boxed(rng, depth)))
}

/// An assignment or another simple statement.
fn simple(rng: &mut Rng) -> String {
    let kind = any_type(rng);
    match rng.below(4) {
        0 if matches!(kind, Type::Int | Type::Long | Type::Byte | Type::Short | Type::Char) => {
            let operator = pick(rng, &["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "/=", "%="]);
            format!("{} {operator} {};", variable(rng, kind), expression(rng, Type::Int, 2))
        }
        0 if matches!(kind, Type::Float | Type::Double) => {
            format!(
                "{} {} {};",
                variable(rng, kind),
                pick(rng, &["+=", "-=", "*=", "/=", "%="]),
                expression(rng, Type::Double, 2)
            )
        }
        1 if !matches!(kind, Type::Boolean | Type::Text) => {
            format!("p({}{});", variable(rng, kind), pick(rng, &["++", "--"]))
        }
        2 => format!("p({});", boxed(rng, 2)),
        _ => format!("{} = {};", variable(rng, kind), expression(rng, kind, 3)),
    }
}

fn arithmetic(rng: &mut Rng, _: usize) -> Part {
    let statements = (0..6 + rng.below(8)).map(|_| guarded(&simple(rng))).collect();
    Part { statements, ..Part::default() }
}

fn block(rng: &mut Rng, depth: usize) -> String {
    let count = 1 + rng.below(3);
    (0..count).map(|_| statement(rng, depth)).collect::<Vec<_>>().join(" ")
}

fn statement(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return simple(rng);
    }
    let k = format!("k{depth}");
    match rng.below(8) {
        0 => format!(
            "if ({}) {{ {} }} else {{ {} }}",
            expression(rng, Type::Boolean, 2),
            block(rng, depth - 1),
            block(rng, depth - 1)
        ),
        1 => format!(
            "for (int {k} = 0; {k} < {}; {k}++) {{ if (({k} & 3) == 2) continue; {} }}",
            rng.below(6),
            block(rng, depth - 1)
        ),
        2 => format!(
            "{{ int {k} = {}; do {{ {} if ({}) break; }} while (--{k} > 0); }}",
            1 + rng.below(4),
            block(rng, depth - 1),
            expression(rng, Type::Boolean, 1)
        ),
        3 => format!(
            "switch ({} & 3) {{ case 0: {} case 1: {} break; case 2: {{ {} }} default: {} }}",
            expression(rng, Type::Int, 2),
            block(rng, depth - 1),
            block(rng, depth - 1),
            block(rng, depth - 1),
            block(rng, depth - 1)
        ),
        4 => format!(
            "p(switch (\"\" + {}) {{ case \"a\", \"true\" -> {}; case \"12\" -> {{ {} yield {}; }} default -> {}; }});",
            expression(rng, Type::Boolean, 1),
            literal(rng, Type::Int),
            block(rng, depth - 1),
            literal(rng, Type::Int),
            literal(rng, Type::Long)
        ),
        5 => format!(
            "try {{ {} }} catch (ArithmeticException | NullPointerException e{depth}) {{ p(told(e{depth})); {} }} finally {{ {} }}",
            block(rng, depth - 1),
            block(rng, depth - 1),
            simple(rng)
        ),
        6 => format!(
            "outer{depth}: for (int {k} = 0; {k} < 3; {k}++) for (int m{depth} = 0; m{depth} < 3; m{depth}++) {{ if (m{depth} > {k}) continue outer{depth}; {} if ({k} * m{depth} == 2) break outer{depth}; }}",
            simple(rng)
        ),
        _ => simple(rng),
    }
}

fn control(rng: &mut Rng, _: usize) -> Part {
    let statements = (0..2 + rng.below(3)).map(|_| guarded(&statement(rng, 3))).collect();
    Part { statements, ..Part::default() }
}

fn exceptions(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    part.declarations.push(format!("static class Own{id} extends RuntimeException {{ final int code; Own{id}(String m, int code) {{ super(m); this.code = code; }} @Override public String getMessage() {{ return super.getMessage() + code; }} }}"));
    part.declarations.push(format!("static class Res{id} implements AutoCloseable {{ final String n; Res{id}(String n) {{ this.n = n; p(\"open\" + n); }} public void close() {{ p(\"close\" + n); if ({}) throw new Own{id}(n, 1); }} }}", expression(rng, Type::Boolean, 1)));
    let throws = pick(
        rng,
        &[
            "throw new OWN(\"x\", 3);",
            "p(new int[2][-1].length);",
            "Object o = \"s\"; p((Integer) o);",
            "Object[] stored = new String[1]; stored[0] = 1;",
            "int[] none = null; p(none.length);",
            "p(new int[3][2][1][5].length);",
            "p(\"abc\".substring(9));",
            "throw null;",
            "p(1 / (i0 - i0));",
        ],
    );
    let throws = throws.replace("OWN", &format!("Own{id}"));
    let result = pick(rng, &["return 1;", "", "if (n > 2) return 5;", "n++;"]);
    part.declarations.push(format!(
        "static int nest{id}(int n) {{ try {{ try {{ if (n > 1) {{ {throws} }} return n; }} finally {{ p(\"inner\"); {} }} }} catch (Own{id} e) {{ p(e); n += 7; }} catch (RuntimeException e) {{ p(told(e)); {result} }} finally {{ p(\"outer\" + n); {} }} return n * 10; }}",
        pick(rng, &["", "n += 100;", "if (n == 3) return -3;"]), pick(rng, &["", "if (n > 50) return -1;", "p(n++);"]),
    ));
    for n in 0..4 {
        part.statements.push(guarded(&format!("p(nest{id}({n}));")));
    }
    part.statements
        .push(guarded(&format!("try (Res{id} a = new Res{id}(\"a\"); Res{id} b = new Res{id}(\"b\")) {{ {throws} }}")));
    part.statements.push(guarded(&format!(
        "try (Res{id} a = new Res{id}(\"c\")) {{ {} }} finally {{ p(\"done\"); }}",
        simple(rng)
    )));
    part
}

fn hierarchy(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    part.declarations.push(format!("interface Face{id} {{ int CODE = {}; default String face() {{ return \"face\" + own(); }} int own(); static int still(int x) {{ return x ^ CODE; }} private int hidden() {{ return 1; }} default int seen() {{ return hidden() + own(); }} }}", literal(rng, Type::Int)));
    part.declarations.push(format!("interface Other{id} extends Face{id} {{ @Override default String face() {{ return \"other\" + Face{id}.super.face(); }} }}"));
    let depth = 2 + rng.below(4);
    for level in 0..depth {
        let name = format!("H{id}x{level}");
        let head = match level {
            0 => format!("static {} class {name}", if rng.below(2) == 0 { "abstract" } else { "" }),
            _ if rng.below(3) == 0 => format!(
                "static class {name} extends H{id}x{} implements {}{id}",
                level - 1,
                pick(rng, &["Face", "Other"])
            ),
            _ => format!("static class {name} extends H{id}x{}", level - 1),
        };
        let mut body = String::new();
        let mut shown = String::new();
        for field in 0..rng.below(5) {
            let kind = any_type(rng);
            // Fields are hidden by those of subclasses that have their names.
            let field = format!("{}{}", pick(rng, &["xa", "xb", "xc"]), field);
            let modifier = pick(rng, &["", "", "final ", "private ", "protected ", "public ", "volatile ", "static "]);
            body += &format!("{modifier}{} {field} = {}; ", kind.java(), literal(rng, kind));
            shown += &format!(" + \",{field}=\" + {field}");
        }
        body += &format!("{name}() {{ p(\"{name}:\" + own()); {} }} ", simple(rng));
        body += &format!("{{ p(\"init{level}\"); }} static {{ p(\"static{level}\"); }} ");
        let above = if level == 0 || rng.below(3) == 0 { "0".to_owned() } else { "super.own()".to_owned() };
        body += &format!("public int own() {{ return {above} + {level}; }} ");
        let supers = if level == 0 { "\"\"".to_owned() } else { "super.toString()".to_owned() };
        body += &format!("@Override public String toString() {{ return {supers} + \"{level}\"{shown}; }} ");
        part.declarations.push(format!("{head} {{ {body}}}"));
    }
    let last = format!("H{id}x{}", depth - 1);
    part.statements.push(guarded(&format!("p(new {last}());")));
    part.statements.push(guarded(&format!("H{id}x0 h = new {last}(); p(h.own()); p(h instanceof Face{id}); if (h instanceof Face{id} f) {{ p(f.face()); p(f.seen()); }} p(Face{id}.still(i1));")));
    part.statements.push(guarded(&format!(
        "p(new {last}() {{ long extra = l0; @Override public int own() {{ return super.own() + 100; }} }}.own());"
    )));
    part
}

fn initialisers(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let count = 3 + rng.below(4);
    for class in 0..count {
        let above =
            if class > 0 && rng.below(2) == 0 { format!(" extends S{id}x{}", rng.below(class)) } else { String::new() };
        let mut body = String::new();
        for field in 0..1 + rng.below(3) {
            let other = rng.below(count);
            let value = match rng.below(5) {
                0 => format!("Integer.parseInt(\"{}\")", rng.below(9)),
                1 => format!("S{id}x{other}.f0 + {field}"),
                2 => format!("note(\"{class}.{field}\", S{id}x{other}.f0)"),
                3 => format!("new S{id}x{other}().hashCode() * 0 + {field}"),
                _ => format!("note(\"{class}.{field}\", {field})"),
            };
            body += &format!("static {}int f{field} = {value}; ", pick(rng, &["", "final "]));
        }
        if rng.below(8) == 0 {
            body += "static { if (f0 < 1000) throw new IllegalStateException(\"init\"); } ";
        }
        part.declarations.push(format!("static class S{id}x{class}{above} {{ {body}}}"));
    }
    for _ in 0..count + 1 {
        part.statements.push(guarded(&format!("p(S{id}x{}.f0);", rng.below(count))));
    }
    part
}

fn arrays(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    for round in 0..2 + rng.below(3) {
        let kind = any_type(rng);
        let (java, name) = (kind.java(), format!("ar{id}x{round}"));
        part.declarations.push(format!(
            "static {java}[][] {name} = {{{{ {}, {} }}, null, {{ }}, {{ {} }}}};",
            literal(rng, kind),
            literal(rng, kind),
            literal(rng, kind)
        ));
        part.statements.push(guarded(&format!(
            "p(java.util.Arrays.deepToString({name})); p({name}[{}][{}]); p({name}.clone()[0] == {name}[0]);",
            rng.below(5),
            rng.below(3)
        )));
        part.statements.push(guarded(&format!("{java}[][][] m = new {java}[{}][{}][]; p(java.util.Arrays.deepToString(m)); p(m.getClass().getName()); m[0] = {name}; p(m[0].length);", rng.below(3), rng.below(3))));
        part.statements.push(guarded(&format!("{java}[] c = java.util.Arrays.copyOf({name}[0], 4); System.arraycopy(c, 0, c, 1, {}); p(java.util.Arrays.toString(c)); p(java.util.Arrays.hashCode(c)); p(java.util.Arrays.equals(c, {name}[0]));", rng.below(5))));
    }
    part
}

fn generics(rng: &mut Rng, id: usize) -> Part {
    let kind = any_type(rng);
    let name = kind.boxed();
    let mut part = Part::default();
    part.declarations.push(format!("static abstract class Gen{id}<T extends Comparable<T>> {{ T kept; abstract T twist(T t); T most(T a, T b) {{ return a.compareTo(b) >= 0 ? a : b; }} <U> U through(U u, java.util.function.UnaryOperator<U> f) {{ return f.apply(u); }} }}"));
    part.declarations.push(format!("static class GenImpl{id} extends Gen{id}<{name}> {{ @Override {name} twist({name} t) {{ kept = t; return most(t, {}); }} }}", expression(rng, kind, 1)));
    part.statements.push(guarded(&format!("Gen{id}<{name}> g = new GenImpl{id}(); p(g.twist({})); p(g.kept); p(g.through({}, x -> x)); p(g.most({}, {}));", expression(rng, kind, 1), literal(rng, kind), literal(rng, kind), literal(rng, kind))));
    part.statements.push(guarded(&format!("@SuppressWarnings({{\"unchecked\", \"rawtypes\"}}) Object o = ((Gen{id}) new GenImpl{id}()).twist((Comparable) (Object) {}); p(o);", literal(rng, Type::Int))));
    part.statements.push(guarded(&format!(
        "for (java.lang.reflect.Method m : sorted(GenImpl{id}.class.getDeclaredMethods())) p(m + \" \" + m.isBridge());"
    )));
    part
}

fn lambdas(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let (from, to) = (any_type(rng), any_type(rng));
    part.declarations.push(format!(
        "static {} via{id}({} x) {{ p(x); return {}; }}",
        to.java(),
        from.java(),
        expression(rng, to, 2)
    ));
    part.statements.push(guarded(&format!("java.util.function.Function<{}, {}> f = P::via{id}; p(f.apply({})); p(f.andThen(String::valueOf).compose((Object o) -> {}).apply(null));", from.boxed(), to.boxed(), expression(rng, from, 1), literal(rng, from))));
    let kind = TYPES[rng.below(8)];
    part.statements.push(guarded(&format!("{} captured = {}; long wide = {}; java.util.function.Supplier<Object> s = () -> captured + \"|\" + wide; p(s.get()); Runnable r = () -> {{ {} p(captured); }}; r.run();", kind.java(), expression(rng, kind, 2), expression(rng, Type::Long, 2), simple(rng))));
    part.statements.push(guarded("java.util.function.IntFunction<int[]> make = int[]::new; p(make.apply(3).length); java.util.function.Supplier<java.util.ArrayList<String>> list = java.util.ArrayList::new; p(list.get()); java.util.function.BiFunction<String, String, Integer> index = String::indexOf; p(index.apply(\"hello\", \"l\"));"));
    part.statements.push(guarded(&format!("p(java.util.stream.IntStream.range(0, {}).mapToObj(x -> x * {}).filter(x -> x % 2 == 0).map(Object::toString).collect(java.util.stream.Collectors.joining(\",\")));", rng.below(20), literal(rng, Type::Int))));
    part
}

fn records(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let kinds: Vec<Type> = (0..1 + rng.below(5)).map(|_| any_type(rng)).collect();
    let components: Vec<String> = kinds.iter().enumerate().map(|(at, kind)| format!("{} q{at}", kind.java())).collect();
    let values = |rng: &mut Rng| kinds.iter().map(|kind| literal(rng, *kind)).collect::<Vec<_>>().join(", ");
    part.declarations.push(format!("record Rec{id}({}) implements java.io.Serializable {{ static int made; Rec{id} {{ made++; }} String all() {{ return \"\" + q0 + made; }} }}", components.join(", ")));
    let (first, second) = (values(rng), values(rng));
    part.statements.push(guarded(&format!("var a = new Rec{id}({first}); var b = new Rec{id}({second}); p(a); p(a.equals(b)); p(a.equals(new Rec{id}({first}))); p(a.hashCode() == new Rec{id}({first}).hashCode()); p(a.all());")));
    part.statements.push(guarded(&format!("for (var c : Rec{id}.class.getRecordComponents()) {{ var m = c.getAccessor(); p(c + \"=\" + m.invoke(new Rec{id}({second}))); }}")));
    part
}

fn enums(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    part.declarations.push(format!("enum En{id} {{ ONE({}), TWO(2) {{ @Override int f(int x) {{ return x * 3 + code; }} }}, THREE(3) {{ final int own = code * 2; @Override int f(int x) {{ return own; }} }}; final int code; static int sum; static {{ for (En{id} e : values()) sum += e.f(1); }} En{id}(int code) {{ this.code = code; }} int f(int x) {{ return x + code; }} }}", literal(rng, Type::Int)));
    part.statements.push(guarded(&format!("for (En{id} e : En{id}.values()) p(e + \":\" + e.f({}) + e.getClass().isAnonymousClass() + e.getDeclaringClass().getSimpleName()); p(En{id}.sum);", expression(rng, Type::Int, 2))));
    part.statements.push(guarded(&format!("for (En{id} e : En{id}.values()) switch (e) {{ case ONE: p(1); case THREE: p(3); break; default: p(e.ordinal()); }} p(En{id}.valueOf(\"{}\"));", pick(rng, &["ONE", "TWO", "FOUR"]))));
    part.statements.push(guarded(&format!("var m = new java.util.EnumMap<En{id}, String>(En{id}.class); m.put(En{id}.THREE, t0); m.put(En{id}.ONE, \"o\"); p(m); p(java.util.EnumSet.complementOf(java.util.EnumSet.of(En{id}.TWO)));")));
    part
}

fn inner_classes(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let (a, b) = (any_type(rng), any_type(rng));
    part.declarations.push(format!("static class Out{id} {{ private {} v = {}; class In {{ private {} w = {}; class Deep {{ String all() {{ v = {}; return \"\" + v + w + Out{id}.this.v + In.this.w; }} }} }} private static int count; Object local(int n) {{ int base = n * 2; class Loc {{ int more = base + count++; @Override public String toString() {{ return more + \"/\" + base + v; }} }} return new Loc(); }} }}", a.java(), literal(rng, a), b.java(), literal(rng, b), literal(rng, a)));
    part.statements.push(guarded(&format!("Out{id} o = new Out{id}(); p(o.new In().new Deep().all()); p(o.local({})); p(o.local(4)); p(new Object() {{ int hidden = i2; @Override public String toString() {{ return \"anon\" + hidden + o.v; }} }});", rng.below(9))));
    part
}

fn reflection(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let kinds: Vec<Type> = (0..3 + rng.below(4)).map(|_| any_type(rng)).collect();
    let fields: String = kinds
        .iter()
        .enumerate()
        .map(|(at, kind)| {
            format!("public {}{} r{at} = {}; ", pick(rng, &["", "static ", "final "]), kind.java(), literal(rng, *kind))
        })
        .collect();
    let methods: String = kinds
        .iter()
        .enumerate()
        .map(|(at, kind)| {
            format!(
                "public {}{} m{at}({} x) {{ p(x); return {}; }} ",
                pick(rng, &["", "static ", "synchronized "]),
                kind.java(),
                kind.java(),
                literal(rng, *kind)
            )
        })
        .collect();
    part.declarations.push(format!("@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Ann{id} {{ int value() default 3; String[] names() default {{\"a\", \"b\"}}; Class<?> of() default long.class; }}"));
    part.declarations.push(format!("@Ann{id}(value = {}, of = Ref{id}.class) public static class Ref{id} {{ {fields}{methods}public Ref{id}() {{ }} public Ref{id}(int n, String s) {{ p(n + s); if (n < 0) throw new IllegalArgumentException(s); }} }}", literal(rng, Type::Int)));
    part.statements.push(guarded(&format!("for (var f : Ref{id}.class.getFields()) p(f.getName() + java.lang.reflect.Modifier.toString(f.getModifiers()) + f.getType() + f.get(new Ref{id}()));")));
    for (at, kind) in kinds.iter().enumerate() {
        part.statements.push(guarded(&format!(
            "p(Ref{id}.class.getMethod(\"m{at}\", {}.class).invoke(new Ref{id}(), (Object) {}));",
            kind.java(),
            expression(rng, *kind, 1)
        )));
        part.statements.push(guarded(&format!(
            "var f = Ref{id}.class.getField(\"r{at}\"); Object o = new Ref{id}(); f.set(o, {}); p(f.get(o));",
            boxed(rng, 0)
        )));
    }
    part.statements.push(guarded(&format!(
        "p(Ref{id}.class.getConstructor(int.class, String.class).newInstance({}, \"s\").getClass());",
        literal(rng, Type::Int)
    )));
    part.statements.push(guarded(&format!("var a = Ref{id}.class.getAnnotation(Ann{id}.class); p(a.value()); p(a.names().length); p(a.of()); p(a.equals(a));")));
    part.statements.push(guarded("Comparable<?> c = (Comparable<?>) java.lang.reflect.Proxy.newProxyInstance(P.class.getClassLoader(), new Class<?>[] {Comparable.class, Runnable.class}, (x, m, as) -> { p(m.getName() + (as == null ? -1 : as.length)); return m.getReturnType() == int.class ? 5 : null; }); p(c.compareTo(null)); ((Runnable) c).run();"));
    part
}

fn handles(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let kind = TYPES[1 + rng.below(7)];
    let (java, value) = (kind.java(), literal(rng, kind));
    part.declarations.push(format!("static class Han{id} {{ {java} v = {value}; static {java} w = {value}; {java} add({java} x) {{ return ({java}) (v + x); }} static String say(String s, int n, long l) {{ return s + n + l; }} }}"));
    part.statements.push(guarded(&format!("var l = java.lang.invoke.MethodHandles.lookup(); var m = l.findVirtual(Han{id}.class, \"add\", java.lang.invoke.MethodType.methodType({java}.class, {java}.class)); p(({java}) m.invokeExact(new Han{id}(), {})); p(m.bindTo(new Han{id}()).invoke({value}));", literal(rng, kind))));
    part.statements.push(guarded(&format!("var l = java.lang.invoke.MethodHandles.lookup(); var s = l.findStatic(Han{id}.class, \"say\", java.lang.invoke.MethodType.methodType(String.class, String.class, int.class, long.class)); p((String) s.invokeExact(\"s\", i0, l0)); p(java.lang.invoke.MethodHandles.insertArguments(s, 1, {}).invoke(\"t\", 5L)); p(s.invokeWithArguments(\"u\", 1, 2L));", literal(rng, Type::Int))));
    part.statements.push(guarded(&format!("var v = java.lang.invoke.MethodHandles.lookup().findVarHandle(Han{id}.class, \"v\", {java}.class); var o = new Han{id}(); v.set(o, {}); p(v.getVolatile(o)); p(v.compareAndSet(o, {value}, {value})); p(v.getAndSet(o, {value})); p(v.get(o));", literal(rng, kind))));
    part.statements.push(guarded("var a = java.lang.invoke.MethodHandles.arrayElementVarHandle(long[].class); long[] array = {1, 2, 3}; p((long) a.getAndAdd(array, 1, 40L)); p(a.compareAndSet(array, 2, 3L, 9L)); p(java.util.Arrays.toString(array)); p((long) a.get(array, 3));"));
    part
}

fn threads(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let kind = any_type(rng);
    part.declarations.push(format!("static class Th{id} extends Thread {{ {} own = {}; static int runs; Object key; @Override public {}void run() {{ runs++; p(own); p(key); {} }} }}", kind.java(), literal(rng, kind), pick(rng, &["", "synchronized "]), guarded(&simple(rng))));
    part.declarations.push(format!("static class Below{id} extends Th{id} {{ final long[] more = {{ {} }}; Below{id}(Object key) {{ this.key = key; }} @Override public {}void run() {{ super.run(); p(more[0] + getName().length() * 0); }} }}", literal(rng, Type::Long), pick(rng, &["", "synchronized "])));
    let thread = match rng.below(7) {
        0 => format!("new Th{id}()"),
        1 => format!("new Below{id}(\"k\")"),
        2 => format!("new Thread(() -> {{ {} }})", guarded(&statement(rng, 2))),
        3 => format!("new Thread(new Th{id}(), \"named\")"),
        4 => format!("new Below{id}(null) {{ int extra = 5; @Override public void run() {{ super.run(); p(extra); }} }}"),
        5 => "new Thread(null, () -> { throw new IllegalStateException(\"in thread\"); }, \"throws\")".to_owned(),
        _ => "new java.util.concurrent.ForkJoinWorkerThread(java.util.concurrent.ForkJoinPool.commonPool()) { @Override public void run() { p(\"worker\"); } }".to_owned(),
    };
    part.statements.push(guarded(&format!("Thread t = {thread}; t.setUncaughtExceptionHandler((w, e) -> p(told(e))); p(t.getState()); t.start(); t.join(); p(t.isAlive() + \" \" + t.getState()); p(Th{id}.runs);")));
    part.statements.push(guarded(&format!("var pool = java.util.concurrent.Executors.{}; var f = pool.submit(() -> {{ p(\"task\"); return {}; }}); p(f.get()); pool.shutdown(); p(pool.awaitTermination(9, java.util.concurrent.TimeUnit.SECONDS));", pick(rng, &["newSingleThreadExecutor()", "newFixedThreadPool(2)", "newCachedThreadPool()", "newScheduledThreadPool(1)", "newWorkStealingPool()"]), boxed(rng, 1))));
    part.statements.push(guarded("var local = ThreadLocal.withInitial(() -> 7); var handed = new InheritableThreadLocal<String>(); handed.set(\"h\"); local.set(8); Thread t = new Thread(() -> { p(local.get()); p(handed.get()); }); t.start(); t.join(); p(local.get());"));
    part.statements.push(guarded("var timer = new java.util.Timer(true); var done = new java.util.concurrent.CountDownLatch(1); timer.schedule(new java.util.TimerTask() { @Override public void run() { p(\"timer\"); done.countDown(); } }, 1); done.await(); timer.cancel();"));
    part
}

fn locks(rng: &mut Rng, _: usize) -> Part {
    let mut part = Part::default();
    let lock = pick(
        rng,
        &[
            "new java.util.concurrent.locks.ReentrantLock()",
            "new java.util.concurrent.locks.ReentrantReadWriteLock().writeLock()",
            "new java.util.concurrent.locks.ReentrantLock(true)",
            "new java.util.concurrent.locks.StampedLock().asWriteLock()",
        ],
    );
    part.statements.push(guarded(&format!("java.util.concurrent.locks.Lock l = {lock}; int[] n = {{0}}; Runnable r = () -> {{ l.lock(); try {{ n[0] += {}; }} finally {{ l.unlock(); }} }}; Thread a = new Thread(r), b = new Thread(r); a.start(); b.start(); a.join(); b.join(); p(n[0]); l.unlock();", rng.below(9))));
    part.statements.push(guarded(&format!("Object m = new Object(); int[] turn = {{0}}; Thread t = new Thread(() -> {{ synchronized (m) {{ while (turn[0] == 0) try {{ m.wait(); }} catch (InterruptedException e) {{ p(told(e)); return; }} p(\"woken\" + turn[0]); }} }}); t.start(); synchronized (m) {{ turn[0] = {}; m.{}(); }} t.join();", 1 + rng.below(5), pick(rng, &["notify", "notifyAll"]))));
    part.statements.push(guarded("Object m = new Object(); m.notify();"));
    part.statements.push(guarded("Thread t = new Thread(() -> { try { Thread.sleep(100000); } catch (InterruptedException e) { p(told(e) + Thread.currentThread().isInterrupted()); } }); t.start(); t.interrupt(); t.join();"));
    part.statements.push(guarded(&format!("var q = new java.util.concurrent.{}<Integer>({}); Thread t = new Thread(() -> {{ for (int k = 0; k < 3; k++) try {{ q.put(k); }} catch (InterruptedException e) {{ return; }} }}); t.start(); p(q.take() + q.take() + q.take()); t.join(); p(q);", pick(rng, &["LinkedBlockingQueue", "ArrayBlockingQueue"]), 1 + rng.below(3))));
    part
}

fn collections(rng: &mut Rng, _: usize) -> Part {
    let mut part = Part::default();
    let map = pick(
        rng,
        &["HashMap", "TreeMap", "LinkedHashMap", "concurrent.ConcurrentHashMap", "concurrent.ConcurrentSkipListMap"],
    );
    part.statements.push(guarded(&format!("var m = new java.util.{map}<String, Long>(); for (int k = 0; k < {}; k++) m.merge(\"k\" + k % 7, (long) k, Long::sum); p(m); m.computeIfPresent(\"k3\", (x, y) -> null); m.keySet().removeIf(x -> x.endsWith(\"5\")); p(m.values().stream().mapToLong(x -> x).sum()); p(m.get(t1));", rng.below(40))));
    let list = pick(
        rng,
        &[
            "ArrayList",
            "LinkedList",
            "Vector",
            "ArrayDeque",
            "PriorityQueue",
            "TreeSet",
            "concurrent.CopyOnWriteArrayList",
        ],
    );
    part.statements.push(guarded(&format!("var l = new java.util.{list}<Integer>(); for (int k = 0; k < {}; k++) l.add(k * {} % 11); p(l.contains(3)); p(l.stream().sorted().limit(5).toList()); for (var x : l) if (x > 8) l.remove(x); p(l.size());", rng.below(15), 1 + rng.below(10))));
    part.statements.push(print(rng, 3));
    part
}

fn patterns(rng: &mut Rng, id: usize) -> Part {
    let mut part = Part::default();
    let kind = any_type(rng);
    part.declarations.push(format!("sealed interface Sh{id} permits Ci{id}, Sq{id}, No{id} {{ }} record Ci{id}({} r, Object o) implements Sh{id} {{ }} record Sq{id}(Sh{id} in, int n) implements Sh{id} {{ }} enum No{id} implements Sh{id} {{ NONE, SOME }}", kind.java()));
    part.declarations.push(format!("static String match{id}(Object s) {{ return switch (s) {{ case null -> \"null\"; case Ci{id}(var r, String o) when o.length() > 1 -> \"long\" + r + o; case Ci{id}(var r, var o) -> \"ci\" + r + o; case Sq{id}(Sq{id}(var x, var y), int n) when n > 0 -> \"deep\" + y + n + match{id}(x); case Sq{id} q -> \"sq\" + q.n(); case No{id} n when n == No{id}.SOME -> \"some\"; case Integer i when i > {} -> \"big\" + i; case Integer i -> \"int\" + i; case int[] a -> \"ints\" + a.length; case Enum<?> e -> \"enum\" + e; default -> \"other\"; }}; }}", literal(rng, Type::Int)));
    for value in [
        format!("new Ci{id}({}, \"ab\")", literal(rng, kind)),
        format!("new Ci{id}({}, 1)", literal(rng, kind)),
        format!("new Sq{id}(new Sq{id}(null, 1), 2)"),
        format!("new Sq{id}(No{id}.NONE, 0)"),
        format!("No{id}.SOME"),
        format!("No{id}.NONE"),
        "null".into(),
        "new int[3]".into(),
        boxed(rng, 1),
    ] {
        part.statements.push(guarded(&format!("p(match{id}({value}));")));
    }
    part.statements.push(guarded(&format!("Thread t = Thread.ofVirtual().unstarted(() -> {{ {} p(Thread.currentThread().isVirtual()); }}); t.start(); t.join(); p(t.isAlive());", guarded(&simple(rng)))));
    part
}
