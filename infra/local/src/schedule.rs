//! What happens by the clock: the functions on a schedule, and the deletion of what has expired.

use std::sync::Arc;
use std::time::Duration;

use aws_emulation::DynamoDb;
use serde_json::Value;
use tokio::time::MissedTickBehavior;

use crate::on_event::OnEvent;
use crate::template::Schedule;

const EVERY: Duration = Duration::from_secs(60);

/// A function on a schedule, one run at a time.
pub(crate) struct Scheduled {
    name: &'static str,
    one_at_a_time: tokio::sync::Mutex<()>,
    schedules: Vec<Schedule>,
    function: OnEvent,
}

impl Scheduled {
    pub(crate) fn new(name: &'static str, schedules: Vec<Schedule>, function: OnEvent) -> Scheduled {
        Scheduled {
            name,
            one_at_a_time: tokio::sync::Mutex::new(()),
            schedules,
            function,
        }
    }

    /// One run with an event of the template; returns what it did.
    pub(crate) async fn run(&self, event: Value) -> Result<Value, String> {
        let _turn = self.one_at_a_time.lock().await;
        let outcome = (self.function)(event).await;
        if let Err(error) = &outcome {
            tracing::error!(error, function = self.name, "a scheduled run failed");
        }
        outcome
    }
}

/// Every minute of the machine, whatever the system's clock says: a run reads that clock. What runs less often
/// waits for its first time, so that a system that has just started is left alone.
pub(crate) async fn every_minute(functions: [Arc<Scheduled>; 3], dynamodb: Arc<DynamoDb>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for minute in 0_u64.. {
        ticks.tick().await;
        for function in &functions {
            for schedule in &function.schedules {
                let minutes = schedule.every.as_secs() / EVERY.as_secs();
                if minute.is_multiple_of(minutes) && (minute > 0 || minutes == 1) {
                    // A failure is in the log already, and the next time tries again.
                    let _ = function.run(schedule.event.clone()).await;
                }
            }
        }
        match dynamodb.sweep_expired().await {
            Ok(0) => {}
            Ok(items) => tracing::debug!(items, "expired items are gone"),
            Err(error) => tracing::error!(%error, "expired items cannot be deleted"),
        }
    }
}
