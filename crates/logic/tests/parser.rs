//! Texts and what they mean: one table of accepted spellings (with the canonical one), one of refused texts (with the
//! place and the gist of the message), and properties files.

use logic::{Constants, Formula, Value, parse_properties_file, parse_property};

/// What is written, and the canonical spelling; parenthesised as the precedence wants it where that is the point.
const ACCEPTED: &[(&str, &str)] = &[
    ("P=?[F \"x\"]", "P=? [ F \"x\" ]"),
    ("P = ? [ F \"x\" ];", "P=? [ F \"x\" ]"),
    ("Pmax=? [ F \"x\" ]", "Pmax=? [ F \"x\" ]"),
    ("P max=? [ F \"x\" ]", "Pmax=? [ F \"x\" ]"),
    ("Pmin>=0.5 [ F \"x\" ]", "Pmin>=0.5 [ F \"x\" ]"),
    ("P>=1/3 [ F \"x\" ]", "P>=1/3 [ F \"x\" ]"),
    ("P<1e-3 [ X \"x\" ]", "P<0.001 [ X \"x\" ]"),
    ("P>.25 [ X \"x\" ]", "P>0.25 [ X \"x\" ]"),
    ("P<=0.1+0.2 [ X \"x\" ]", "P<=0.3 [ X \"x\" ]"),
    ("S>0.1 [ \"x\" ]", "S>0.1 [ \"x\" ]"),
    ("Smax=? [ \"x\" ]", "Smax=? [ \"x\" ]"),
    ("LRAmax=? [ \"x\" ]", "Smax=? [ \"x\" ]"),
    ("LRA>0.1 [ \"x\" ]", "S>0.1 [ \"x\" ]"),
    ("P=? [ F LRA>0.1 ]", "P=? [ F LRA > 0.1 ]"),
    ("R=? [ MP ]", "R=? [ S ]"),
    ("R=? [ F \"x\" ]", "R=? [ F \"x\" ]"),
    ("R{\"time\"}max=? [ F \"x\" ]", "R{\"time\"}max=? [ F \"x\" ]"),
    ("R{2}min=? [ C<=10 ]", "R{2}min=? [ C<=10 ]"),
    ("Rmax{\"a\"}=? [ C ]", "R{\"a\"}max=? [ C ]"),
    ("Rmin=? [ I=7 ]", "Rmin=? [ I=7 ]"),
    ("R{\"n\"}<=4.5 [ S ]", "R{\"n\"}<=4.5 [ S ]"),
    ("R=? [ C<8 ]", "R=? [ C<=7 ]"),
    ("R=? [ (F \"a\") & (F \"b\") ]", "R=? [ (F \"a\") & (F \"b\") ]"),
    ("R=? [ \"a\" U \"b\" ]", "R=? [ \"a\" U \"b\" ]"),
    // Temporal operators bind weaker than Boolean ones.
    ("P=? [ F \"a\" & \"b\" ]", "P=? [ F \"a\" & \"b\" ]"),
    ("P=? [ F (\"a\" & \"b\") ]", "P=? [ F \"a\" & \"b\" ]"),
    ("P=? [ (F \"a\") & \"b\" ]", "P=? [ (F \"a\") & \"b\" ]"),
    ("P=? [ \"a\" & \"b\" U \"c\" | \"d\" ]", "P=? [ \"a\" & \"b\" U \"c\" | \"d\" ]"),
    ("P=? [ (F \"a\") U (G \"b\") ]", "P=? [ F \"a\" U G \"b\" ]"),
    ("P=? [ F (\"a\" U \"b\") ]", "P=? [ F (\"a\" U \"b\") ]"),
    ("P=? [ G F \"a\" ]", "P=? [ G F \"a\" ]"),
    ("P=? [ (F a) => (F b) => (F c) ]", "P=? [ (F a) => (F b) => (F c) ]"),
    ("P=? [ ((F a) => (F b)) => (F c) ]", "P=? [ ((F a) => (F b)) => (F c) ]"),
    ("P=? [ GF \"a\" ]", "P=? [ G F \"a\" ]"),
    ("P=? [ (FG x=1) | (XX !\"a\") ]", "P=? [ (F G x = 1) | (X X !\"a\") ]"),
    ("P=? [ F GF U FG=2 ]", "P=? [ F GF U FG = 2 ]"),
    ("P=? [ G (\"a\" => F \"b\") ]", "P=? [ G \"a\" => (F \"b\") ]"),
    ("P=? [ !F \"b\" ]", "P=? [ !(F \"b\") ]"),
    ("P=? [ G !F \"b\" ]", "P=? [ G !(F \"b\") ]"),
    ("P=? [ F (\"a\" & F \"b\") ]", "P=? [ F \"a\" & (F \"b\") ]"),
    ("P=? [ F \"a\" & P>0 [ F \"b\" ] ]", "P=? [ F \"a\" & P>0 [ F \"b\" ] ]"),
    ("P=? [ \"a\" & X X \"b\" ]", "P=? [ \"a\" & (X X \"b\") ]"),
    ("P=? [ !\"a\" W \"b\" ]", "P=? [ !\"a\" W \"b\" ]"),
    ("P=? [ \"a\" R \"b\" ]", "P=? [ \"a\" R \"b\" ]"),
    ("P=? [ (F \"a\") ^ (F \"b\") ]", "P=? [ !((F \"a\") <=> (F \"b\")) ]"),
    ("P=? [ \"c\" ? (F \"a\") : \"b\" ]", "P=? [ (\"c\" => (F \"a\")) & (!\"c\" => \"b\") ]"),
    // Bounds of temporal operators.
    ("P=? [ F<=10 \"a\" ]", "P=? [ F<=10 \"a\" ]"),
    ("P=? [ F<10 \"a\" ]", "P=? [ F<=9 \"a\" ]"),
    ("P=? [ F>=10 \"a\" ]", "P=? [ F>=10 \"a\" ]"),
    ("P=? [ F>10 \"a\" ]", "P=? [ F>=11 \"a\" ]"),
    ("P=? [ F=10 \"a\" ]", "P=? [ F=10 \"a\" ]"),
    ("P=? [ F[3,3] \"a\" ]", "P=? [ F=3 \"a\" ]"),
    ("P=? [ F[2,4] \"a\" ]", "P=? [ F[2,4] \"a\" ]"),
    ("P=? [ F>=0 \"a\" ]", "P=? [ F \"a\" ]"),
    ("P=? [ F<1 \"a\" ]", "P=? [ F=0 \"a\" ]"),
    ("P=? [ \"a\" U<=2*3 (\"b\") ]", "P=? [ \"a\" U<=6 \"b\" ]"),
    ("P=? [ G<=5 x=3 ]", "P=? [ G<=5 x = 3 ]"),
    ("P=? [ F<=5 (-x > 3) ]", "P=? [ F<=5 (-x > 3) ]"),
    ("P=? [ \"a\" W[1,2] \"b\" ]", "P=? [ \"a\" W[1,2] \"b\" ]"),
    ("P=? [ \"a\" R>=4 \"b\" ]", "P=? [ \"a\" R>=4 \"b\" ]"),
    ("P=? [ F<=k (x) ]", "P=? [ F<=5 x ]"),
    ("P=? [ F<=floor(k/2) x ]", "P=? [ F<=2 x ]"),
    ("P=? [ F<=max(k, 7) x ]", "P=? [ F<=7 x ]"),
    ("P=? [ false U[1,3] true ]", "P=? [ false U[1,3] true ]"),
    // State formulas: `!` binds weaker than `=`, `=>` weaker than `<=>`.
    ("!x=3", "!(x = 3)"),
    ("!\"a\" & \"b\" | \"c\"", "!\"a\" & \"b\" | \"c\""),
    ("\"a\" & (\"b\" | \"c\")", "\"a\" & (\"b\" | \"c\")"),
    ("\"a\" => \"b\" <=> \"c\"", "\"a\" => \"b\" <=> \"c\""),
    ("(\"a\" => \"b\") <=> \"c\"", "(\"a\" => \"b\") <=> \"c\""),
    ("\"a\" => \"b\" => \"c\"", "\"a\" => \"b\" => \"c\""),
    // Implications are read from the right.
    ("(\"a\" => \"b\") => \"c\"", "(\"a\" => \"b\") => \"c\""),
    ("\"a\" => (\"b\" => \"c\")", "\"a\" => \"b\" => \"c\""),
    ("\"a\" ^ \"b\" | \"c\"", "\"a\" ^ \"b\" | \"c\""),
    // Between numbers `^` is a power, from the right, which the sign belongs to the base of.
    ("x ^ 2 ^ 3 > 1", "pow(x, 8) > 1"),
    ("-2 ^ 2 = x", "4 = x"),
    ("2 ^ -1 < x / 2 ^ y", "0.5 < x / pow(2, y)"),
    ("R=? [ x > 1 ]", "R=? [ x > 1 ]"),
    ("Pmaxmin=? [ F \"a\" ]", "Pmaxmin=? [ F \"a\" ]"),
    ("R{\"r\"}minmin=? [ F \"a\" ]", "R{\"r\"}min=? [ F \"a\" ]"),
    ("x+y*2 <= 3", "x + y * 2 <= 3"),
    ("(x+y)*2 != -3", "(x + y) * 2 != -3"),
    ("x - (y - 1) > 0", "x - (y - 1) > 0"),
    ("x / y / 2 > 1/3", "x / y / 2 > 1/3"),
    ("x > y = b", "x > y = b"),
    ("x ? y > 1 : z ? true : false", "x ? y > 1 : z ? true : false"),
    ("min(x, 2, y) > mod(x, 3)", "min(x, 2, y) > mod(x, 3)"),
    ("func(max, x, 2) > 0", "max(x, 2) > 0"),
    ("pow(2, 10) = x", "1024 = x"),
    ("log(1000, 10) = x", "3 = x"),
    ("mod(-1, 3) = x", "2 = x"),
    ("round(-1.5) = x", "-1 = x"),
    ("floor(-1.5) + ceil(1.2) = x", "0 = x"),
    ("x = 0.1 + 0.2", "x = 0.3"),
    ("x = k", "x = 5"),
    ("x \u{2264} 3 \u{2227} b", "x <= 3 & b"),
    // Nesting, arithmetic over operators, CTL.
    ("P>0.5 [ F P>=1 [ G \"a\" ] ]", "P>0.5 [ F P>=1 [ G \"a\" ] ]"),
    ("P=? [ F \"a\" ] / P=? [ F \"b\" ]", "P=? [ F \"a\" ] / P=? [ F \"b\" ]"),
    ("1 - P=? [ F \"a\" ]", "1 - P=? [ F \"a\" ]"),
    ("R=? [ F \"a\" ] > 3 & S>0.1 [ \"a\" ]", "R=? [ F \"a\" ] > 3 & S>0.1 [ \"a\" ]"),
    ("A [ G \"a\" ]", "A [ G \"a\" ]"),
    ("E [ F A [ G \"a\" ] ]", "E [ F A [ G \"a\" ] ]"),
    ("P=? [ F (P=? [ X \"a\" ] > 0.5) ]", "P=? [ F P=? [ X \"a\" ] > 0.5 ]"),
    // Filters, old and new.
    ("filter(min, P=? [ F \"a\" ], \"init\")", "filter(min, P=? [ F \"a\" ], \"init\")"),
    ("filter(+, P=? [ F \"a\" ])", "filter(sum, P=? [ F \"a\" ])"),
    ("filter(&, \"a\", true)", "filter(forall, \"a\", true)"),
    ("filter(|, \"a\")", "filter(exists, \"a\")"),
    ("filter(count, \"a\" & P>0 [ X \"b\" ], x > 2)", "filter(count, \"a\" & P>0 [ X \"b\" ], x > 2)"),
    ("filter(avg, x * 2, \"a\")", "filter(avg, x * 2, \"a\")"),
    ("P=? [ F \"a\" {\"b\"}{max} ]", "filter(max, P=? [ F \"a\" ], \"b\")"),
    ("P>0.5 [ F \"a\" {\"b\"} ]", "filter(forall, P>0.5 [ F \"a\" ], \"b\")"),
    ("S=? [ \"a\" {\"b\"}{min} ]", "filter(min, S=? [ \"a\" ], \"b\")"),
    // Odd but fine.
    ("P=? [ F \"true__PrimalityTest_isPrime__II__Z\" ]", "P=? [ F \"true__PrimalityTest_isPrime__II__Z\" ]"),
    ("P=? [ F \"x=3\" ]", "P=? [ F \"x=3\" ]"),
    ("P=? // a comment\n [ F \"x\" ]", "P=? [ F \"x\" ]"),
    ("const int n = 2; P=? [ F<=n \"x\" ]", "P=? [ F<=2 \"x\" ]"),
];

