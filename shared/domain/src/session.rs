//! Sessions of staff: how long one lasts, and what one may be restricted to.

use crate::Role;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How often at most a session's use is written down. What is written is that much older than the truth, so a session
/// ends after an idle hour less this, at the earliest.
pub const NOTED_EVERY: Duration = Duration::minutes(2);

/// How long a session of a role lasts, however much it is used.
#[must_use]
pub const fn lifetime(role: Role) -> Duration {
    match role {
        Role::Admin | Role::Counter | Role::Accountant | Role::Unrecognised => Duration::hours(12),
        // A phone at the door scans for a whole day of the event.
        Role::Door => Duration::hours(14),
    }
}

/// After how long without a call a session of a role ends.
#[must_use]
pub const fn idle_limit(role: Role) -> Option<Duration> {
    match role {
        Role::Admin | Role::Counter | Role::Accountant | Role::Unrecognised => Some(Duration::minutes(60)),
        // A phone at the door that was offline must be able to send what it has admitted.
        Role::Door => None,
    }
}

/// What has to be done before a session may be used for anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restriction {
    /// To replace a password that an administrator has given.
    PasswordChange,
    /// To set up a second factor.
    SecondFactor,
    /// A word that this release does not know: nothing but signing out is permitted.
    #[serde(other)]
    Unrecognised,
}

/// When a session began, and was last used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// The sign-in.
    pub began: OffsetDateTime,
    /// The last use that was written down.
    pub last_seen: OffsetDateTime,
}

impl Times {
    /// Whether a session of `role` has run out, by either limit.
    #[must_use]
    pub fn have_run_out(self, role: Role, now: OffsetDateTime) -> bool {
        let idle = idle_limit(role).is_some_and(|limit| now >= self.last_seen + limit);
        idle || now >= self.began + lifetime(role)
    }

    /// Whether a use at `now` is to be written down.
    #[must_use]
    pub fn are_old(self, now: OffsetDateTime) -> bool {
        now >= self.last_seen + NOTED_EVERY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGAN: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn used_after(idle: Duration) -> Times {
        Times {
            began: BEGAN,
            last_seen: BEGAN + idle,
        }
    }

    #[test]
    fn a_session_ends_after_an_idle_hour_and_one_of_the_door_does_not() {
        let used = used_after(Duration::minutes(30));
        let (before, after) = (Duration::minutes(90) - Duration::SECOND, Duration::minutes(90));
        for role in [Role::Admin, Role::Counter, Role::Accountant, Role::Unrecognised] {
            assert!(!used.have_run_out(role, BEGAN + before), "{role:?}");
            assert!(used.have_run_out(role, BEGAN + after), "{role:?}");
        }
        assert!(!used.have_run_out(Role::Door, BEGAN + after));
    }

    #[test]
    fn a_session_ends_after_twelve_hours_of_use_and_one_of_the_door_after_fourteen() {
        for (role, hours) in [
            (Role::Admin, 12),
            (Role::Counter, 12),
            (Role::Accountant, 12),
            (Role::Door, 14),
        ] {
            let limit = Duration::hours(hours);
            let used = used_after(limit - Duration::minutes(1));
            assert!(
                !used.have_run_out(role, BEGAN + limit - Duration::SECOND),
                "{role:?}"
            );
            assert!(used.have_run_out(role, BEGAN + limit), "{role:?}");
        }
    }

    #[test]
    fn a_use_is_written_down_every_two_minutes() {
        let used = used_after(Duration::ZERO);
        assert!(!used.are_old(BEGAN + NOTED_EVERY - Duration::SECOND));
        assert!(used.are_old(BEGAN + NOTED_EVERY));
    }

    #[test]
    fn a_restriction_of_a_later_release_is_one_still() {
        let read: Restriction = serde_json::from_value("consent".into()).unwrap();
        assert_eq!(read, Restriction::Unrecognised);
    }
}
