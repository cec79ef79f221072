//! What a function writes to its log.

use serde_json::Value;
use std::sync::{Arc, Mutex, Once};
use telemetry::{Invocation, Lines};
use tracing::level_filters::LevelFilter;
use tracing::subscriber::DefaultGuard;

/// Lets nobody decide that the functions' lines are wanted by no one. A place in the code asks when it is first come by,
/// on whichever thread, and the answer holds for the process: a test without a [`Log`] would answer for those with one.
pub(crate) fn want_lines() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let nowhere = Lines::new("function", LevelFilter::INFO, |_: &[u8]| {});
        // Refused where a subscriber is at work already, which then wants them.
        let _ = tracing::subscriber::set_global_default(nowhere);
    });
}

/// Everything that is logged on this thread while it lives, as Lambda would get it.
pub struct Log {
    text: Arc<Mutex<String>>,
    _guard: DefaultGuard,
}

impl Log {
    /// Listens from now on, to a process that has not had an invocation yet.
    #[must_use]
    pub fn start() -> Self {
        want_lines();
        let text = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&text);
        let lines = Lines::new("function", LevelFilter::INFO, move |line: &[u8]| {
            written.lock().unwrap().push_str(&String::from_utf8_lossy(line));
        });
        Self {
            text,
            _guard: tracing::subscriber::set_default(lines),
        }
    }

    /// Handles an event as the start of a function does.
    pub async fn event<W: Future>(&self, handled: W) -> W::Output {
        Invocation::new("event".to_owned()).run(handled).await
    }

    /// Everything as it was written.
    #[must_use]
    pub fn text(&self) -> String {
        self.text.lock().unwrap().clone()
    }

    /// The last lines of the invocations, which have their metrics.
    #[must_use]
    pub fn invocations(&self) -> Vec<Value> {
        let text = self.text();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.filter(|line: &Value| line.get("_aws").is_some()).collect()
    }

    /// How much all invocations together measured of a metric, which each names as one that has measured something.
    ///
    /// # Panics
    /// When an invocation has a member of this name, not 0, that it does not name as a metric, or the other way round.
    #[must_use]
    pub fn total(&self, metric: &str) -> u64 {
        let mut total = 0;
        for line in self.invocations() {
            let named = line["_aws"]["CloudWatchMetrics"][0]["Metrics"]
                .as_array()
                .unwrap();
            let is_named = named.iter().any(|named| named["Name"] == metric);
            let value = line.get(metric).map(|value| value.as_u64().unwrap());
            let is_right = if is_named {
                value.is_some()
            } else {
                value.unwrap_or(0) == 0
            };
            assert!(is_right, "{line}");
            total += value.unwrap_or(0);
        }
        total
    }
}