#[test]
fn accepted_spellings_and_their_canonical_form() {
    let mut constants = Constants::new();
    constants.set("k", Value::Integer(5));
    for (text, canonical) in ACCEPTED {
        let property = parse_property(text, &constants).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(property.formula.to_string(), *canonical, "from {text}");
        let again = parse_property(canonical, &constants).unwrap_or_else(|error| panic!("{canonical}\n{error}"));
        assert_eq!(again.formula, property.formula, "{canonical}");
    }
}

/// What is refused: the text, line, column, and a part of the message.
const REFUSED: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "expected a property"),
    ("// nothing\n", 2, 1, "expected a property"),
    ("P=? [ F ]", 1, 9, "expected a formula, found `]`"),
    ("P=? [ F \"x\" ", 1, 12, "expected an operator or `]`, found the end"),
    ("P=? [ \"x\" until \"y\" ]", 1, 11, "found `until` (it is written `U`)"),
    ("P=? [ \"x\" or \"y\" ]", 1, 11, "found `or` (it is written `|`)"),
    ("P=? [ <> \"x\" ]", 1, 7, "(\"eventually\" is written `F`)"),
    ("P=? [ [] \"x\" ]", 1, 7, "(\"always\" is written `G`)"),
    ("P=? [ F \"x\" \"y\" ]", 1, 13, "expected an operator or `]`, found `\"y\"`"),
    ("P=? F \"x\"", 1, 5, "expected `[`"),
    ("Pmx=? [ F \"x\" ]", 1, 1, "there is no operator `Pmx`: did you mean `Pmax`?"),
    ("p>=0.5 [ F \"x\" ]", 1, 1, "did you mean `P`?"),
    ("1 - quality=? [ F \"x\" ]", 1, 5, "the operators are P, Pmin"),
    ("P=? [ F x=<3 ]", 1, 10, "write `<=` instead of `=<`"),
    ("P [ F \"x\" ]", 1, 3, "expected `=?` or a bound"),
    ("P=0.5 [ F \"x\" ]", 1, 3, "expected `?`"),
    ("P>=1.5 [ F \"x\" ]", 1, 2, "must lie between 0 and 1"),
    ("P>=-0.5 [ F \"x\" ]", 1, 2, "must lie between 0 and 1"),
    ("P>=\"x\" [ F \"x\" ]", 1, 4, "expected a number"),
    ("P>=q [ F \"x\" ]", 1, 4, "`q`"),
    ("P=? [ F \"x ]", 1, 9, "never closed"),
    ("P=? [ F \"\" ]", 1, 9, "expected a name"),
    ("P=? [ F $ ]", 1, 9, "means nothing"),
    ("\"a\" && \"b\"", 1, 5, "write `&` instead of `&&`"),
    ("x == 3", 1, 3, "write `=` instead of `==`"),
    ("x -> y", 1, 3, "write `=>` instead of `->`"),
    ("P=? [ F \"x\" ] ]", 1, 15, "expected an operator, `;` or the end"),
    ("P=? [ F \"x\" ] P=? [ F \"y\" ]", 1, 15, "start of another"),
    ("P=?\n[ F\n   ) ]", 3, 4, "expected a formula, found `)`"),
    ("F \"x\"", 1, 1, "only inside"),
    ("\"a\" U \"b\"", 1, 5, "expected an operator"),
    ("P=? [ \"a\" U \"b\" U \"c\" ]", 1, 17, "parentheses"),
    ("P=? [ \"a\" & F \"b\" & \"c\" ]", 1, 13, "parentheses"),
    ("P=? [ F \"a\" & F \"b\" ]", 1, 15, "parentheses"),
    ("P=? [ G F \"a\" & G \"b\" ]", 1, 17, "parentheses"),
    ("P=? [ G \"a\" => F \"b\" ]", 1, 16, "parentheses"),
    ("P=? [ \"c\" U \"a\" | !F \"b\" ]", 1, 20, "parentheses"),
    ("P=? [ U \"a\" ]", 1, 7, "left of `U`"),
    ("P=? [ X<=3 \"a\" ]", 1, 8, "`X` takes no bound"),
    ("P=? [ F<=2.5 \"a\" ]", 1, 10, "no number of steps"),
    ("P=? [ F<=-1 \"a\" ]", 1, 10, "no number of steps"),
    ("P=? [ F<0 \"a\" ]", 1, 8, "admits no step"),
    ("P=? [ F[5,3] \"a\" ]", 1, 8, "empty"),
    ("P=? [ F[5] \"a\" ]", 1, 10, "expected `,`"),
    ("P=? [ F<=1/0 \"a\" ]", 1, 10, "division by zero"),
    ("P=? [ F<=true \"a\" ]", 1, 10, "expected a number"),
    ("P=? [ F 3 ]", 1, 9, "needs a truth value"),
    ("P=? [ 3 U \"a\" ]", 1, 7, "needs a truth value"),
    ("P=? [ F P=? [ F \"a\" ] ]", 1, 9, "needs a truth value"),
    ("P=? [ F \"a\" ] & \"b\"", 1, 1, "needs a truth value"),
    ("\"a\" + 1", 1, 1, "needs a number"),
    ("x + (P>0 [ X \"a\" ]) > 1", 1, 5, "needs a number"),
    ("P=? [ (F \"a\") > 3 ]", 1, 7, "needs a number"),
    ("\"a\" = 3", 1, 1, "compares a number with a truth value"),
    ("x ? 1 : true", 1, 5, "branches"),
    ("R{0}=? [ C ]", 1, 3, "counted from 1"),
    ("R{\"a\"=? [ C ]", 1, 6, "expected `}`"),
    ("R=? [ I=-1 ]", 1, 9, "no number of steps"),
    ("R=? [ C<0 ]", 1, 7, "no time"),
    ("Pmax min=? [ F \"a\" ]", 1, 6, "already"),
    ("S=? [ F \"a\" ]", 1, 7, "only inside"),
    ("filter(mni, \"a\")", 1, 8, "did you mean `min`"),
    ("filter(min \"a\")", 1, 12, "expected `,`"),
    ("filter(min, F \"a\")", 1, 13, "only inside"),
    ("flor(x) > 1", 1, 1, "did you mean `floor`"),
    ("floor(x, y) > 1", 1, 1, "takes 1 argument, not 2"),
    ("pow(0, -1) = x", 1, 1, "not a real number"),
    ("x > 1e99999", 1, 5, "out of range"),
    ("const int k; P=? [ F<=k \"a\" ]", 1, 23, "has no value"),
    ("const int k = 1.5; \"a\"", 1, 11, "must be an integer"),
    ("const int k = m; const int m = k; \"a\"", 1, 11, "depends on itself"),
    ("const int k = 1; const int k = 2; \"a\"", 1, 28, "declared twice"),
    ("const int k = 1", 1, 16, "end the declaration"),
    ("const 3;", 1, 7, "name of a constant"),
    ("label x = true; \"a\"", 1, 7, "in quotation marks"),
    ("label \"x\" = 3; \"a\"", 1, 13, "needs a truth value"),
    ("\"a\": \"b\"; \"b\": \"a\";", 1, 1, "refers to itself"),
    ("\"a\": P=? [ F \"x\" ]; \"b\": P>0 [ F \"a\" ];", 1, 21, "needs a truth value"),
];

