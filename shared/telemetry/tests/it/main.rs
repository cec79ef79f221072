//! Lines and metrics, as CloudWatch gets them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod lines;
mod metric_format;

use serde_json::Value;
use std::sync::{Arc, Mutex};
use telemetry::Lines;
use tracing::level_filters::LevelFilter;
use tracing::subscriber::DefaultGuard;

/// Everything that is written while it lives, on this thread.
struct Log {
    text: Arc<Mutex<String>>,
    _guard: DefaultGuard,
}

impl Log {
    fn start(level: LevelFilter) -> Self {
        let text = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&text);
        let lines = Lines::new("payments", level, move |line: &[u8]| {
            written
                .lock()
                .unwrap()
                .push_str(std::str::from_utf8(line).unwrap());
        });
        Self {
            text,
            _guard: tracing::subscriber::set_default(lines),
        }
    }

    fn lines(&self) -> Vec<Value> {
        let text = self.text.lock().unwrap();
        assert!(text.is_empty() || text.ends_with('\n'), "{text}");
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}
