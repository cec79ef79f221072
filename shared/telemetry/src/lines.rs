//! Events of `tracing` as lines of JSON on standard output, where Lambda takes them from.
//!
//! This is a custom subscriber, not a format of tracing-subscriber's: that one cannot write the nested `_aws` of
//! a line with metrics, and its registry of spans, which nothing here needs, would be paid for at each cold start.

use crate::Metric;
use crate::invocation::{Invocation, with_current};
use crate::metric::directive;
use config::Env;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::Write;
use std::panic::PanicHookInfo;
use std::sync::atomic::{AtomicBool, Ordering};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// The name of the event that an invocation ends in: `tracing::info!(name: INVOCATION, …)`, or `error!` when it
/// failed.
pub const INVOCATION: &str = "invocation";

/// Sends log lines to standard output, and panics with them. `service` is the function's name, by its crate.
///
/// `AWS_LAMBDA_LOG_LEVEL` can make the log quieter than INFO but not more talkative: below INFO the HTTP clients
/// print what they send, and that is personal data. A panic is logged by its place alone, for the same reason.
pub fn init(service: &'static str, env: &Env) {
    let lines = Lines::new(service, level(env), |line: &[u8]| {
        // Its reader is gone, and there is nowhere else to report it.
        let _ = std::io::stdout().write_all(line);
    });
    // Refused only where a subscriber is at work already, which then gets the events.
    if tracing::subscriber::set_global_default(lines).is_ok() {
        std::panic::set_hook(Box::new(log_panic));
    }
}

fn level(env: &Env) -> LevelFilter {
    match env.optional("AWS_LAMBDA_LOG_LEVEL").as_deref() {
        Some("WARN") => LevelFilter::WARN,
        Some("ERROR" | "FATAL") => LevelFilter::ERROR,
        _ => LevelFilter::INFO,
    }
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    tracing::error!(place, "panic");
}

/// Writes each event as one JSON object with a newline, in one go.
#[derive(Debug)]
pub struct Lines<W> {
    service: &'static str,
    level: LevelFilter,
    /// Until the first invocation has ended. A process has one at a time, so that is the one that began first.
    is_cold: AtomicBool,
    write: W,
}

impl<W: Fn(&[u8]) + Send + Sync + 'static> Lines<W> {
    /// Lines of `level` and above, and those of invocations at any level: their metrics are in them.
    pub const fn new(service: &'static str, level: LevelFilter, write: W) -> Self {
        Self {
            service,
            level,
            is_cold: AtomicBool::new(true),
            write,
        }
    }

    fn line(&self, event: &Event<'_>) -> Map<String, Value> {
        let mut line = Map::new();
        event.record(&mut Members(&mut line));
        let now = OffsetDateTime::now_utc();
        let level = *event.metadata().level();
        // Where Lambda's filter of log lines looks for them.
        line.insert("timestamp".into(), now.format(&Rfc3339).ok().into());
        line.insert("level".into(), level.as_str().into());
        line.insert("service".into(), self.service.into());
        with_current(|current| {
            line.insert("request_id".into(), current.request_id.as_str().into());
            if let Some(id) = &current.lambda_request_id {
                line.insert("lambda_request_id".into(), id.as_str().into());
            }
            if event.metadata().name() == INVOCATION {
                self.conclude(&mut line, current, now, level == Level::ERROR);
            }
        });
        line
    }

    /// What only the last line of an invocation has.
    fn conclude(
        &self,
        line: &mut Map<String, Value>,
        current: &Invocation,
        now: OffsetDateTime,
        failed: bool,
    ) {
        let is_cold = self.is_cold.swap(false, Ordering::Relaxed);
        let duration_ms = current.elapsed().as_secs_f64() * 1000.0;
        line.insert("cold_start".into(), is_cold.into());
        line.insert("duration_ms".into(), duration_ms.into());
        if let Some(candidates) = current.candidates() {
            line.insert("candidate".into(), candidates.into());
        }
        let mut measured: BTreeMap<Metric, Value> = current
            .measured()
            .into_iter()
            .map(|(metric, value)| (metric, value.into()))
            .collect();
        measured.insert(Metric::Requests, 1.into());
        measured.insert(Metric::Errors, u8::from(failed).into());
        measured.insert(Metric::ColdStarts, u8::from(is_cold).into());
        measured.insert(Metric::Duration, duration_ms.into());
        let at = now.unix_timestamp() * 1000 + i64::from(now.millisecond());
        let figures = measured
            .iter()
            .filter(|(metric, value)| !(metric.is_only_for_what_happened() && **value == 0));
        line.insert("_aws".into(), directive(at, figures.map(|(metric, _)| *metric)));
        line.extend(
            measured
                .into_iter()
                .map(|(metric, value)| (metric.name().to_owned(), value)),
        );
    }
}

impl<W: Fn(&[u8]) + Send + Sync + 'static> Subscriber for Lines<W> {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.name() == INVOCATION || *metadata.level() <= self.level
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::INFO)
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Value::Object(self.line(event)).to_string();
        line.push('\n');
        (self.write)(line.as_bytes());
    }

    // Spans are for people in front of the local system; what a line needs of its invocation is the invocation's.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The fields of an event as members of an object.
struct Members<'a>(&'a mut Map<String, Value>);

impl Members<'_> {
    fn insert(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Members<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.insert(field, format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.insert(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.insert(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.insert(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.insert(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.insert(field, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_level_can_be_raised_but_not_lowered() {
        let set = |value| level(&Env::from_pairs([("AWS_LAMBDA_LOG_LEVEL", value)]));
        assert_eq!(
            ["TRACE", "DEBUG", "INFO", "", "?"].map(set),
            [LevelFilter::INFO; 5]
        );
        assert_eq!(set("WARN"), LevelFilter::WARN);
        assert_eq!(["ERROR", "FATAL"].map(set), [LevelFilter::ERROR; 2]);
    }
}
