//! Guessing of passwords: the pauses after failed attempts to sign in.
//!
//! Four failures cost nothing. The fifth and each one after it is followed by a pause: 1 s, 2 s, 4 s and so on up to
//! a quarter of an hour. One failure is forgotten every hour. A client that guesses as fast as that allows has 109
//! attempts on the first day and 96 on each further one.

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// The failure that the first pause follows.
const FIRST_PAUSED: u32 = 5;
const LONGEST_PAUSE: Duration = Duration::minutes(15);
/// The failure that the longest pause follows. No more are remembered, so that everything is forgotten within a day.
const MOST: u32 = 15;
const FORGETS_ONE_EVERY: Duration = Duration::hours(1);

/// The failures that are remembered of one name or one device. Times are in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Failures {
    count: u32,
    /// The last time at which one was forgotten, or the first failure.
    since: i64,
    /// The end of the pause.
    until: i64,
}

impl Failures {
    /// Counts an attempt as a failure before its password is checked. [`Failures::forgive`] takes it back.
    ///
    /// # Errors
    /// How long to wait, during a pause; nothing is counted then.
    pub fn attempt(self, now: OffsetDateTime) -> Result<Self, std::time::Duration> {
        let at = milliseconds(now);
        if let Ok(wait @ 1..) = u64::try_from(self.until.saturating_sub(at)) {
            return Err(std::time::Duration::from_millis(wait));
        }
        let remembered = self.remembered(at);
        let count = (remembered.count + 1).min(MOST);
        let until = pause(count).map_or(self.until, |pause| at.saturating_add(length(pause)));
        Ok(Self {
            count,
            since: remembered.since,
            until,
        })
    }

    /// Takes back an attempt that turned out right, and the pause that it began. `before` is what the attempt found,
    /// `counted` what it made of that; others may have been counted since.
    #[must_use]
    pub fn forgive(self, before: Self, counted: Self) -> Self {
        let count = self.count.saturating_sub(1);
        let is_last = self.until == counted.until;
        Self {
            count,
            since: self.since,
            until: if is_last || count < FIRST_PAUSED {
                before.until
            } else {
                self.until
            },
        }
    }

    /// Forgets every failure, and the pause.
    #[must_use]
    pub const fn forgive_all(self) -> Self {
        Self {
            count: 0,
            since: self.since,
            until: 0,
        }
    }

    /// When nothing will be remembered any more, in seconds since 1970.
    #[must_use]
    pub fn forgotten_at(self) -> i64 {
        let rest = length(FORGETS_ONE_EVERY).saturating_mul(i64::from(self.count));
        self.since.saturating_add(rest).div_euclid(1000) + 1
    }

    fn remembered(self, at: i64) -> Self {
        let passed = at.saturating_sub(self.since).max(0) / length(FORGETS_ONE_EVERY);
        match u32::try_from(passed) {
            Ok(forgotten) if forgotten < self.count => Self {
                count: self.count - forgotten,
                since: self.since + passed * length(FORGETS_ONE_EVERY),
                ..self
            },
            _ => Self {
                count: 0,
                since: at,
                ..self
            },
        }
    }
}

/// The pause that a failure is followed by.
fn pause(count: u32) -> Option<Duration> {
    let doublings = count.checked_sub(FIRST_PAUSED)?;
    Some(LONGEST_PAUSE.min(Duration::SECOND * 2_i32.saturating_pow(doublings)))
}

fn length(duration: Duration) -> i64 {
    duration.whole_seconds() * 1000
}

