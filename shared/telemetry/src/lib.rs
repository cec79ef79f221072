//! What a function reports to its operators: its log lines, and the metrics in them.
//!
//! Every line is one JSON object. Each invocation, a request or an event, ends in one event of `tracing` with the
//! name [`INVOCATION`]; its line also holds what was measured, in CloudWatch's embedded metric format, so that a
//! metric costs neither a call nor a separate line. Code that does something worth counting calls [`count`]
//! or [`gauge`] where it happens.
//!
//! Outside of Lambda any other subscriber shows the same events to people, without the metrics.

mod invocation;
mod lines;
mod metric;

pub use invocation::{Invocation, about, count, gauge, request_id};
pub use lines::{INVOCATION, Lines, init};
pub use metric::Metric;
