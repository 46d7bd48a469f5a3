//! The law that ties parser and printer together: parsing what was printed gives the same tree.

use logic::*;
use proptest::prelude::*;

fn numbers() -> impl Strategy<Value = Formula> {
    let texts =
        ["0", "1", "7", "0.5", "-3", "-0.25", "1/3", "-22/7", "1e-20", "123456789012345678901234567890", "2.5e3"];
    proptest::sample::select(texts.to_vec()).prop_map(|text| {
        let constants = Constants::parse(&format!("n={text}")).expect("a number");
        constants.get("n").expect("was set").to_formula()
    })
}

fn number() -> impl Strategy<Value = Number> {
    numbers().prop_map(|formula| match formula {
        Formula::Number(number) => number,
        _ => unreachable!("numbers only"),
    })
}

fn name() -> impl Strategy<Value = String> {
    proptest::sample::select(vec!["x", "y_1", "counter", "C", "I", "Fx", "minimum"]).prop_map(str::to_string)
}

fn label() -> impl Strategy<Value = Formula> {
    proptest::sample::select(vec!["a", "init", "true__C_m__II__Z", "x = 3"])
        .prop_map(|name| Formula::Label(name.to_string()))
}

fn optimum() -> impl Strategy<Value = Option<Optimum>> {
    proptest::sample::select(vec![
        None,
        Some(Optimum::Min),
        Some(Optimum::Max),
        Some(Optimum::MinMax),
        Some(Optimum::MaxMin),
    ])
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::*;
    proptest::sample::select(vec![Less, LessOrEqual, Greater, GreaterOrEqual])
}

fn bound() -> impl Strategy<Value = Query> {
    let probability = number().prop_filter("a probability", |number| (0.0..=1.0).contains(&number.value()));
    (comparison(), probability).prop_map(|(comparison, number)| Query::Bound(comparison, number))
}

fn steps() -> impl Strategy<Value = Steps> {
    let some = (0u64..4, 0u64..4).prop_map(|(lower, more)| Steps { lower, upper: Some(lower + more) });
    prop_oneof![Just(Steps::ALL), (1u64..9).prop_map(|lower| Steps { lower, upper: None }), some]
}

/// Numeric formulas that the parser would not fold into one number.
fn numeric(depth: u32) -> BoxedStrategy<Formula> {
    let variable = name().prop_map(Formula::Variable);
    if depth == 0 {
        return prop_oneof![numbers(), variable].boxed();
    }
    use BinaryOperator::*;
    let arithmetic =
        (proptest::sample::select(vec![Add, Subtract, Multiply, Divide]), numeric(depth - 1), numeric(depth - 1))
            .prop_map(|(operator, left, right)| match (&left, &right) {
                (Formula::Number(_), Formula::Number(_)) => left,
                _ => Formula::Binary(operator, Box::new(left), Box::new(right)),
            });
    let negated = numeric(depth - 1).prop_map(|operand| match operand {
        Formula::Number(_) => operand,
        other => Formula::Negate(Box::new(other)),
    });
    let call = (0usize..8, name(), numeric(depth - 1)).prop_map(|(which, name, other)| {
        let function = Function::ALL[which];
        let mut arguments = vec![Formula::Variable(name), other];
        arguments.truncate(function.arity().1);
        Formula::Call(function, arguments)
    });
    let choice = (truth(depth - 1), numeric(depth - 1), numeric(depth - 1)).prop_map(if_then_else);
    let probability = (optimum(), path(depth - 1)).prop_map(|(optimum, path)| Formula::Probability {
        optimum,
        query: Query::Value,
        path: Box::new(path),
    });
    let reward = (optimum(), objective(depth - 1), 0usize..3).prop_map(|(optimum, objective, which)| Formula::Reward {
        structure: match which {
            0 => RewardStructure::First,
            1 => RewardStructure::Named("time".to_string()),
            _ => RewardStructure::Index(2),
        },
        optimum,
        query: Query::Value,
        objective: Box::new(objective),
    });
    prop_oneof![variable, numbers(), arithmetic, negated, call, choice, probability, reward].boxed()
}

fn if_then_else((condition, first, second): (Formula, Formula, Formula)) -> Formula {
    Formula::IfThenElse(Box::new(condition), Box::new(first), Box::new(second))
}

