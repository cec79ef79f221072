//! When an order is asked about when nobody else does.

use time::{Duration, OffsetDateTime};

/// Whether an order is to be asked about again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// At this moment.
    At(OffsetDateTime),
    /// No more: the last time is past.
    Over,
}

/// The next moment after `now` at which the provider is asked about an unpaid order: 2, 5 and 15 minutes
/// after its creation, at its expiry, one hour and 24 hours after that.
///
/// Expiry has a minute's grace, so that the provider's clock has passed it too.
#[must_use]
pub fn next_ask(created: OffsetDateTime, expires: OffsetDateTime, now: OffsetDateTime) -> Asking {
    let grace = Duration::minutes(1);
    [
        created + Duration::minutes(2),
        created + Duration::minutes(5),
        created + Duration::minutes(15),
        expires + grace,
        expires + Duration::hours(1),
        expires + Duration::hours(24),
    ]
    .into_iter()
    .find(|moment| *moment > now)
    .map_or(Asking::Over, Asking::At)
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn an_order_is_asked_about_six_times_and_then_no_more() {
        let created = datetime!(2025-05-20 10:00 UTC);
        let expires = created + Duration::minutes(30);
        let mut now = created;
        let mut asked = Vec::new();
        while let Asking::At(moment) = next_ask(created, expires, now) {
            asked.push((moment - created).whole_minutes());
            now = moment;
        }
        assert_eq!(asked, [2, 5, 15, 31, 90, 30 + 24 * 60]);
    }
}
