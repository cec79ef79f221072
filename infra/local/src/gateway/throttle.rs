//! The gateway's limits: a bucket of tokens for each route, which all clients share.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use time::OffsetDateTime;

use crate::template::{RouteLimit, RouteLimits};

/// The buckets, by the keys of the routes. A route that has not been asked for yet has a full one.
pub(super) struct Throttle {
    limits: RouteLimits,
    buckets: Mutex<BTreeMap<String, Bucket>>,
}

struct Bucket {
    tokens: f64,
    filled: OffsetDateTime,
}

impl Throttle {
    pub(super) fn new(limits: RouteLimits) -> Throttle {
        Throttle {
            limits,
            buckets: Mutex::default(),
        }
    }

    /// Takes a token for a request to `route`, if there is one.
    pub(super) fn admits(&self, route: &str, now: OffsetDateTime) -> bool {
        let Some(RouteLimit { rate, burst }) = self.limits.of(route) else {
            return true;
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(route.to_owned()).or_insert(Bucket {
            tokens: burst,
            filled: now,
        });
        let since = (now - bucket.filled).as_seconds_f64().max(0.0);
        bucket.tokens = (bucket.tokens + since * rate).min(burst);
        bucket.filled = bucket.filled.max(now);
        let admits = bucket.tokens >= 1.0;
        if admits {
            bucket.tokens -= 1.0;
        }
        admits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::Duration;

    #[test]
    fn each_route_allows_its_burst_at_once_and_then_its_rate() {
        let own = RouteLimit {
            rate: 2.0,
            burst: 3.0,
        };
        let throttle = Throttle::new(RouteLimits {
            default: Some(RouteLimit {
                rate: 1.0,
                burst: 1.0,
            }),
            of_routes: BTreeMap::from([("POST /a".to_owned(), own)]),
        });
        let start = OffsetDateTime::UNIX_EPOCH;
        let admitted = |route: &str, now: OffsetDateTime| {
            let asked = (0..10).filter(|_| throttle.admits(route, now));
            asked.count()
        };
        assert_eq!(admitted("POST /a", start), 3);
        assert_eq!(admitted("GET /b", start), 1);
        assert_eq!(admitted("GET /c", start), 1);
        assert_eq!(admitted("POST /a", start + Duration::milliseconds(400)), 0);
        assert_eq!(admitted("POST /a", start + Duration::milliseconds(500)), 1);
        // A clock that goes back fills nothing, and a long pause no more than the burst.
        assert_eq!(admitted("POST /a", start), 0);
        assert_eq!(admitted("POST /a", start + Duration::hours(1)), 3);
    }

    #[test]
    fn a_template_without_limits_limits_nothing() {
        let throttle = Throttle::new(RouteLimits::default());
        assert!((0..10_000).all(|_| throttle.admits("GET /a", OffsetDateTime::UNIX_EPOCH)));
    }
}
