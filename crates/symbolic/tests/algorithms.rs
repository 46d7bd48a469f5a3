//! The algorithms on the paper's examples, written as small programs over a symbolic input, and on random trees against
//! backward induction.

use dashu::rational::RBig;
use space::Rng;
use symbolic::algorithms::*;
use symbolic::expr::{Comparison, ExprId, Width};
use symbolic::{Fault, PathCondition, PathConditions, Profile};

/// A program: conditions `x <= limit`, choices, ends.
#[derive(Clone, Debug)]
enum Program {
    End(Outcome),
    If { limit: i128, then: Box<Program>, otherwise: Box<Program> },
    Choose(Vec<Program>),
    Coin(Vec<(RBig, Program)>),
}

fn success() -> Program {
    Program::End(Outcome::Success)
}

fn failure() -> Program {
    Program::End(Outcome::Failure)
}

fn at_most(limit: i128, then: Program, otherwise: Program) -> Program {
    Program::If { limit, then: Box::new(then), otherwise: Box::new(otherwise) }
}

/// The execution tree of a program whose input x is symbolic.
struct Execution {
    paths: PathConditions,
    x: ExprId,
    program: Program,
}

impl Execution {
    fn new(program: Program, low: i128, high: i128) -> Execution {
        let mut paths = PathConditions::new(Profile::default());
        let x = paths.integer_input("x", low, high, Width::Int).expect("a good domain");
        Execution { paths, x, program }
    }
}

impl Tree for Execution {
    type Node = (Program, PathCondition);
    type Error = Fault;

    fn root(&mut self) -> Result<Self::Node, Fault> {
        Ok((self.program.clone(), PathCondition::default()))
    }

    fn expand(&mut self, (program, path): &Self::Node) -> Result<Expansion<Self::Node>, Fault> {
        Ok(match program {
            Program::End(outcome) => Expansion::Leaf((*outcome).into()),
            Program::Choose(list) => {
                let named = list.iter().enumerate().map(|(i, p)| (format!("T{}", i + 1), (p.clone(), path.clone())));
                Expansion::Choice(named.collect())
            }
            Program::Coin(list) => Expansion::Branch(
                list.iter().map(|(p, next)| (p.clone(), String::new(), (next.clone(), path.clone()))).collect(),
            ),
            Program::If { limit, then, otherwise } => {
                let limit = self.paths.exprs.constant(*limit);
                let condition = self.paths.exprs.compare(Comparison::LessOrEqual, self.x, limit);
                let split = self.paths.split(path, condition)?;
                let negated = self.paths.exprs.not(condition);
                let mut children = Vec::new();
                for (bounds, condition, next) in [(split.holds, condition, then), (split.fails, negated, otherwise)] {
                    if !bounds.low.is_zero() {
                        let path = self.paths.assume(path, condition).expect("positive probability");
                        children.push((bounds.low, String::new(), (next.as_ref().clone(), path)));
                    }
                }
                Expansion::Branch(children)
            }
        })
    }
}

fn fraction(numerator: i64, denominator: i64) -> RBig {
    RBig::from(numerator) / RBig::from(denominator)
}

/// Figure 1: node 0 chooses between node 1, which chooses between 0.6 and 0.3, and node 2 with 0.55.
fn example_1() -> Execution {
    let leaf = |limit| at_most(limit, success(), failure());
    Execution::new(Program::Choose(vec![Program::Choose(vec![leaf(60), leaf(30)]), leaf(55)]), 1, 100)
}

/// Figure 2: the right task depends on x.
fn example_2() -> Execution {
    let small = Program::Choose(vec![at_most(40, success(), failure()), at_most(30, success(), failure())]);
    let large = Program::Choose(vec![failure(), success()]);
    Execution::new(at_most(50, small, large), 1, 100)
}

/// Listing 1 with its 500 nested choices.
fn rare() -> Execution {
    let mut deep = at_most(5, failure(), success());
    for _ in 0..500 {
        deep = Program::Choose(vec![deep, failure()]);
    }
    Execution::new(Program::Choose(vec![at_most(1, success(), deep), failure()]), 0, 100)
}

fn query(target: Target, goal: Goal) -> Query {
    Query { target, goal, grey: GreyMeaning::Apart }
}

#[test]
fn example_1_exact_and_its_scheduler() {
    let answer = exact(&mut example_1(), &Query::default()).expect("exact");
    assert_eq!(answer.bounds.low, fraction(3, 5));
    assert!(answer.bounds.is_exact());
    assert_eq!(answer.paths, 6);
    let text = answer.scheduler.to_string();
    let expected =
        "choose 1 of 2: T1\nchoose 1 of 2: T1\nwith probability 3/5:\n  success\nwith probability 2/5:\n  failure\n";
    assert_eq!(text, expected);
    let dot = answer.scheduler.to_dot();
    assert!(
        dot.starts_with("digraph") && dot.contains("n0 -> n1 [label=\"T1\"]") && dot.contains("label=\"3/5\""),
        "{dot}"
    );
    // The other alternative of the root alone.
    let other = linear(&mut example_1(), &Query::default(), &|k, _| usize::from(k == 0)).expect("exact");
    assert_eq!(other.low, fraction(55, 100));
}

