//! What an entry of the log is about: which thing, and what it was called.

use domain::{CustomerId, OrderId};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use store::AuditEntry;
use utoipa::ToSchema;

/// What was changed, where it has a page or a name of its own.
#[derive(Serialize, ToSchema)]
#[schema(as = AuditTarget)]
pub(crate) struct Target {
    kind: TargetKind,
    /// The identifier of its page: of a payment, the candidate's.
    id: String,
    /// What it was called, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// That it is no longer there. It may be gone all the same where this is left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    removed: bool,
}

/// What kind of thing was changed.
#[derive(Serialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[schema(as = AuditTargetKind)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TargetKind {
    Candidate,
    Package,
    College,
    Stream,
    Exam,
    Banner,
    Institute,
    Brand,
    Till,
    Account,
    List,
}

impl TargetKind {
    fn of(action: &str) -> Option<Self> {
        let (thing, deed) = action.split_once('.')?;
        Some(match thing {
            "check_in" => match deed {
                "cleared" | "options" => Self::List,
                _ => Self::Candidate,
            },
            "candidate" | "payment" | "pass" | "pass_mail" | "attention" => Self::Candidate,
            "package" => Self::Package,
            "college" => Self::College,
            // The API calls a stream an exam, and an exam an exam detail.
            "exam" => Self::Stream,
            "exam_detail" => Self::Exam,
            "banner" => Self::Banner,
            "institute" => Self::Institute,
            "brand" => Self::Brand,
            "till" => Self::Till,
            "admin" => Self::Account,
            _ => return None,
        })
    }

    /// The member that holds the name in what was and what became.
    const fn named_by(self) -> &'static str {
        match self {
            Self::Candidate | Self::Package | Self::College | Self::Till | Self::List => "name",
            Self::Stream => "categoryName",
            Self::Exam => "examName",
            Self::Banner | Self::Institute | Self::Brand => "bannerName",
            Self::Account => "username",
        }
    }
}

/// The candidate whose page tells more, of an entry about one of them or their payments.
pub(super) fn candidate_of(entry: &AuditEntry) -> Option<CustomerId> {
    if TargetKind::of(&entry.action)? != TargetKind::Candidate {
        return None;
    }
    let subject = OrderId::parse(&entry.subject).ok()?;
    CustomerId::parse(subject.customer_part()).ok()
}

/// What an entry is about. `names` are those that candidates have now, where they could be read: an entry keeps them only
/// where they were changed.
pub(super) fn target_of(entry: &AuditEntry, names: Option<&HashMap<CustomerId, String>>) -> Option<Target> {
    let kind = TargetKind::of(&entry.action)?;
    let candidate = candidate_of(entry);
    let known = |id: &CustomerId| names.map(|names| names.get(id));
    let kept = [&entry.before, &entry.after]
        .into_iter()
        .find_map(|state| state.get(kind.named_by()).and_then(Value::as_str))
        .map(str::to_owned);
    let name = match kind {
        TargetKind::Till | TargetKind::List => Some(entry.subject.clone()),
        // Signing in and out changes nothing: the account is that of who did it.
        TargetKind::Account => kept.or_else(|| Some(entry.username.clone())),
        TargetKind::Candidate => kept.or_else(|| known(candidate.as_ref()?)?.cloned()),
        _ => kept,
    };
    let is_deletion = entry.action.ends_with(".deleted");
    Some(Target {
        kind,
        name,
        removed: is_deletion
            || candidate
                .as_ref()
                .and_then(known)
                .is_some_and(|name| name.is_none()),
        id: candidate.map_or_else(|| entry.subject.clone(), |id| id.to_string()),
    })
}
