//! When people may register: the window that the organisers set, and the end of the event, which is stronger.

use crate::{Invalid, payment::Channel};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// The years that a moment of the window may lie in: what is outside is a slip of the finger.
const YEARS: std::ops::RangeInclusive<i32> = 2020..=2099;

/// When people may register, as the organisers set it; no moment is a bound that there is not. Its moments are of whole
/// seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SaleWindow {
    /// From when on the site takes registrations.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub opens_at: Option<OffsetDateTime>,
    /// From when on it takes none any more.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub closes_at: Option<OffsetDateTime>,
    /// From when on the counter takes none any more. The counter has no beginning: who stands there was let in by staff.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub counter_closes_at: Option<OffsetDateTime>,
}

impl SaleWindow {
    /// A window that opens before it closes.
    ///
    /// # Errors
    /// On the moment that is wrong.
    pub fn new(
        opens_at: Option<OffsetDateTime>,
        closes_at: Option<OffsetDateTime>,
        counter_closes_at: Option<OffsetDateTime>,
    ) -> Result<Self, Invalid> {
        let window = Self {
            opens_at: opens_at.map(|at| moment("opens_at", at)).transpose()?,
            closes_at: closes_at.map(|at| moment("closes_at", at)).transpose()?,
            counter_closes_at: counter_closes_at
                .map(|at| moment("counter_closes_at", at))
                .transpose()?,
        };
        if let (Some(opens), Some(closes)) = (window.opens_at, window.closes_at)
            && closes <= opens
        {
            return Err(Invalid::new(
                "closes_at",
                "Registration has to close after it has opened",
            ));
        }
        Ok(window)
    }
}

/// A moment in whole seconds of UTC.
fn moment(field: &'static str, at: OffsetDateTime) -> Result<OffsetDateTime, Invalid> {
    at.checked_to_offset(time::UtcOffset::UTC)
        .filter(|at| YEARS.contains(&at.year()))
        .map(|at| at.truncate_to_second())
        .ok_or(Invalid::new(field, "Please enter a date between 2020 and 2099"))
}

/// Whether people may register at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Not yet.
    NotYet,
    /// They may.
    Open,
    /// Not any more.
    Closed,
}

/// What decides whether people may register: the window, and whether an administrator has closed the event by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sale {
    /// What the organisers have set.
    pub window: SaleWindow,
    /// Since when the event is closed, whatever the window says.
    pub ended_at: Option<OffsetDateTime>,
}

impl Sale {
    /// Whether people may register by this channel at this moment. A moment of the window belongs to what it begins.
    #[must_use]
    pub fn phase(&self, channel: Channel, now: OffsetDateTime) -> Phase {
        if self.ended_at.is_some() || self.closes_at(channel).is_some_and(|at| at <= now) {
            return Phase::Closed;
        }
        match channel {
            Channel::Online if self.window.opens_at.is_some_and(|at| now < at) => Phase::NotYet,
            Channel::Online | Channel::Counter => Phase::Open,
        }
    }

    /// From when on nobody registers by this channel any more: the end of the event, or the window's if that was before.
    #[must_use]
    pub fn closes_at(&self, channel: Channel) -> Option<OffsetDateTime> {
        let set = match channel {
            Channel::Online => self.window.closes_at,
            Channel::Counter => self.window.counter_closes_at,
        };
        match (set, self.ended_at) {
            (Some(set), Some(ended)) => Some(set.min(ended)),
            (set, ended) => set.or(ended),
        }
    }

    /// When the site's phase changes next, if it is known.
    #[must_use]
    pub fn changes_at(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        match self.phase(Channel::Online, now) {
            Phase::NotYet => self.window.opens_at,
            Phase::Open => self.window.closes_at,
            Phase::Closed => None,
        }
    }