#[test]
fn example_2_trees_beat_lines() {
    assert_eq!(exact(&mut example_2(), &Query::default()).expect("exact").bounds.low, fraction(9, 10));
    let line = |task: usize| linear(&mut example_2(), &Query::default(), &|_, _| task).expect("exact").low;
    assert_eq!((line(0), line(1)), (fraction(4, 10), fraction(8, 10)));
    let worst = exact(&mut example_2(), &query(Target::Success, Goal::Minimise)).expect("exact");
    assert_eq!(worst.bounds.low, fraction(3, 10), "0.5·0.6 and nothing");
    assert_eq!(
        exact(&mut example_2(), &query(Target::Failure, Goal::Maximise)).expect("exact").bounds.low,
        fraction(7, 10)
    );
}

#[test]
fn rare_has_504_paths() {
    let answer = exact(&mut rare(), &Query::default()).expect("exact");
    assert_eq!((answer.bounds.low.clone(), answer.paths), (fraction(97, 101), 504));
    assert_eq!(answer.scheduler.decisions(), 501);
    let failing = exact(&mut rare(), &query(Target::Failure, Goal::Maximise)).expect("exact");
    assert_eq!(failing.bounds.low, RBig::ONE);
}

#[test]
fn sampling_with_pruning_finds_the_optimum_within_the_number_of_paths() {
    for learn in [true, false] {
        for (mut tree, optimum, paths) in
            [(example_1(), fraction(3, 5), 6), (example_2(), fraction(9, 10), 6), (rare(), fraction(97, 101), 504)]
        {
            let hypothesis = Hypothesis::parse(&format!(">={optimum}")).expect("well formed");
            let options = Sampling { learn, hypothesis: Some(hypothesis), ..Sampling::default() };
            let answer = approximate(&mut tree, &Query::default(), &options).expect("sampled");
            assert_eq!(answer.verdict, Some(Verdict::True), "learning {learn}, optimum {optimum}");
            assert_eq!(answer.bounds.low, optimum);
            assert!(answer.samples <= paths, "{} samples of {paths} paths", answer.samples);
        }
    }
}

#[test]
fn a_false_hypothesis_is_refuted_once_everything_is_explored() {
    let hypothesis = Some(Hypothesis::parse(">0.6").expect("well formed"));
    let options = Sampling { hypothesis: hypothesis.clone(), ..Sampling::default() };
    let answer = approximate(&mut example_1(), &Query::default(), &options).expect("sampled");
    assert_eq!(answer.verdict, Some(Verdict::False));
    let options = Sampling { hypothesis, prune: false, learn: false, rounds: 5, ..Sampling::default() };
    let answer = approximate(&mut rare(), &Query::default(), &options).expect("sampled");
    assert_eq!(answer.verdict, Some(Verdict::ProbablyFalse));
    assert!(answer.bounds.low < fraction(97, 101) && answer.bounds.high >= fraction(97, 101), "{:?}", answer.bounds);
}

#[test]
fn sum1_misses_the_best_scheduler_of_example_1() {
    // Even with perfect information: under the learnt σ, node 1 is worth 0.6·5/6 + 0.3·1/6 = 0.55 in the limit, from below.
    let sampling = Sampling { rounds: 20, ..Sampling::default() };
    let options = Sum1Options { sampling, assessment: 300, perfect: true };
    let found = sum1(&mut example_1(), &Query::default(), &options).expect("sampled");
    assert!(matches!(&found.answer.scheduler.steps[0], Step::Choice { pick: 1, .. }), "{}", found.answer.scheduler);
    assert!((found.estimate - 0.55).abs() < 0.1, "{}", found.estimate);
    // On example 2 it does find the best one.
    let options =
        Sum1Options { sampling: Sampling { samples: 100, ..Sampling::default() }, assessment: 300, perfect: false };
    let found = sum1(&mut example_2(), &Query::default(), &options).expect("sampled");
    assert!((found.estimate - 0.9).abs() < 0.1, "{}", found.estimate);
}

