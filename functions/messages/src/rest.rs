//! How a worker lets time pass between mails.

use futures::{FutureExt, future::BoxFuture};
use std::{fmt, sync::Arc, time::Duration};

/// A way of letting time pass. Cheap to clone.
#[derive(Clone)]
pub struct SendingRests(Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>);

impl SendingRests {
    /// Real ones.
    #[must_use]
    pub fn real() -> Self {
        Self::from_fn(|rest| tokio::time::sleep(rest).boxed())
    }

    /// Rests of the caller's own, which also move the caller's clock.
    pub fn from_fn(rest: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(rest))
    }

    pub(crate) async fn rest(&self, duration: Duration) {
        (self.0)(duration).await;
    }
}

impl fmt::Debug for SendingRests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SendingRests")
    }
}
