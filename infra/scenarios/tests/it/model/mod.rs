//! The payment state machine, explored: from each state that can be reached, every event, with a crash before
//! and after each of its writes, on the real functions and the real database.
//!
//! Every sequence of up to [`depth`] events is covered, because states that differ in nothing the functions
//! look at are explored once. What is checked of each state and each step is in `invariants`.

mod invariants;
mod state;
mod step;

use crate::counter::{EMAIL, at_counter};
use scenarios::Expo;
use state::{Orders, Snapshot};
use std::collections::HashSet;
use step::{Crash, EVENTS, Step};
use test_support::{Fault, SINGLE};

/// How many worlds are explored at once: one for each core.
const WORKERS: usize = 2;

/// How many events the longest sequence has. Each further one takes about three times as long, so a long
/// exploration is asked for by name: `EXPLORE_DEPTH=6 cargo test -p scenarios`.
fn depth() -> usize {
    option_env!("EXPLORE_DEPTH")
        .and_then(|text| text.parse().ok())
        .unwrap_or(2)
}

/// What an exploration found.
#[derive(Debug, Default)]
struct Report {
    states: usize,
    steps: usize,
    violations: Vec<String>,
}

/// A state, and one way to it.
type Reached = (Snapshot, Vec<Step>);

/// A world to explore in, and the state it is in. All worlds have the same identifiers in the same places, so
/// that a state reached in one can be gone on from in another.
struct Explorer {
    expo: Expo,
    orders: Orders,
    current: Snapshot,
    fault: Fault,
}

impl Explorer {
    /// A world with a registration online and one at the counter, of the same e-mail for the same course.
    async fn open(fault: Fault) -> Self {
        let expo = Expo::open_with(test_support::counting_entropy()).await;
        let online = expo.register(SINGLE, EMAIL).await;
        let orders = Orders {
            online,
            counter: at_counter(&expo).await,
        };
        let current = Snapshot::take(&expo, &orders, &Snapshot::default()).await;
        Self {
            expo,
            orders,
            current,
            fault,
        }
    }

    /// Everything that can happen in a state: the states it leads to, and what is wrong with any of it.
    async fn expand(&mut self, (from, path): &Reached, is_last: bool) -> (Vec<Reached>, Report) {
        let mut report = Report {
            states: 1,
            ..Report::default()
        };
        let mut reached = Vec::new();
        if is_last {
            // What a state comes to in the end is checked where a sequence ends: the states before it come to
            // the same through their own reconciling, which is one of the events.
            from.restore(&self.expo, &self.current).await;
            let (end, checked) = invariants::of_outcome(&self.expo, &self.orders, from).await;
            self.current = end;
            if let Err(violation) = checked {
                report
                    .violations
                    .push(format!("{violation}, in the end, after {path:?}"));
            }
            return (reached, report);
        }
        for event in EVENTS {
            let (writes, mailed) = self
                .step(
                    from,
                    path,
                    Step {
                        event,
                        crash: Crash::None,
                    },
                    &mut reached,
                    &mut report,
                )
                .await;
            for crash in Crash::all(writes, mailed) {
                self.step(from, path, Step { event, crash }, &mut reached, &mut report)
                    .await;
            }
        }
        (reached, report)
    }

    async fn step(
        &mut self,
        from: &Snapshot,
        path: &[Step],
        step: Step,
        reached: &mut Vec<Reached>,
        report: &mut Report,
    ) -> (u64, bool) {
        from.restore(&self.expo, &self.current).await;
        let (writes, to) = step.run(&self.expo, &self.orders, from, self.fault).await;
        self.current = to.clone();
        report.steps += 1;
        let mailed = to.mails != from.mails;
        let path = [path, &[step]].concat();
        match invariants::of_step(&self.orders, from, &to)
            .and_then(|()| invariants::of_state(&self.orders, &to))
        {
            Ok(()) => reached.push((to, path)),
            Err(violation) => report.violations.push(format!("{violation}, after {path:?}")),
        }
        (writes, mailed)
    }
}

/// Explores level by level, each level shared out among the workers.
async fn explore(fault: Fault, depth: usize) -> Report {
    let mut explorers = Vec::new();
    for _ in 0..WORKERS {
        explorers.push(Explorer::open(fault).await);
    }
    let orders = explorers[0].orders.clone();
    let begin = explorers[0].current.clone();
    let mut report = Report::default();
    let mut seen = HashSet::from([begin.key(&orders)]);
    let mut level: Vec<Reached> = vec![(begin, Vec::new())];
    for depth_now in 0..=depth {
        if !report.violations.is_empty() {
            break;
        }
        let is_last = depth_now == depth;
        let mut shares: Vec<Vec<Reached>> = (0..WORKERS).map(|_| Vec::new()).collect();
        for (at, state) in level.drain(..).enumerate() {
            shares[at % WORKERS].push(state);
        }
        let workers = explorers.drain(..).zip(shares).map(|(mut explorer, share)| {
            tokio::spawn(async move {
                let mut found = Vec::new();
                for state in &share {
                    found.push(explorer.expand(state, is_last).await);
                }
                (explorer, found)
            })
        });
        for worker in workers.collect::<Vec<_>>() {
            let (explorer, found) = worker.await.unwrap();
            explorers.push(explorer);
            for (reached, part) in found {
                report.states += part.states;
                report.steps += part.steps;
                report.violations.extend(part.violations);
                level.extend(
                    reached
                        .into_iter()
                        .filter(|(state, _)| seen.insert(state.key(&orders))),
                );
            }
        }
    }
    report
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sequence_of_events_with_a_crash_between_any_two_writes_keeps_the_invariants_of_money() {
    let report = explore(Fault::None, depth()).await;
    println!(
        "{} states, {} steps, sequences of up to {} events",
        report.states,
        report.steps,
        depth()
    );
    assert!(report.violations.is_empty(), "{}", report.violations.join("\n"));
    assert!(
        report.states > 10,
        "the exploration must get somewhere: {report:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_conditions_of_the_writes_the_exploration_finds_a_violation() {
    let report = explore(Fault::NoConditions, 2).await;
    assert!(!report.violations.is_empty());
}