    /// Whether the site is selling in hours that the organisers have announced. Without a window nobody knows of hours in
    /// which people have to be expected.
    #[must_use]
    pub fn is_in_announced_hours(&self, now: OffsetDateTime) -> bool {
        let announced = self.window.opens_at.is_some() || self.window.closes_at.is_some();
        announced && self.phase(Channel::Online, now) == Phase::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Channel::{Counter, Online};
    use time::{Duration, macros::datetime};

    const OPENS: OffsetDateTime = datetime!(2025-05-01 04:30 UTC);
    const CLOSES: OffsetDateTime = datetime!(2025-05-30 12:30 UTC);
    const COUNTER: OffsetDateTime = datetime!(2025-06-01 09:00 UTC);

    fn sale(
        opens: Option<OffsetDateTime>,
        closes: Option<OffsetDateTime>,
        ended: Option<OffsetDateTime>,
    ) -> Sale {
        Sale {
            window: SaleWindow::new(opens, closes, Some(COUNTER)).unwrap(),
            ended_at: ended,
        }
    }

    #[test]
    fn without_a_window_everybody_may_register_and_no_hours_are_announced() {
        let sale = Sale::default();
        for channel in [Online, Counter] {
            assert_eq!(sale.phase(channel, OPENS), Phase::Open);
            assert_eq!(sale.closes_at(channel), None);
        }
        assert_eq!(sale.changes_at(OPENS), None);
        assert!(!sale.is_in_announced_hours(OPENS));
    }

    #[test]
    fn a_moment_of_the_window_belongs_to_what_it_begins() {
        let sale = sale(Some(OPENS), Some(CLOSES), None);
        let second = Duration::seconds(1);
        for (now, phase, next) in [
            (OPENS - second, Phase::NotYet, Some(OPENS)),
            (OPENS, Phase::Open, Some(CLOSES)),
            (CLOSES - second, Phase::Open, Some(CLOSES)),
            (CLOSES, Phase::Closed, None),
        ] {
            assert_eq!(
                (sale.phase(Online, now), sale.changes_at(now)),
                (phase, next),
                "{now}"
            );
            assert_eq!(sale.is_in_announced_hours(now), phase == Phase::Open, "{now}");
            assert_eq!(sale.phase(Counter, now), Phase::Open, "{now}");
        }
        assert_eq!(sale.phase(Counter, COUNTER - second), Phase::Open);
        assert_eq!(sale.phase(Counter, COUNTER), Phase::Closed);
    }

    #[test]
    fn either_moment_alone_is_a_window() {
        assert_eq!(sale(Some(OPENS), None, None).phase(Online, CLOSES), Phase::Open);
        assert_eq!(sale(None, Some(CLOSES), None).phase(Online, OPENS), Phase::Open);
        assert!(sale(None, Some(CLOSES), None).is_in_announced_hours(OPENS));
    }

    #[test]
    fn the_end_of_the_event_is_stronger_than_the_window() {
        let ended = CLOSES - Duration::days(1);
        let sale = sale(Some(OPENS), Some(CLOSES), Some(ended));
        for channel in [Online, Counter] {
            assert_eq!(sale.phase(channel, ended), Phase::Closed);
            assert_eq!(sale.closes_at(channel), Some(ended));
        }
        assert_eq!(sale.changes_at(ended), None);
        assert!(!sale.is_in_announced_hours(ended));
        let after = super::Sale {
            ended_at: Some(CLOSES + Duration::days(1)),
            ..sale
        };
        assert_eq!(after.closes_at(Online), Some(CLOSES));
    }

    #[test]
    fn a_window_opens_before_it_closes_and_in_years_that_people_mean() {
        let refused = |opens, closes, counter| SaleWindow::new(opens, closes, counter).unwrap_err().field;
        assert_eq!(refused(Some(CLOSES), Some(OPENS), None), "closes_at");
        assert_eq!(refused(Some(OPENS), Some(OPENS), None), "closes_at");
        for wrong in [datetime!(0205-05-01 0:00 UTC), datetime!(2205-05-01 0:00 UTC)] {
            assert_eq!(refused(Some(wrong), None, None), "opens_at");
            assert_eq!(refused(None, Some(wrong), None), "closes_at");
            assert_eq!(refused(None, None, Some(wrong)), "counter_closes_at");
        }
    }

    #[test]
    fn a_moment_is_kept_in_whole_seconds_of_utc() {
        let typed = datetime!(2025-05-01 10:00:00.75 +5:30);
        let window = SaleWindow::new(Some(typed), None, None).unwrap();
        let stored = serde_json::to_value(window).unwrap();
        assert_eq!(stored["opens_at"], "2025-05-01T04:30:00Z");
        assert_eq!(serde_json::from_value::<SaleWindow>(stored).unwrap(), window);
    }
}
