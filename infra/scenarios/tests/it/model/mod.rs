//! The payment state machine, explored: from each state that can be reached, every event, and as far as the bound allows
//! with a crash before and after each of its writes (of two at once, with each of them overtaken before each of its requests),
//! on the real functions and the real database.
//!
//! Every sequence of events within a [`Bound`] is covered, because states that differ in nothing the functions
//! look at are explored once. From the last of them the reconciler alone goes on, until nothing is due.
//! Time passes only where something waits for it: for due items, and for the expiry.
//! Two mails that one run of the reconciler sends go out side by side, and of their interleavings each step meets
//! one. What is checked of each state and each step is in `invariants`.
//!
//! What happens after payments (refunds, a lost dispute, corrections, a pass that is given back) is explored in worlds of
//! its own, in which an address pays twice for the same and has paid once when they begin. In another one two people want the
//! last place of an exam.

mod afterwards;
mod happen;
mod invariants;
mod key;
mod places;
mod reach;
mod state;
mod step;

use crate::counter::{EMAIL, at_counter};
use domain::Entropy;
use provider_simulator::PaymentStatus;
use reach::Reach;
use scenarios::Expo;
use state::{Orders, Pair, Snapshot};
use std::{
    num::NonZero,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};
use step::{EVENTS, Event, Interruption, Outcome, Step};
use test_support::{ALL, COURSE, Fault, SINGLE};
use time::Duration;

/// Who wants the place that the first gave back.
const OTHER_EMAIL: &str = "binu@example.com";

/// How far an exploration goes.
#[derive(Debug, Clone, Copy)]
struct Bound {
    /// How many events the longest sequence has.
    events: usize,
    /// How many of them may be interrupted. `None`: each of them.
    interruptions: Option<usize>,
}

impl Bound {
    /// Two events, each of them interrupted, or what `EXPLORE_DEPTH` and `EXPLORE_INTERRUPTIONS` say.
    fn asked_for() -> Self {
        Self {
            events: number("EXPLORE_DEPTH").unwrap_or(2),
            interruptions: number("EXPLORE_INTERRUPTIONS"),
        }
    }

    /// How many of a sequence's interruptions count.
    fn spent(self, path: &[Step]) -> usize {
        let interrupted = path.iter().filter(|step| step.interruption != Interruption::None);
        self.interruptions.map_or(0, |_| interrupted.count())
    }

    fn is_spent(self, path: &[Step]) -> bool {
        self.interruptions.is_some_and(|most| self.spent(path) >= most)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "it sets how long a test takes and configures nothing"
)]
fn number(variable: &str) -> Option<usize> {
    let text = std::env::var(variable).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {text}")),
    )
}

/// What an exploration found.
#[derive(Debug, Default)]
struct Report {
    /// Without those to which the reconciler alone leads in the end.
    states: usize,
    steps: usize,
    violations: Vec<String>,
}

/// What a visit to one state found.
#[derive(Default)]
struct Visit {
    /// The states it leads to.
    found: Vec<Reached>,
    steps: usize,
    violations: Vec<String>,
}

/// A state, and one way to it.
type Reached = (Snapshot, Vec<Step>);

/// A test environment to explore in, and the state it is in. All environments have the same identifiers in the same
/// places, so that a state reached in one can be gone on from in another.
struct Explorer {
    expo: Expo,
    orders: Orders,
    current: Snapshot,
    fault: Fault,
    bound: Bound,
}

