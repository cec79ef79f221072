//! What can go wrong with the provider, on demand.

use crate::traffic::Call;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// A way for a request to go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// An error of this status, without anything being done.
    Status {
        /// 400 to 599.
        status: u16,
    },
    /// An error of this status, although the request was carried out.
    StatusAfterCommit {
        /// 500 to 599.
        status: u16,
    },
    /// 429 with this many seconds to wait.
    RateLimited {
        /// The header `x-ratelimit-retry`.
        retry_after: u32,
    },
    /// No answer, and nothing done.
    Timeout,
    /// No answer, although the request was carried out.
    TimeoutAfterCommit,
    /// The connection breaks, and nothing was done.
    Drop,
    /// The connection breaks after the request was carried out.
    DropAfterCommit,
    /// The answer comes this late.
    Slow {
        /// In milliseconds.
        millis: u64,
    },
    /// A success whose body is no JSON.
    Junk,
}

/// The faults that wait for their request.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    next: VecDeque<(Option<Call>, Fault)>,
    standing: Vec<(Option<Call>, Fault)>,
}

impl Faults {
    pub(crate) fn next(&mut self, call: Option<Call>, fault: Fault) {
        self.next.push_back((call, fault));
    }

    pub(crate) fn standing(&mut self, call: Option<Call>, fault: Fault) {
        self.standing.push((call, fault));
    }

    pub(crate) fn clear(&mut self) {
        self.next.clear();
        self.standing.clear();
    }

    /// The fault of this request. A standing fault remains.
    pub(crate) fn take(&mut self, call: Call) -> Option<Fault> {
        let is_for = |to: &Option<Call>| to.is_none_or(|to| to == call);
        let waiting = self.next.iter().position(|(to, _)| is_for(to));
        if let Some((_, fault)) = waiting.and_then(|at| self.next.remove(at)) {
            return Some(fault);
        }
        self.standing
            .iter()
            .find(|(to, _)| is_for(to))
            .map(|(_, fault)| *fault)
    }
}

/// What never answers: the client has to give up.
pub(crate) async fn hang() -> Response {
    std::future::pending().await
}

/// An answer that breaks off before its first byte, which ends the connection.
pub(crate) fn broken() -> Response {
    let nothing = futures::stream::once(async { Err::<Vec<u8>, _>(io::Error::other("dropped on demand")) });
    Body::from_stream(nothing).into_response()
}

/// A page where JSON was due, as proxies send them.
pub(crate) fn junk() -> Response {
    axum::response::Html("<html>Something went wrong</html>").into_response()
}

pub(crate) async fn wait(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}