#[test]
fn refused_texts_say_where_and_why() {
    for (text, line, column, gist) in REFUSED {
        let error = parse_property(text, &Constants::new()).expect_err(text);
        assert!(error.message.contains(gist), "{text}\n{error}");
        assert_eq!((error.line, error.column), (*line, *column), "{text}\n{error}");
    }
}

#[test]
fn errors_show_the_line_and_a_caret() {
    let error = parse_property("\"a\"\n& P=? [ F ]", &Constants::new()).unwrap_err().to_string();
    assert_eq!(error, "line 2, column 11: expected a formula, found `]`\n  & P=? [ F ]\n            ^");
}

#[test]
fn deep_and_long_formulas_are_refused_not_fatal() {
    let deep = format!("{}true{}", "(".repeat(100_000), ")".repeat(100_000));
    let nots = format!("{}true", "!".repeat(100_000));
    let minuses = format!("{}1 > x", "- ".repeat(100_000));
    let long = vec!["\"a\""; 100_000].join(" & ");
    let temporal = format!("P=? [ {} \"a\" ]", "X ".repeat(100_000));
    let operators = format!("{}\"a\"{}", "P>0 [ X ".repeat(10_000), " ]".repeat(10_000));
    let otherwise = format!("{} b", "x ? y : ".repeat(100_000));
    for text in [deep, nots, minuses, long, temporal, operators, otherwise] {
        let error = parse_property(&text, &Constants::new()).expect_err("too deep");
        assert!(error.message.contains("deep"), "{error}");
    }
    let fine = vec!["\"a\""; 1000].join(" | ");
    assert_eq!(parse_property(&fine, &Constants::new()).unwrap().formula.to_string(), fine);
}