fn truth(depth: u32) -> BoxedStrategy<Formula> {
    let variable = name().prop_map(Formula::Variable);
    if depth == 0 {
        return prop_oneof![any::<bool>().prop_map(Formula::Bool), label(), variable].boxed();
    }
    use BinaryOperator::*;
    let connective = (
        proptest::sample::select(vec![Implies, Iff, Or, Xor, And, Equal, NotEqual]),
        truth(depth - 1),
        truth(depth - 1),
    )
        .prop_map(|(operator, left, right)| Formula::Binary(operator, Box::new(left), Box::new(right)));
    let compared = proptest::sample::select(vec![Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual]);
    let relation = (compared, numeric(depth - 1), numeric(depth - 1))
        .prop_map(|(operator, left, right)| Formula::Binary(operator, Box::new(left), Box::new(right)));
    let not = truth(depth - 1).prop_map(|operand| Formula::Not(Box::new(operand)));
    let choice = (truth(depth - 1), truth(depth - 1), truth(depth - 1)).prop_map(if_then_else);
    let probability = (optimum(), bound(), path(depth - 1)).prop_map(|(optimum, query, path)| Formula::Probability {
        optimum,
        query,
        path: Box::new(path),
    });
    let steady = (optimum(), bound(), truth(depth - 1)).prop_map(|(optimum, query, states)| Formula::SteadyState {
        optimum,
        query,
        states: Box::new(states),
    });
    let quantified = (any::<bool>(), path(depth - 1))
        .prop_map(|(all, path)| if all { Formula::ForAll(Box::new(path)) } else { Formula::Exists(Box::new(path)) });
    let filtered =
        (0usize..14, truth(depth - 1), proptest::option::of(truth(depth - 1))).prop_map(|(which, property, states)| {
            Formula::Filter {
                kind: [FilterKind::ForAll, FilterKind::Exists, FilterKind::State, FilterKind::First][which % 4],
                property: Box::new(property),
                states: states.map(Box::new),
            }
        });
    let achieved = proptest::collection::vec((bound(), path(depth - 1)), 1..4).prop_map(|objectives| {
        let one = |(query, path)| Formula::Probability { optimum: None, query, path: Box::new(path) };
        Formula::Multi(objectives.into_iter().map(one).collect())
    });
    prop_oneof![
        label(),
        variable,
        connective,
        relation,
        not,
        choice,
        probability,
        steady,
        quantified,
        filtered,
        achieved
    ]
    .boxed()
}

/// Path formulas in which Boolean connectives have a temporal operand, as the parser makes them.
fn path(depth: u32) -> BoxedStrategy<Path> {
    let state = truth(depth.min(1)).prop_map(Path::State);
    if depth == 0 {
        return state.boxed();
    }
    prop_oneof![1 => state, 4 => temporal(depth)].boxed()
}

fn temporal(depth: u32) -> BoxedStrategy<Path> {
    if depth == 0 {
        return truth(0).prop_map(|formula| Path::Next(Box::new(Path::State(formula)))).boxed();
    }
    let unary = (0..3, steps(), path(depth - 1)).prop_map(|(which, steps, inner)| match which {
        0 => Path::Next(Box::new(inner)),
        1 => Path::Eventually(steps, Box::new(inner)),
        _ => Path::Globally(steps, Box::new(inner)),
    });
    let binary = (0..3, steps(), path(depth - 1), path(depth - 1)).prop_map(|(which, steps, left, right)| {
        let (left, right) = (Box::new(left), Box::new(right));
        match which {
            0 => Path::Until(steps, left, right),
            1 => Path::WeakUntil(steps, left, right),
            _ => Path::Release(steps, left, right),
        }
    });
    let not = temporal(depth - 1).prop_map(|inner| Path::Not(Box::new(inner)));
    let connective = (0..8, temporal(depth - 1), path(depth - 1)).prop_map(|(which, left, right)| {
        let (left, right) = (Box::new(left), Box::new(right));
        let (left, right) = if which < 4 { (left, right) } else { (right, left) };
        match which % 4 {
            0 => Path::And(left, right),
            1 => Path::Or(left, right),
            2 => Path::Implies(left, right),
            _ => Path::Iff(left, right),
        }
    });
    prop_oneof![unary, binary, not, connective].boxed()
}

fn objective(depth: u32) -> BoxedStrategy<RewardObjective> {
    let cosafe = temporal(depth).prop_map(|path| match path {
        Path::Eventually(Steps::ALL, goal) if goal.as_state().is_some() => RewardObjective::LongRun,
        path => RewardObjective::CoSafe(path),
    });
    prop_oneof![
        truth(depth).prop_map(RewardObjective::Reach),
        (0u64..9).prop_map(RewardObjective::Cumulative),
        Just(RewardObjective::Total),
        (0u64..9).prop_map(RewardObjective::Instantaneous),
        Just(RewardObjective::LongRun),
        cosafe,
    ]
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, ..ProptestConfig::default() })]

    #[test]
    fn parsing_what_was_printed_gives_the_same_formula(formula in prop_oneof![truth(3), numeric(3)]) {
        let printed = formula.to_string();
        let parsed = parse_property(&printed, &Constants::new());
        prop_assert!(parsed.is_ok(), "{}\n{}", printed, parsed.unwrap_err());
        let property = parsed.unwrap();
        prop_assert_eq!(&property.formula, &formula, "{}", printed);
        prop_assert_eq!(property.text, printed);
    }
}