fn milliseconds(moment: OffsetDateTime) -> i64 {
    moment.unix_timestamp() * 1000 + i64::from(moment.millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const START: OffsetDateTime = datetime!(2025-05-20 04:30 UTC);

    /// Fails as soon as one may, and returns after how many seconds each attempt was made.
    fn guess_until(end: Duration) -> (Failures, Vec<i64>) {
        let mut failures = Failures::default();
        let mut now = START;
        let mut made = Vec::new();
        while now < START + end {
            match failures.attempt(now) {
                Ok(counted) => {
                    failures = counted;
                    made.push((now - START).whole_seconds());
                }
                Err(wait) => now += wait,
            }
        }
        (failures, made)
    }

    fn attempts_at_once(mut failures: Failures, now: OffsetDateTime) -> usize {
        let mut made = 0;
        while let Ok(counted) = failures.attempt(now) {
            failures = counted;
            made += 1;
        }
        made
    }

    #[test]
    fn five_attempts_are_free_and_the_pauses_after_them_double_up_to_a_quarter_of_an_hour() {
        let (_, made) = guess_until(Duration::hours(1));
        let pauses: Vec<i64> = made.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(
            pauses,
            [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
        );
    }

    #[test]
    fn the_first_day_has_109_guesses_and_each_further_one_96() {
        let (_, made) = guess_until(Duration::days(3));
        let of_day = |day: i64| {
            let of_it = made.iter().filter(|&&at| at / 86_400 == day);
            of_it.count()
        };
        assert_eq!([of_day(0), of_day(1), of_day(2)], [109, 96, 96]);
    }

    #[test]
    fn an_attempt_during_a_pause_gets_the_remaining_wait_and_does_not_count() {
        let (failures, made) = guess_until(Duration::seconds(100));
        let last = START + Duration::seconds(*made.last().unwrap());
        let wait = failures.attempt(last + Duration::milliseconds(500)).unwrap_err();
        assert_eq!(wait, std::time::Duration::from_millis(63_500));
        let wait = failures
            .attempt(last + Duration::milliseconds(63_999))
            .unwrap_err();
        assert_eq!(wait, std::time::Duration::from_millis(1));
        assert!(failures.attempt(last + Duration::seconds(64)).is_ok());
    }

    #[test]
    fn one_failure_is_forgotten_every_hour_even_if_others_fail_meanwhile() {
        let mut failures = Failures::default();
        for hour in 0..100 {
            failures = failures.attempt(START + Duration::hours(hour)).unwrap();
        }
        // One each hour is forgotten as fast as it comes.
        assert_eq!(failures.count, 1);

        let (failures, _) = guess_until(Duration::hours(2));
        let rest = |hours| attempts_at_once(failures, START + Duration::hours(2) + Duration::hours(hours));
        assert_eq!((rest(1), rest(10), rest(11), rest(15)), (1, 1, 2, 5));
    }

    #[test]
    fn nothing_is_left_of_a_week_of_guesses_after_a_day() {
        let (failures, _) = guess_until(Duration::days(7));
        let after = START + Duration::days(7);
        assert!(failures.forgotten_at() <= (after + Duration::hours(15)).unix_timestamp() + 1);
        assert_eq!(attempts_at_once(failures, after + Duration::days(1)), 5);
    }

    #[test]
    fn a_pause_ends_before_the_failures_are_forgotten() {
        let (failures, _) = guess_until(Duration::hours(5));
        assert!(failures.until / 1000 < failures.forgotten_at());
    }

    #[test]
    fn a_withdrawn_failure_leaves_no_trace() {
        let (before, made) = guess_until(Duration::minutes(5));
        let now = START + Duration::seconds(*made.last().unwrap()) + Duration::minutes(5);
        let counted = before.attempt(now).unwrap();
        assert!(counted.attempt(now).is_err());
        let after = counted.forgive(before, counted);
        assert_eq!(after, before);
    }

    #[test]
    fn withdrawing_a_failure_keeps_those_of_others_meanwhile() {
        let none = Failures::default();
        let ours = none.attempt(START).unwrap();
        let mut theirs = ours;
        for _ in 0..4 {
            theirs = theirs.attempt(START).unwrap();
        }
        assert!(theirs.attempt(START).is_err());
        // With four left there is no pause.
        assert_eq!(attempts_at_once(theirs.forgive(none, ours), START), 1);

        let later = START + Duration::SECOND;
        let theirs = theirs.attempt(later).unwrap();
        let wait = theirs.forgive(none, ours).attempt(later).unwrap_err();
        assert_eq!(wait, std::time::Duration::from_secs(2));
    }

    #[test]
    fn a_clock_that_lags_forgets_nothing() {
        let counted = Failures::default().attempt(START).unwrap();
        let behind = counted.attempt(START - Duration::hours(3)).unwrap();
        assert_eq!(behind.count, 2);
    }

    #[test]
    fn the_hours_are_counted_anew_when_all_was_forgotten() {
        let counted = Failures::default().attempt(START).unwrap();
        let again = counted.attempt(START + Duration::minutes(90)).unwrap();
        assert_eq!(again.count, 1);
        let third = again.attempt(START + Duration::minutes(149)).unwrap();
        assert_eq!(third.count, 2);
    }

    #[test]
    fn what_is_remembered_may_be_deleted_in_the_second_after_it_is_forgotten() {
        let mut failures = Failures::default();
        for hours in 1..=3 {
            failures = failures.attempt(START).unwrap();
            let forgotten = (START + Duration::hours(hours)).unix_timestamp();
            assert_eq!(failures.forgotten_at(), forgotten + 1);
        }
    }
}