impl Explorer {
    /// A test environment with these two registrations of one address.
    async fn open(pair: Pair, fault: Fault, bound: Bound) -> Self {
        let has_begun = Arc::new(AtomicBool::new(false));
        let expo = Expo::open_with(entropy(Arc::clone(&has_begun))).await;
        let package = match pair {
            Pair::OneClaim | Pair::CourseTwice | Pair::LastPlace => SINGLE,
            Pair::PackageAndCourse | Pair::PackageAndCounter | Pair::PackageTwice => ALL,
        };
        if pair == Pair::LastPlace {
            expo.test_env.limit_places(COURSE, 1).await;
        }
        let online = expo.register(package, EMAIL).await;
        let other = match pair {
            Pair::LastPlace => {
                expo.test_env.clock.advance(Duration::minutes(35));
                assert_eq!(expo.status(&online).await.json["status"], "EXPIRED");
                expo.register(SINGLE, OTHER_EMAIL).await
            }
            Pair::PackageAndCourse | Pair::CourseTwice => expo.register(SINGLE, EMAIL).await,
            Pair::PackageTwice => expo.register(ALL, EMAIL).await,
            Pair::OneClaim | Pair::PackageAndCounter => at_counter(&expo).await,
        };
        if pair.is_twice() {
            expo.pay(&online, PaymentStatus::Success);
            expo.deliver_webhooks().await;
            expo.run_stream().await;
        }
        has_begun.store(true, Ordering::SeqCst);
        let orders = Orders { pair, online, other };
        let current = Snapshot::take(&expo, &orders).await;
        Self {
            expo,
            orders,
            current,
            fault,
            bound,
        }
    }

    /// Lets happen what can happen in a state, or what happens on its own when sequences end with it.
    async fn visit(&mut self, from: &Snapshot, path: &[Step], is_last: bool) -> Visit {
        let mut visit = Visit::default();
        if is_last {
            if from.next_due(&self.orders).is_some() {
                let path = [path, &[Step::RECONCILE]].concat();
                self.step(from, path, &mut visit).await;
            }
            return visit;
        }
        let is_spent = self.bound.is_spent(path);
        for event in EVENTS {
            if !event.can_happen(&self.orders, from) {
                continue;
            }
            let mut step = async |interruption| {
                let path = [path, &[Step { event, interruption }]].concat();
                self.step(from, path, &mut visit).await
            };
            let (outcome, whole) = step(Interruption::None).await;
            if is_spent {
                continue;
            }
            if event == Event::BothSuccess {
                // Two processes do not die at one moment: of one that does, the rest is another event.
                for overtaken in [Interruption::Overtaken, Interruption::OtherOvertaken] {
                    let mut request = 1;
                    while step(overtaken(request)).await.0.was_interrupted {
                        request += 1;
                    }
                }
                continue;
            }
            let mut mails = Vec::new();
            for at in 0..outcome.writes {
                mails.push(step(Interruption::CrashBefore(at)).await.1);
            }
            mails.push(whole);
            // To die after a write is to die before the next one, unless a mail goes out between the two. Of
            // several mails it is not known where they do.
            for (at, pair) in (0..outcome.writes).zip(mails.windows(2)) {
                if pair[0] != pair[1] || whole > 1 {
                    step(Interruption::CrashAfter(at)).await;
                }
            }
        }
        visit
    }

    /// Lets the last thing of a path happen to the state before it. Returns what it came to, and how many mails went out.
    async fn step(&mut self, from: &Snapshot, path: Vec<Step>, visit: &mut Visit) -> (Outcome, usize) {
        from.restore(&self.expo, &self.current).await;
        let step = path[path.len() - 1];
        let outcome = step.run(&self.expo, &self.orders, from, self.fault).await;
        let to = &outcome.to;
        self.current = to.clone();
        visit.steps += 1;
        let mails = to.mails.values().map(Vec::len).sum();
        match invariants::of_step(&self.orders, from, to)
            .and_then(|()| invariants::of_state(&self.orders, to))
        {
            Ok(()) => visit.found.push((to.canonical(&self.orders), path)),
            Err(violation) => visit.violations.push(format!("{violation}, after {path:?}")),
        }
        (outcome, mails)
    }
}

/// Counts until the registrations are there, so that they are the same in each environment. What is named later is met in
/// others, and must be found in none.
fn entropy(has_begun: Arc<AtomicBool>) -> Entropy {
    let (counting, system) = (test_support::counting_entropy(), Entropy::system());
    Entropy::from_fn(move |buffer| {
        let source = if has_begun.load(Ordering::SeqCst) {
            &system
        } else {
            &counting
        };
        source.fill(buffer);
    })
}

