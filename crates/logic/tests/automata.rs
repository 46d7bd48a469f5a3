//! Automata against the definition of the logic: a formula is evaluated directly on words of the form u·v·v·v…, position
//! by position, and the automaton must say the same. The oracle shares no code with the translation.

use logic::automata::{Automaton, AutomatonError, DeterministicAutomaton, Edge, Ltl, Verdict, deterministic};
use logic::{Constants, Formula, Path, Steps, parse_property};

/// A generator of reproducible random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// The word `prefix` followed by `cycle` for ever; a letter is a set of propositions, as bits.
#[derive(Debug)]
struct Lasso {
    prefix: Vec<u64>,
    cycle: Vec<u64>,
}

impl Lasso {
    fn random(random: &mut Random, propositions: usize) -> Lasso {
        let (before, within) = (random.below(5), 1 + random.below(5));
        let mut letters = |count: u64| (0..count).map(|_| random.below(1 << propositions)).collect::<Vec<u64>>();
        Lasso { prefix: letters(before), cycle: letters(within) }
    }

    fn len(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    fn letter(&self, position: usize) -> u64 {
        if position < self.prefix.len() { self.prefix[position] } else { self.cycle[position - self.prefix.len()] }
    }

    fn next(&self, position: usize) -> usize {
        if position + 1 < self.len() { position + 1 } else { self.prefix.len() }
    }

    /// The truth of the formula at each position.
    fn evaluate(&self, formula: &Ltl) -> Vec<bool> {
        let map = |values: Vec<bool>, f: &dyn Fn(bool) -> bool| values.into_iter().map(f).collect::<Vec<bool>>();
        let zip = |left: Vec<bool>, right: Vec<bool>, f: &dyn Fn(bool, bool) -> bool| {
            left.into_iter().zip(right).map(|(left, right)| f(left, right)).collect::<Vec<bool>>()
        };
        let not = |values: Vec<bool>| map(values, &|value| !value);
        match formula {
            Ltl::Bool(value) => vec![*value; self.len()],
            Ltl::Proposition(number) => (0..self.len()).map(|at| self.letter(at) >> number & 1 == 1).collect(),
            Ltl::Not(operand) => not(self.evaluate(operand)),
            Ltl::And(left, right) => zip(self.evaluate(left), self.evaluate(right), &|a, b| a && b),
            Ltl::Or(left, right) => zip(self.evaluate(left), self.evaluate(right), &|a, b| a || b),
            Ltl::Implies(left, right) => zip(self.evaluate(left), self.evaluate(right), &|a, b| !a || b),
            Ltl::Iff(left, right) => zip(self.evaluate(left), self.evaluate(right), &|a, b| a == b),
            Ltl::Next(operand) => {
                let values = self.evaluate(operand);
                (0..self.len()).map(|at| values[self.next(at)]).collect()
            }
            Ltl::Eventually(steps, operand) => self.until(*steps, vec![true; self.len()], self.evaluate(operand)),
            Ltl::Globally(steps, operand) => {
                not(self.until(*steps, vec![true; self.len()], not(self.evaluate(operand))))
            }
            Ltl::Until(steps, left, right) => self.until(*steps, self.evaluate(left), self.evaluate(right)),
            Ltl::Release(steps, left, right) => {
                not(self.until(*steps, not(self.evaluate(left)), not(self.evaluate(right))))
            }
            Ltl::WeakUntil(steps, left, right) => {
                let (left, right) = (self.evaluate(left), self.evaluate(right));
                let stay = zip(left.clone(), right.clone(), &|a, b| a && !b);
                let stop = zip(left, right, &|a, b| !a && !b);
                not(self.until(*steps, stay, stop))
            }
        }
    }

    /// There is a step within the bounds at which `goal` holds, and `stay` holds at all steps before it.
    fn until(&self, steps: Steps, stay: Vec<bool>, goal: Vec<bool>) -> Vec<bool> {
        // Beyond the lower bound, once around the word shows all there is.
        let last = steps.upper.unwrap_or(steps.lower + 2 * self.len() as u64);
        let holds = |start: usize| {
            let mut position = start;
            for step in 0..=last {
                if step >= steps.lower && goal[position] {
                    return true;
                }
                if !stay[position] {
                    return false;
                }
                position = self.next(position);
            }
            false
        };
        (0..self.len()).map(holds).collect()
    }

    /// Whether the automaton accepts, and the verdicts it gave on the way.
    fn run(
        &self,
        initial: u32,
        pairs: &[logic::automata::AcceptancePair],
        mut step: impl FnMut(u32, u64) -> Edge,
    ) -> (bool, Vec<u32>) {
        let mut state = initial;
        let mut visited = vec![state];
        for &letter in &self.prefix {
            state = step(state, letter).target;
            visited.push(state);
        }
        // States at the start of the cycle, and the marks of each round.
        let mut rounds: Vec<(u32, u128)> = Vec::new();
        let first = loop {
            if let Some(first) = rounds.iter().position(|(earlier, _)| *earlier == state) {
                break first;
            }
            let (start, mut marks) = (state, 0);
            for &letter in &self.cycle {
                let edge = step(state, letter);
                marks |= edge.marks;
                state = edge.target;
                visited.push(state);
            }
            rounds.push((start, marks));
        };
        let recurring = rounds[first..].iter().fold(0, |all, (_, marks)| all | marks);
        (pairs.iter().any(|pair| pair.accepts(recurring)), visited)
    }

    fn check(&self, formula: &Ltl, automaton: &DeterministicAutomaton, context: &dyn Fn() -> String) {
        let expected = self.evaluate(formula)[0];
        let step = |state, letter| automaton.step(state, letter);
        let (accepted, visited) = self.run(automaton.initial(), automaton.acceptance(), step);
        assert_eq!(accepted, expected, "{} on {self:?}", context());
        for state in visited {
            match automaton.verdict(state) {
                Verdict::Accepted => assert!(expected, "wrongly settled: {} on {self:?}", context()),
                Verdict::Rejected => assert!(!expected, "wrongly settled: {} on {self:?}", context()),
                Verdict::Open => {}
            }
        }
    }
}

fn random_formula(random: &mut Random, depth: u32, propositions: usize, bounded: bool) -> Ltl {
    if depth == 0 || random.below(8) == 0 {
        return match random.below(12) {
            0 => Ltl::Bool(random.below(2) == 0),
            number => Ltl::Proposition(number as usize % propositions),
        };
    }
    let operand = |random: &mut Random| Box::new(random_formula(random, depth - 1, propositions, bounded));
    let steps = |random: &mut Random| match random.below(4) {
        _ if !bounded => Steps::ALL,
        0 => Steps { lower: 0, upper: Some(random.below(4)) },
        1 => {
            let lower = random.below(3);
            Steps { lower, upper: Some(lower + random.below(3)) }
        }
        2 => Steps { lower: random.below(4), upper: None },
        _ => Steps::ALL,
    };
    match random.below(13) {
        0 => Ltl::Not(operand(random)),
        1 | 2 => Ltl::And(operand(random), operand(random)),
        3 | 4 => Ltl::Or(operand(random), operand(random)),
        5 => Ltl::Implies(operand(random), operand(random)),
        6 => Ltl::Next(operand(random)),
        7 => Ltl::Eventually(steps(random), operand(random)),
        8 => Ltl::Globally(steps(random), operand(random)),
        9 => Ltl::Until(steps(random), operand(random), operand(random)),
        10 => Ltl::WeakUntil(steps(random), operand(random), operand(random)),
        11 => Ltl::Release(steps(random), operand(random), operand(random)),
        _ => Ltl::Iff(operand(random), operand(random)),
    }
}

/// Checks random formulas on random words; returns how many were refused as too complex, and the most states.
fn check_random(seed: u64, formulas: usize, depth: u32, propositions: usize, bounded: bool) -> (usize, usize) {
    let mut random = Random(seed);
    let (mut refused, mut most) = (0, 0);
    for number in 0..formulas {
        let formula = random_formula(&mut random, depth, propositions, bounded);
        let context = || format!("seed {seed}, formula {number}: {formula:?}");
        let automaton = match deterministic(&formula, propositions) {
            Ok(automaton) => automaton,
            Err(_) => {
                refused += 1;
                continue;
            }
        };
        most = most.max(automaton.states());
        let mut lazy = Automaton::new(&formula, 1 << 20).expect("the table was not too large");
        for _ in 0..30 {
            let word = Lasso::random(&mut random, propositions);
            word.check(&formula, &automaton, &context);
            let (initial, acceptance) = (lazy.initial(), lazy.acceptance().to_vec());
            let step = |state, letter| lazy.step(state, letter).expect("the table was not too large");
            let (accepted, _) = word.run(initial, &acceptance, step);
            assert_eq!(accepted, word.evaluate(&formula)[0], "on demand: {} on {word:?}", context());
        }
    }
    (refused, most)
}

#[test]
fn random_formulas_agree_with_the_definition() {
    for (seed, formulas, depth, propositions) in
        [(0x5eed_0001, 1500, 3, 2), (0x5eed_0002, 600, 4, 2), (0x5eed_0003, 600, 4, 3), (0x5eed_0004, 150, 5, 2)]
    {
        let (refused, most) = check_random(seed, formulas, depth, propositions, false);
        println!("seed {seed:x}: {formulas} formulas of depth {depth}, {refused} refused, at most {most} states");
        assert!(refused * 20 <= formulas, "seed {seed:x}: {refused} of {formulas} formulas were refused");
    }
}

#[test]
fn random_bounded_formulas_agree_with_the_definition() {
    for (seed, formulas, depth, propositions) in [(0x5eed_1001, 1000, 3, 2), (0x5eed_1002, 300, 4, 2)] {
        let (refused, most) = check_random(seed, formulas, depth, propositions, true);
        println!("seed {seed:x}: {formulas} formulas of depth {depth}, {refused} refused, at most {most} states");
        assert!(refused * 20 <= formulas, "seed {seed:x}: {refused} of {formulas} formulas were refused");
    }
}

/// The path formula of `P=? [ … ]`, over the labels `a` to `f`.
fn ltl(text: &str) -> (Ltl, usize) {
    let property = parse_property(&format!("P=? [ {text} ]"), &Constants::new()).unwrap_or_else(|e| panic!("{e}"));
    let Formula::Probability { path, .. } = property.formula else { panic!("a probability") };
    let path: &Path = &path;
    let (formula, states) = Ltl::from_path(path);
    (formula, states.len())
}

/// Formulas people write, and the most states their automata may have, the sinks included.
const COMMON: &[(&str, usize)] = &[
    ("true", 1),
    ("false", 1),
    ("X \"a\"", 4),
    ("F \"a\"", 2),
    ("G \"a\"", 2),
    ("\"a\" U \"b\"", 3),
    ("\"a\" W \"b\"", 3),
    ("\"a\" R \"b\"", 3),
    ("G F \"a\"", 1),
    ("F G \"a\"", 1),
    ("(G F \"a\") & (G F \"b\") & (G F \"c\")", 1),
    ("(G F \"a\") | (F G \"b\")", 1),
    ("(G F \"a\") => (G F \"b\")", 1),
    ("((G F \"a\") => (G F \"b\")) & ((G F \"c\") => (G F \"d\"))", 1),
    ("G (\"a\" => F \"b\")", 2),
    ("(G (\"a\" => F \"b\")) & (G (\"c\" => F \"d\"))", 4),
    ("(G F \"a\") & (F \"b\") & (G !\"c\")", 3),
    ("(F \"a\") & (F \"b\")", 4),
    ("F (\"a\" & X \"b\")", 3),
    ("F (\"a\" & F \"b\")", 3),
    ("F (\"a\" & F (\"b\" & F \"c\"))", 4),
    ("\"a\" U (\"b\" U \"c\")", 4),
    ("(\"a\" U \"b\") U \"c\"", 5),
    ("G (\"a\" => (\"b\" U \"c\"))", 3),
    ("G (\"a\" => X (\"b\" U \"c\"))", 5),
    ("F G (\"a\" => X \"b\")", 3),
    ("G F (\"a\" & X \"b\")", 2),
    ("G F (\"a\" & X X \"b\")", 4),
    ("F<=10 \"a\"", 13),
    ("G<=3 F<=2 \"a\"", 11),
    ("(F<=5 \"a\") & (G F \"b\")", 8),
    ("G (\"a\" => F<=3 \"b\")", 5),
    ("(G F \"a\") => (G (\"b\" => F \"c\"))", 4),
    ("F (\"a\" & G \"b\")", 4),
    ("G (\"a\" | F G \"b\")", 3),
    ("G ((\"a\" & !\"b\") => (!\"b\" U \"c\"))", 4),
    ("(\"a\" U (G \"b\")) | (G F \"c\")", 6),
    ("G ((F \"a\") | (G \"b\"))", 8),
    ("F ((G \"a\") & (F \"b\"))", 8),
    ("G F ((G \"a\") | (X \"b\"))", 8),
    ("(F \"a\") U (G \"b\")", 12),
    ("G (\"a\" => F<=100 \"b\")", 102),
    ("(F<=1000 \"a\") & (G F \"b\")", 1003),
    ("G F (\"a\" & F<=50 \"b\")", 60),
    ("(\"a\" U<=100 \"b\") | (G F \"c\")", 110),
    ("((G F \"a\") | (F G \"b\")) & ((G F \"c\") | (F G \"d\")) & ((G F \"e\") | (F G \"f\"))", 1),
    ("(F \"a\") & (F \"b\") & (F \"c\") & (F \"d\") & (F \"e\") & (F \"f\")", 64),
    ("\"a\" U (\"b\" U (\"c\" U (\"d\" U \"e\")))", 20),
    ("((((\"a\" U \"b\") U \"c\") U \"d\") U \"e\")", 40),
    ("(G (\"a\" => F \"b\")) & (G (\"b\" => F \"c\")) & (G (\"c\" => F \"d\")) & (G (\"d\" => F \"e\"))", 16),
    ("!((G (\"a\" => F \"b\")) & (G (\"b\" => F \"c\")) & (G (\"c\" => F \"d\")))", 8),
    ("G (\"a\" => (\"b\" U (\"c\" & X (\"d\" U \"e\"))))", 20),
    ("(G F \"a\") => (G (\"b\" => (F (\"c\" & X F \"d\"))))", 20),
    ("(G (\"a\" => F \"b\")) U (\"c\" & G F \"d\")", 20),
    ("F (\"a\" & X (G (\"b\" | F \"c\")))", 40),
    ("G F (\"a\" => X X X \"b\")", 20),
    ("(G F \"a\") <=> (G F \"b\")", 1),
    ("F (\"a\" & (\"b\" W \"c\") & F \"d\")", 40),
];

#[test]
fn common_formulas_get_few_states() {
    let mut random = Random(0x5eed_2001);
    let mut too_large = Vec::new();
    for (text, states_max) in COMMON {
        let (formula, propositions) = ltl(text);
        let begin = std::time::Instant::now();
        let automaton = deterministic(&formula, propositions).unwrap_or_else(|error| panic!("{text}: {error}"));
        let micros = begin.elapsed().as_micros();
        println!("{text}: {} states, {} pairs, {micros} us", automaton.states(), automaton.acceptance().len());
        if automaton.states() > *states_max {
            too_large.push(format!("{text}: {} states, expected {states_max}", automaton.states()));
        }
        for _ in 0..300 {
            let word = Lasso::random(&mut random, propositions);
            word.check(&formula, &automaton, &|| text.to_string());
        }
    }
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}

#[test]
fn fragments_are_recognised() {
    use logic::automata::{is_cosafe, is_safety};
    for (text, cosafe, safety) in [
        ("F \"a\"", true, false),
        ("G \"a\"", false, true),
        ("X \"a\"", true, true),
        ("F<=3 \"a\"", true, true),
        ("!(F \"a\")", false, true),
        ("(F \"a\") & (\"b\" U \"c\")", true, false),
        ("\"a\" W \"b\"", false, true),
        ("G F \"a\"", false, false),
        ("F (\"a\" & G<=4 \"b\")", true, false),
        ("F (\"a\" & G \"b\")", false, false),
    ] {
        let (formula, _) = ltl(text);
        assert_eq!((is_cosafe(&formula), is_safety(&formula)), (Ok(cosafe), Ok(safety)), "{text}");
    }
}

/// For co-safe formulas the earliest prefix that guarantees satisfaction must be recognised, also where only the
/// meaning shows it.
#[test]
fn good_prefixes_are_found_as_early_as_possible() {
    for (text, letters) in [
        ("F \"a\"", vec![0b0, 0b1]),
        ("X (\"a\" | !\"a\")", vec![]),
        ("(X X \"a\") | (X X !\"a\")", vec![]),
        ("(F \"a\") & (F \"b\")", vec![0b01, 0b00, 0b10]),
        ("(\"a\" & X \"b\") | (\"a\" & X !\"b\")", vec![0b1]),
    ] {
        let (formula, propositions) = ltl(text);
        let automaton = deterministic(&formula, propositions).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut state = automaton.initial();
        for letter in letters {
            assert_eq!(automaton.verdict(state), Verdict::Open, "{text}");
            state = automaton.step(state, letter).target;
        }
        assert_eq!(automaton.verdict(state), Verdict::Accepted, "{text}");
    }
}

#[test]
fn what_is_too_large_is_refused_quickly() {
    let large = [
        "(F<=1000000 \"a\") & (G F \"b\")".to_string(),
        (0..14).map(|i| format!("(F (\"a{i}\" & X \"b{i}\"))")).collect::<Vec<_>>().join(" & "),
        (0..12).map(|i| format!("(G ((F \"a{i}\") | (G \"b{i}\")))")).collect::<Vec<_>>().join(" | "),
    ];
    for text in large {
        let (formula, propositions) = ltl(&text);
        let refused = match Automaton::new(&formula, 2000) {
            Err(error) => Some(error),
            Ok(mut automaton) => {
                let mut random = Random(7);
                let mut state = automaton.initial();
                (0..200_000).find_map(|_| match automaton.step(state, random.below(1 << propositions)) {
                    Ok(edge) => {
                        state = if random.below(20) == 0 { automaton.initial() } else { edge.target };
                        None
                    }
                    Err(error) => Some(error),
                })
            }
        };
        let refused = refused.unwrap_or_else(|| panic!("{text}: not refused"));
        assert!(!refused.to_string().is_empty());
    }
    let many = (0..40).map(|i| format!("\"a{i}\"")).collect::<Vec<_>>().join(" & ");
    let (formula, _) = ltl(&format!("G F ({many})"));
    assert!(matches!(deterministic(&formula, 40), Err(AutomatonError::TooManyPropositions { .. })));
    assert!(Automaton::new(&formula, 10).is_ok());
    let eventually = Ltl::Eventually(Steps::ALL, Box::new(Ltl::Proposition(64)));
    assert!(matches!(Automaton::new(&eventually, 10), Err(AutomatonError::TooManyPropositions { .. })));
}
