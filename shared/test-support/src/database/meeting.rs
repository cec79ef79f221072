//! Two pieces of work that meet at a request to the database which the test chooses.

use super::DatabaseProxy;
use std::{
    pin::pin,
    sync::{Arc, atomic::Ordering},
};
use tokio::sync::Notify;

/// A request that stands still on its way to the database.
#[derive(Debug)]
pub(super) struct Stop {
    number: u64,
    has_come: Notify,
    goes_on: Notify,
}

impl Stop {
    /// Holds the request if it is the one that stops here.
    pub(super) async fn pass(&self, number: u64) {
        if number == self.number {
            self.has_come.notify_one();
            self.goes_on.notified().await;
        }
    }
}

impl DatabaseProxy {
    /// Does `second`, all of it, while `first` stands still before a request of its own, which is counted from 1; None if
    /// `first` has ended before it came so far.
    pub async fn meet<A: Future, B: Future>(
        &self,
        number: u64,
        first: A,
        second: B,
    ) -> Option<(A::Output, B::Output)> {
        let stop = Arc::new(Stop {
            number,
            has_come: Notify::new(),
            goes_on: Notify::new(),
        });
        *self.0.stop.lock().unwrap() = Some(Arc::clone(&stop));
        self.0.requests.store(0, Ordering::SeqCst);
        let mut first = pin!(first);
        let has_ended = tokio::select! {
            _ = &mut first => true,
            () = stop.has_come.notified() => false,
        };
        // Requests are counted from 0 again when a fault is set, and none may stand still for ever.
        *self.0.stop.lock().unwrap() = None;
        if has_ended {
            return None;
        }
        let second = second.await;
        stop.goes_on.notify_one();
        Some((first.await, second))
    }
}
