//! Waiting, passed in so that a test need not wait.

use futures::FutureExt;
use futures::future::BoxFuture;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A way of letting time pass. Cheap to clone.
#[derive(Clone)]
pub struct Pauses(Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>);

impl Pauses {
    /// Real ones.
    #[must_use]
    pub fn real() -> Self {
        Self::from_fn(|pause| tokio::time::sleep(pause).boxed())
    }

    /// Pauses of the caller's own, which also move the caller's clock.
    pub fn from_fn(pause: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        Self(Arc::new(pause))
    }

    /// Waits.
    pub async fn wait(&self, pause: Duration) {
        (self.0)(pause).await;
    }
}

impl fmt::Debug for Pauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pauses")
    }
}
