//! Which of its duties an event asks the function for.

use serde_json::Value;

/// A duty of this function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// Whatever is due: every minute.
    Due,
    /// The reconciliation with the provider: every hour, by `{"job":"recon"}`.
    Recon,
    /// Forgetting unpaid registrations: every hour, by `{"job":"retention"}`.
    Retention,
}

/// The event names a duty that there is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the event names a duty that there is not")]
pub struct NoSuchDuty;

impl Duty {
    /// The duty of an event. The schedule of every minute names none.
    ///
    /// # Errors
    /// When the event names a duty that there is not.
    pub fn of(event: &Value) -> Result<Self, NoSuchDuty> {
        match event.get("job") {
            None => Ok(Self::Due),
            Some(job) if job == "recon" => Ok(Self::Recon),
            Some(job) if job == "retention" => Ok(Self::Retention),
            Some(_) => Err(NoSuchDuty),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_unknown_job_is_refused_and_the_default_is_the_due_work() {
        assert_eq!(
            Duty::of(&json!({ "version": "0", "detail-type": "Scheduled Event" })),
            Ok(Duty::Due)
        );
        assert_eq!(Duty::of(&json!({})), Ok(Duty::Due));
        assert_eq!(Duty::of(&json!({ "job": "recon" })), Ok(Duty::Recon));
        assert_eq!(Duty::of(&json!({ "job": "retention" })), Ok(Duty::Retention));
        for other in [json!("Recon"), json!(null), json!(7)] {
            assert_eq!(Duty::of(&json!({ "job": other })), Err(NoSuchDuty));
        }
    }
}