#[test]
fn references_that_explode_are_refused() {
    let mut text = String::from("\"p0\": \"a\" & \"a\";\n");
    for index in 1..60 {
        text += &format!("\"p{index}\": \"p{}\" & \"p{}\";\n", index - 1, index - 1);
    }
    let error = parse_properties_file(&text, &Constants::new()).unwrap_err();
    assert!(error.message.contains("too large"), "{error}");
}

#[test]
fn a_whole_properties_file() {
    let text = r#"
        // The model's parameters.
        const int k = m + 1;  // used before m is declared
        const int m = 2;
        const double p;
        const bool strict = true;
        label "near" = x <= k & strict;

        // RESULT: 1/6
        "first": P=? [ F<=k "near" ];
        P>=p [ F "far" ]
        R{"steps"}=? [ F
             "near" ] // trailing
        // the ratio
        "ratio": "first" / 2
        filter(max, "first", "init"); ; P=? [ F "bounded" ];
        "bounded": P<p [ X "near" ]
    "#;
    let constants = Constants::parse("p=1/4").unwrap();
    let file = parse_properties_file(text, &constants).unwrap_or_else(|error| panic!("{error}"));
    let printed: Vec<String> = file.properties.iter().map(|property| property.formula.to_string()).collect();
    assert_eq!(
        printed,
        [
            "P=? [ F<=3 x <= 3 & true ]",
            "P>=0.25 [ F \"far\" ]",
            "R{\"steps\"}=? [ F x <= 3 & true ]",
            "P=? [ F<=3 x <= 3 & true ] / 2",
            "filter(max, P=? [ F<=3 x <= 3 & true ], \"init\")",
            "P=? [ F P<0.25 [ X x <= 3 & true ] ]",
            "P<0.25 [ X x <= 3 & true ]",
        ]
    );
    let names: Vec<Option<&str>> = file.properties.iter().map(|property| property.name.as_deref()).collect();
    assert_eq!(names, [Some("first"), None, None, Some("ratio"), None, None, Some("bounded")]);
    assert_eq!(file.properties[0].comments, ["RESULT: 1/6"]);
    assert_eq!(file.properties[0].text, "P=? [ F<=k \"near\" ]");
    assert_eq!(file.properties[2].text, "R{\"steps\"}=? [ F \"near\" ]");
    assert_eq!(file.properties[3].comments, ["the ratio"]);
    let constants: Vec<(&str, Option<Value>)> =
        file.constants.iter().map(|(name, _, value)| (name.as_str(), value.clone())).collect();
    let quarter = Constants::parse("q=0.25").unwrap().get("q").cloned();
    let expected = [
        ("k", Some(Value::Integer(3))),
        ("m", Some(Value::Integer(2))),
        ("p", quarter),
        ("strict", Some(Value::Bool(true))),
    ];
    assert_eq!(constants, expected);
    assert_eq!(file.labels.len(), 1);
}