#[test]
fn bounds_close_from_both_sides() {
    for (mut tree, optimum) in
        [(example_1(), fraction(3, 5)), (example_2(), fraction(9, 10)), (rare(), fraction(97, 101))]
    {
        let options = BoundsOptions { epsilon: fraction(1, 100), samples_max: 10_000, hypothesis: None };
        let answer = bounds(&mut tree, &Query::default(), &options).expect("sampled");
        assert!(answer.bounds.low <= optimum && optimum <= answer.bounds.high, "{:?}", answer.bounds);
        assert!(&answer.bounds.high - &answer.bounds.low <= fraction(1, 100));
    }
    for (text, verdict) in
        [(">=0.6", Verdict::True), (">0.6", Verdict::False), (">=0.61", Verdict::False), (">0.59", Verdict::True)]
    {
        let hypothesis = Some(Hypothesis::parse(text).expect("well formed"));
        let options = BoundsOptions { epsilon: RBig::ZERO, samples_max: 100, hypothesis };
        let answer = bounds(&mut example_1(), &Query::default(), &options).expect("sampled");
        assert_eq!(answer.verdict, Some(verdict), "{text}");
    }
}

fn random_program(rng: &mut Rng, depth: usize) -> Program {
    let outcomes = [Outcome::Success, Outcome::Failure, Outcome::Success, Outcome::Failure, Outcome::Grey];
    if depth == 0 || rng.below(7) == 0 {
        return Program::End(outcomes[rng.below(5)]);
    }
    match rng.below(3) {
        0 => Program::Choose((0..1 + rng.below(3)).map(|_| random_program(rng, depth - 1)).collect()),
        1 => {
            let heads = fraction(1 + rng.below(9) as i64, 10);
            let tails = RBig::ONE - &heads;
            Program::Coin(vec![(heads, random_program(rng, depth - 1)), (tails, random_program(rng, depth - 1))])
        }
        _ => at_most(rng.below(20) as i128, random_program(rng, depth - 1), random_program(rng, depth - 1)),
    }
}

/// Backward induction over the program itself with x in `low..=high` of 0..=19: the weight of the event among these x.
fn induction(program: &Program, low: i128, high: i128, goal: Goal, hit: &dyn Fn(Outcome) -> bool) -> RBig {
    if low > high {
        return RBig::ZERO;
    }
    match program {
        Program::End(outcome) => {
            if hit(*outcome) {
                RBig::from(high - low + 1)
            } else {
                RBig::ZERO
            }
        }
        Program::If { limit, then, otherwise } => {
            induction(then, low, high.min(*limit), goal, hit)
                + induction(otherwise, low.max(limit + 1), high, goal, hit)
        }
        Program::Choose(list) => {
            let values = list.iter().map(|next| induction(next, low, high, goal, hit));
            let choose = |a: RBig, b: RBig| if goal == Goal::Maximise { a.max(b) } else { a.min(b) };
            values.reduce(choose).expect("choices have alternatives")
        }
        Program::Coin(list) => {
            list.iter().fold(RBig::ZERO, |sum, (p, next)| sum + p * induction(next, low, high, goal, hit))
        }
    }
}

#[test]
fn all_algorithms_agree_with_backward_induction() {
    let mut rng = Rng::new(7);
    for number in 0..300 {
        let program = random_program(&mut rng, 6);
        for goal in [Goal::Maximise, Goal::Minimise] {
            let query = query(Target::Success, goal);
            let twenty = RBig::from(20);
            let low = induction(&program, 0, 19, goal, &|outcome| outcome == Outcome::Success) / &twenty;
            let high = induction(&program, 0, 19, goal, &|outcome| outcome != Outcome::Failure) / &twenty;
            let new = || Execution::new(program.clone(), 0, 19);
            let found = exact(&mut new(), &query).expect("exact").bounds;
            assert_eq!((&found.low, &found.high), (&low, &high), "program {number}: {program:?}");
            let options = BoundsOptions { epsilon: RBig::ZERO, samples_max: 100_000, hypothesis: None };
            let found = bounds(&mut new(), &query, &options).expect("sampled").bounds;
            assert_eq!((&found.low, &found.high), (&low, &high), "bounds on program {number}: {program:?}");
            let options = Sampling { rounds: 100_000, seed: number, ..Sampling::default() };
            let found = approximate(&mut new(), &query, &options).expect("sampled").bounds;
            assert_eq!((&found.low, &found.high), (&low, &high), "max on program {number}: {program:?}");
        }
    }
}

#[test]
fn parameters_are_checked() {
    assert!(Hypothesis::parse(">=1.2").expect_err("too large").to_string().contains("between 0 and 1"));
    assert!(Hypothesis::parse("about 3").expect_err("no number").to_string().contains(">=0.9"));
    assert_eq!(Hypothesis::parse("<=1/3").expect("well formed").to_string(), "<=1/3");
    assert!(Sampling { history: 1.0, ..Sampling::default() }.check().is_err());
    assert!(Sampling { greedy: f64::NAN, ..Sampling::default() }.check().is_err());
    assert!(Sampling { samples: 0, ..Sampling::default() }.check().is_err());
    assert!(Sampling::default().check().is_ok());
}
