//! The catalogue as verdicts need it. It is kept for some seconds: a hundred scans a second would otherwise read the one
//! partition that it is in a hundred times.

use domain::Clock;
use http_api::{ApiError, ApiResult};
use std::sync::{Arc, Mutex};
use store::{Catalogue, catalogue::Everything};
use time::{Duration, OffsetDateTime};

/// For how long a change of hours or names may not be seen.
const KEPT: Duration = Duration::seconds(10);

/// The catalogue, kept.
#[derive(Clone)]
pub(crate) struct KeptCatalogue {
    catalogue: Catalogue,
    clock: Clock,
    kept: Arc<Mutex<Option<Kept>>>,
}

/// What was read, and when.
type Kept = (OffsetDateTime, Arc<Everything>);

impl KeptCatalogue {
    pub(crate) fn new(catalogue: Catalogue, clock: Clock) -> Self {
        let kept = Arc::default();
        Self {
            catalogue,
            clock,
            kept,
        }
    }

    /// Everything of at most ten seconds ago.
    pub(crate) async fn everything(&self) -> ApiResult<Arc<Everything>> {
        let now = self.clock.now();
        if let Some((at, everything)) = self.kept()
            && now - at < KEPT
        {
            return Ok(everything);
        }
        let everything = Arc::new(self.catalogue.everything().await.map_err(ApiError::internal)?);
        if let Ok(mut kept) = self.kept.lock() {
            *kept = Some((now, Arc::clone(&everything)));
        }
        Ok(everything)
    }

    fn kept(&self) -> Option<Kept> {
        self.kept.lock().ok()?.clone()
    }
}