#[test]
fn constants_from_outside() {
    let constants = Constants::parse("k=5, p = 0.1, b=true, n=-2, m=2*k").unwrap();
    assert_eq!(constants.get("k"), Some(&Value::Integer(5)));
    assert_eq!(constants.get("b"), Some(&Value::Bool(true)));
    assert_eq!(constants.get("n"), Some(&Value::Integer(-2)));
    assert_eq!(constants.get("m"), Some(&Value::Integer(10)));
    assert_eq!(constants.get("p").and_then(Value::to_f64), Some(0.1));
    for (text, gist) in [("k", "expected `=`"), ("k=", "expected a formula"), ("=3", "name"), ("k=x", "no variable")] {
        let error = Constants::parse(text).expect_err(text);
        assert!(error.message.contains(gist), "{text}: {error}");
    }
    assert_eq!(constants.name_missing_in("P>=p [ F<=k b & x < n + m ]"), None);
    assert_eq!(constants.name_missing_in("P>=p [ F<=k b & x < n ] // not m"), Some("m"));
    let twice = parse_property("const int k = 3; P=? [ F<=k \"a\" ]", &constants).unwrap_err();
    assert!(twice.message.contains("another one given from outside"), "{twice}");
}

#[test]
fn numbers_are_exact() {
    let property = parse_property("x = 0.1", &Constants::new()).unwrap();
    let Formula::Binary(_, _, number) = property.formula else { panic!("a comparison") };
    let Formula::Number(number) = *number else { panic!("a number") };
    assert_eq!((number.exact().to_string().as_str(), number.value()), ("1/10", 0.1));
}

/// Any damage to a text gives a formula or an error, never a panic.
#[test]
fn damaged_texts_never_panic() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let pieces: Vec<char> = "PRSAEFGXUW=?<>!&|^()[]{}\"\"::;,+-*/ .0159kxminCI\n\u{e9}\u{2264}".chars().collect();
    for round in 0..20_000 {
        let (text, _) = ACCEPTED[round % ACCEPTED.len()];
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=draw(3) {
            let at = draw(letters.len().max(1)).min(letters.len());
            match draw(3) {
                0 if at < letters.len() => {
                    letters.remove(at);
                }
                1 if at < letters.len() => letters[at] = pieces[draw(pieces.len())],
                _ => letters.insert(at, pieces[draw(pieces.len())]),
            }
        }
        let damaged: String = letters.into_iter().collect();
        match parse_properties_file(&damaged, &Constants::new()) {
            Ok(file) => {
                for property in file.properties {
                    let printed = property.formula.to_string();
                    let again = parse_property(&printed, &Constants::new());
                    assert_eq!(again.map(|again| again.formula), Ok(property.formula), "{damaged}\n{printed}");
                }
            }
            Err(error) => assert!(error.to_string().lines().count() == 3, "{error}"),
        }
    }
}