/// Explores level by level, up to the bound or until nothing new is reached.
async fn explore(pair: Pair, fault: Fault, bound: Bound) -> Report {
    let mut explorers = Vec::new();
    for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
        explorers.push(Explorer::open(pair, fault, bound).await);
    }
    let begin = explorers[0].current.canonical(&explorers[0].orders);
    let mut reach = Reach::of(&explorers[0].orders, &begin, bound);
    let mut level: Vec<Reached> = vec![(begin, Vec::new())];
    let mut report = Report::default();
    for length in 1..=bound.events + invariants::RUNS {
        if level.is_empty() || !report.violations.is_empty() {
            break;
        }
        let started = Instant::now();
        let is_last = length > bound.events;
        let mut new = Vec::new();
        for (from, visit) in share_out(&mut explorers, level, is_last).await {
            report.steps += visit.steps;
            report.violations.extend(visit.violations);
            new.extend(reach.take(&from, visit.found));
        }
        level = new;
        if !is_last {
            report.states = reach.len();
        }
        eprintln!(
            "{pair:?}, after {length} {}: {} new states, {} in all, {} steps so far, {:.1} s",
            if is_last {
                "events, with the reconciler"
            } else {
                "events"
            },
            level.len(),
            reach.len(),
            report.steps,
            started.elapsed().as_secs_f64()
        );
    }
    if report.violations.is_empty() {
        report.violations = reach.check_ends();
    }
    report
}

/// Lets the explorers visit these states, each one when one of them is free: a worker for each core.
async fn share_out(
    explorers: &mut Vec<Explorer>,
    states: Vec<Reached>,
    is_last: bool,
) -> Vec<(Snapshot, Visit)> {
    let queue = Arc::new(Mutex::new(states.into_iter()));
    let workers = explorers.drain(..).map(|mut explorer| {
        let queue = Arc::clone(&queue);
        tokio::spawn(async move {
            let mut visits = Vec::new();
            loop {
                let next = queue.lock().unwrap().next();
                let Some((from, path)) = next else {
                    return (explorer, visits);
                };
                let visit = explorer.visit(&from, &path, is_last).await;
                visits.push((from, visit));
            }
        })
    });
    let mut all = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        let (explorer, visits) = worker.await.unwrap();
        explorers.push(explorer);
        all.extend(visits);
    }
    all
}

/// Explores a pair as far as is asked for; nothing may be violated on the way.
async fn assert_nothing_is_violated(pair: Pair) {
    let asked_for = Bound::asked_for();
    let events = match pair {
        Pair::OneClaim | Pair::PackageAndCourse | Pair::PackageAndCounter | Pair::CourseTwice => {
            asked_for.events
        }
        // Time is part of its states, so there are many more.
        Pair::LastPlace => asked_for.events.max(3) - 1,
        // Only its marks are others than those of a course.
        Pair::PackageTwice => asked_for.events - 1,
    };
    let report = explore(pair, Fault::None, Bound { events, ..asked_for }).await;
    assert!(report.violations.is_empty(), "{}", report.violations.join("\n"));
    assert!(
        report.states > 10,
        "the exploration must get somewhere: {report:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sequence_of_events_with_a_crash_between_any_two_writes_keeps_the_invariants_of_money() {
    assert_nothing_is_violated(Pair::OneClaim).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sequence_of_events_about_a_package_and_a_course_of_it_flags_the_duplicate() {
    assert_nothing_is_violated(Pair::PackageAndCourse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sequence_of_events_about_a_package_and_a_course_at_the_counter_flags_the_duplicate() {
    assert_nothing_is_violated(Pair::PackageAndCounter).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sequence_of_events_after_a_course_was_paid_leaves_each_payment_what_it_paid_for() {
    assert_nothing_is_violated(Pair::CourseTwice).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sequence_of_events_after_a_package_was_paid_leaves_each_payment_what_it_paid_for() {
    assert_nothing_is_violated(Pair::PackageTwice).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_sequence_of_events_about_the_last_place_sells_it_once_and_loses_it_never() {
    assert_nothing_is_violated(Pair::LastPlace).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_conditions_of_the_writes_the_exploration_finds_a_violation() {
    for pair in [
        Pair::OneClaim,
        Pair::PackageAndCourse,
        Pair::CourseTwice,
        Pair::LastPlace,
    ] {
        let bound = Bound {
            events: 2,
            interruptions: None,
        };
        let report = explore(pair, Fault::NoConditions, bound).await;
        assert!(!report.violations.is_empty(), "{pair:?}");
    }
}
