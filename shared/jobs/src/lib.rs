//! Use case: jobs, which outlive the request that asked for them and the worker that is at them.
//!
//! - [`Dispatcher`] begins a job, stops, resumes and cancels it for people, and calls another worker when its time has come
//!   or its own has died.
//! - [`Work`] is what a kind of job does, a step at a time; [`Runner`] does it, under a lease ([`Held`]).
//!
//! Between the two there is an asynchronous event of Lambda ([`JobTicket`]) and the job's item. Lambda may bring an event
//! twice and late, and a worker may be thought dead and be alive: the one at work holds the lease of the job, changes it
//! when it begins, and renews it after each step. What can happen to a job is decided by `domain::job::Job::after` alone.

mod dispatcher;
mod held;
mod kinds;
mod mail_rate;
mod not_done;
mod runner;
mod ticket;
mod work;

pub use dispatcher::{Called, DispatchError, Dispatcher, JobOrder, Obeyed, Woken};
pub use held::{Held, NotKept};
pub use invocation::InvocationError;
pub use mail_rate::MailRate;
pub use not_done::{UNREADABLE, WorkNotDone};
pub use runner::{JobOutcome, Runner, Worked};
pub use ticket::{JobTicket, WorkEvent};
pub use work::{StepVerdict, Stepped, Work};
