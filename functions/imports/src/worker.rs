//! Registering those on a list, one after the other.
//!
//! A line is there until its person is registered and that is kept in the job. A worker that dies in between leaves it to the
//! next, which finds its candidate: who that is follows from the list and the place. One that dies a moment later leaves lines
//! that are done with, before the place at which the list is. From that place on none may be missing: where one has expired the
//! list fails, so that nobody is left out without a word.

use crate::check::{log_unreadable, words};
use config::{ConfigError, Env};
use counter::{Counter, CounterAnswer, CounterRefusal, ListedPlace, Registering};
use domain::{
    Clock, Entropy,
    registration::{PaymentMode, Registration, SchoolGroup},
};
use jobs::{Held, JobOutcome, Runner, StepVerdict, Stepped, UNREADABLE, Work, WorkEvent, WorkNotDone};
use serde_json::Value;
use std::cmp::Ordering;
use store::{
    Import, ImportLines, StoreError,
    imports::{ListLine, RefusedLine},
};
use telemetry::INVOCATION;

/// How many are registered between two signs of life.
const AT_ONCE: u16 = 20;

const REST: &str = "Nobody else on the list was registered. Upload the rest as a new list.";

const GONE: &str = "The lines that were left are not kept any more.";

/// Works on the list that an event names.
#[derive(Debug, Clone)]
pub struct ImportWorker {
    runner: Runner<Import>,
    counter: Counter,
    lines: ImportLines,
}

impl ImportWorker {
    pub(crate) fn from_env(
        env: &Env,
        counter: Counter,
        lines: ImportLines,
        clock: Clock,
        entropy: Entropy,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            runner: Runner::from_env(env, clock, entropy)?,
            counter,
            lines,
        })
    }

    /// Works on the list of an event and returns how that ended, for the log.
    ///
    /// # Errors
    /// When nothing could be done about the event, or no more.
    pub async fn handle(&self, event: Value) -> Result<Value, WorkNotDone> {
        let WorkEvent { work } = serde_json::from_value(event).map_err(|_| WorkNotDone::UnknownEvent)?;
        let worked = self
            .runner
            .work(&work, &mut RegisteringAll { worker: self })
            .await?;
        let (outcome, done) = (worked.outcome.as_str(), worked.job.map_or(0, |job| job.done));
        match worked.outcome {
            JobOutcome::Failed => {
                // Nobody works on them any more.
                if let Err(error) = self.lines.remove_all(&work.id).await {
                    tracing::warn!(cause = %error, "the lines of a list are left until they expire");
                }
                tracing::error!(name: INVOCATION, outcome, done, "worked on a school's list");
            }
            JobOutcome::Finished | JobOutcome::Left | JobOutcome::Superseded => {
                tracing::info!(name: INVOCATION, outcome, done, "worked on a school's list");
            }
        }
        Ok(Value::from(outcome))
    }
}

struct RegisteringAll<'a> {
    worker: &'a ImportWorker,
}

impl Work for RegisteringAll<'_> {
    type Kind = Import;
    type Error = WorkNotDone;

    async fn step(&mut self, held: &mut Held<Import>) -> Result<Stepped, WorkNotDone> {
        let lines = self.worker.lines.next(&held.job.id, AT_ONCE).await?;
        if lines.is_empty() {
            return Ok(if held.job.done < held.job.total {
                gone()
            } else {
                Stepped::Done
            });
        }
        let Some(mode) = held.job.work.mode.known() else {
            return Ok(Stepped::Failed(UNREADABLE.to_owned()));
        };
        for line in &lines {
            match u64::from(line.place).cmp(&held.job.done) {
                // Done with, by a worker that died before it had taken the line out.
                Ordering::Less => continue,
                Ordering::Equal => {}
                Ordering::Greater => return Ok(gone()),
            }
            let refusal = match self.register(held, line, mode).await? {
                CounterAnswer::Done { .. } => None,
                CounterAnswer::Refused(refusal) => Some(refusal),
            };
            match refusal {
                None => {}
                Some(
                    refusal @ (CounterRefusal::Closed
                    | CounterRefusal::NotOffered(_)
                    | CounterRefusal::PriceChanged(_)),
                ) => {
                    let (_, why) = words(&refusal);
                    return Ok(Stepped::Failed(format!("{why} {REST}")));
                }
                // Another registration was quicker, or nobody knows whether one was. The others go on.
                Some(
                    refusal @ (CounterRefusal::Already(_)
                    | CounterRefusal::Similar(_)
                    | CounterRefusal::SoldOut
                    | CounterRefusal::KeyReused
                    | CounterRefusal::Unreadable(_)),
                ) => {
                    log_unreadable(&refusal);
                    note(&mut held.job.work.refused, line.line, &refusal);
                }
            }
            held.job.done += 1;
        }
        // Before they go: what was refused would be forgotten with them.
        held.keep().await?;
        let places: Vec<u32> = lines.iter().map(|line| line.place).collect();
        self.worker.lines.remove(&held.job.id, &places).await?;
        Ok(Stepped::More)
    }

    async fn verdict(&self, _: &Held<Import>, error: &WorkNotDone) -> StepVerdict {
        error.verdict()
    }
}

impl RegisteringAll<'_> {
    async fn register(
        &self,
        held: &Held<Import>,
        line: &ListLine,
        mode: PaymentMode,
    ) -> Result<CounterAnswer, StoreError> {
        let import = &held.job.work;
        let (customer_id, order_id) = import.candidate_at(line.place);
        let registration = Registration {
            person: line.person.clone(),
            choice: import.choice(),
            exam_preference: line.exam_preference,
            payment_mode: mode,
            amount: import.price,
            // They are on paper at the counter.
            terms: None,
        };
        let listed = ListedPlace {
            group: SchoolGroup {
                list: held.job.id.clone(),
                name: import.group.clone(),
            },
            customer_id,
            order_id,
            taken_at: held.job.created_at,
        };
        let registering = Registering {
            registration: &registration,
            paid: import.paid,
            refuse_similar: false,
            clerk: &held.job.created_by,
            key: None,
            listed: Some(&listed),
        };
        self.worker.counter.register(&registering).await
    }
}

fn gone() -> Stepped {
    Stepped::Failed(format!("{GONE} {REST}"))
}

/// Once for each line: a worker before may have noted it and died.
fn note(refused: &mut Vec<RefusedLine>, line: u32, refusal: &CounterRefusal) {
    if refused.iter().all(|known| known.line != line) {
        let (code, _) = words(refusal);
        refused.push(RefusedLine {
            line,
            code: code.to_owned(),
        });
    }
}
