//! Letters that are to be sent, and the office that takes them.

use domain::job::JobWork;
use jobs::{Called, Held, NotKept, StepVerdict, Stepped, Work};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use store::{JobKind, StoreError, jobs::JobPlace, tables::Table};
use test_support::TestClock;
use time::Duration;
use tokio::sync::watch;

/// Letters of one step of a small job; a large one has a hundred steps.
const A_STEP: usize = 5;

/// The number of the letter to send next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Letters {
    next: usize,
}

impl JobWork for Letters {}

impl JobKind for Letters {
    const PLACE: JobPlace = JobPlace {
        table: Table::Admin,
        partition: "LETTERS",
        only: None,
    };
}

impl Called for Letters {
    const NAME: &'static str = "the letters";
    const MOST_DEATHS: u32 = 100;
    const LASTS: Duration = Duration::days(7);
    const NOT_STARTED: &'static str = "It did not begin.";
    const KEPT_DYING: &'static str = "It kept dying.";
}

/// Takes letters, and counts how often each went out.
pub(crate) struct PostOffice(Mutex<Counter>);

struct Counter {
    copies: Vec<u32>,
    calls: u64,
    /// Whether one that was taken is not taken again: the condition by which a step may be done twice.
    knows_them: bool,
    /// At which calls the process dies that makes them, and whether the letter goes out all the same.
    deaths: Vec<(u64, bool)>,
    /// How many of the next calls it does not answer.
    silent: u32,
    /// Between two steps.
    pause: Duration,
    /// At which call it holds the answer back, until it is told.
    held: Option<(u64, watch::Receiver<bool>)>,
}

/// Why a letter was not taken.
pub(crate) enum Refusal {
    /// Who brings it is dead.
    Dead,
    /// Not now.
    Busy,
}

impl PostOffice {
    pub(crate) fn with(letters: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Counter {
            copies: vec![0; letters],
            calls: 0,
            knows_them: true,
            deaths: Vec::new(),
            silent: 0,
            pause: Duration::ZERO,
            held: None,
        })))
    }

    /// The control: it sends whatever comes.
    pub(crate) fn forget(&self) {
        self.0.lock().unwrap().knows_them = false;
    }

    pub(crate) fn at_rate(&self, pause: Duration) {
        self.0.lock().unwrap().pause = pause;
    }

    /// The worker that makes the call so many calls from now dies, before or after it.
    pub(crate) fn kill_at(&self, calls_away: u64, is_taken: bool) {
        let mut counter = self.0.lock().unwrap();
        let at = counter.calls + calls_away;
        counter.deaths = vec![(at, is_taken)];
    }

    pub(crate) fn be_silent(&self, calls: u32) {
        self.0.lock().unwrap().silent = calls;
    }

    /// Holds the answer to a call back until what is returned says true.
    pub(crate) fn hold_at(&self, call: u64) -> watch::Sender<bool> {
        let (sender, receiver) = watch::channel(false);
        self.0.lock().unwrap().held = Some((call, receiver));
        sender
    }

    pub(crate) fn calls(&self) -> u64 {
        self.0.lock().unwrap().calls
    }

    pub(crate) fn sent(&self) -> u64 {
        let counter = self.0.lock().unwrap();
        counter.copies.iter().map(|copies| u64::from(*copies)).sum()
    }

    /// How many letters went out more than once.
    pub(crate) fn doubles(&self) -> usize {
        let counter = self.0.lock().unwrap();
        counter.copies.iter().filter(|copies| **copies > 1).count()
    }

    pub(crate) fn assert_each_once(&self) {
        let counter = self.0.lock().unwrap();
        let wrong = counter
            .copies
            .iter()
            .enumerate()
            .find(|(_, copies)| **copies != 1);
        assert_eq!(wrong, None, "a letter, and how often it went out");
    }

    fn len(&self) -> usize {
        self.0.lock().unwrap().copies.len()
    }

    fn pause(&self) -> Duration {
        self.0.lock().unwrap().pause
    }

    async fn take(&self, number: usize) -> Result<(), Refusal> {
        let held = {
            let mut counter = self.0.lock().unwrap();
            let call = counter.calls;
            counter.calls += 1;
            if counter.silent > 0 {
                counter.silent -= 1;
                return Err(Refusal::Busy);
            }
            let death = counter.deaths.iter().find(|(at, _)| *at == call).copied();
            if death.is_none_or(|(_, is_taken)| is_taken)
                && !(counter.knows_them && counter.copies[number] > 0)
            {
                counter.copies[number] += 1;
            }
            if death.is_some() {
                return Err(Refusal::Dead);
            }
            counter.held.clone().filter(|(at, _)| *at == call)
        };
        if let Some((_, mut may_go_on)) = held {
            let _ = may_go_on.wait_for(|may| *may).await;
        }
        Ok(())
    }
}

/// Sends them.
pub(crate) struct Posting {
    office: Arc<PostOffice>,
    clock: TestClock,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum PostingError {
    #[error(transparent)]
    NotKept(#[from] NotKept),
    #[error("the process is dead")]
    Dead,
}

impl Posting {
    pub(crate) fn new(office: &Arc<PostOffice>, clock: &TestClock) -> Self {
        Self {
            office: Arc::clone(office),
            clock: clock.clone(),
        }
    }
}

impl Work for Posting {
    type Kind = Letters;
    type Error = PostingError;

    async fn step(&mut self, held: &mut Held<Letters>) -> Result<Stepped, PostingError> {
        let all = self.office.len();
        held.job.total = all as u64;
        let begin = held.job.work.next;
        let end = (begin + A_STEP.max(all / 100)).min(all);
        for number in begin..end {
            match self.office.take(number).await {
                Ok(()) => {}
                Err(Refusal::Dead) => return Err(PostingError::Dead),
                Err(Refusal::Busy) => return Ok(Stepped::WaitUntil(self.clock.now() + Duration::seconds(1))),
            }
        }
        held.job.work.next = end;
        held.job.done = end as u64;
        let pause = self.office.pause();
        Ok(if end == all {
            Stepped::Done
        } else if pause.is_zero() {
            Stepped::More
        } else {
            Stepped::WaitUntil(self.clock.now() + pause)
        })
    }

    async fn verdict(&self, _: &Held<Letters>, error: &PostingError) -> StepVerdict {
        match error {
            PostingError::NotKept(NotKept::Lost) => StepVerdict::Lost,
            PostingError::NotKept(NotKept::Store(StoreError::Corrupt { .. })) => {
                StepVerdict::Fails("It cannot be read.".to_owned())
            }
            PostingError::NotKept(NotKept::Store(StoreError::Unavailable(_) | StoreError::Contended(_)))
            | PostingError::Dead => StepVerdict::Dies,
        }
    }

    async fn pause(&self, pause: std::time::Duration) {
        self.clock.advance(pause.try_into().unwrap());
        tokio::task::yield_now().await;
    }
}
