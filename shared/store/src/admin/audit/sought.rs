//! What is looked for in the log: whose acts, of which kind, and when.

use super::{
    entry::AuditEntry,
    position::{LogPosition, Month},
};
use time::OffsetDateTime;

/// What an entry is about, as the portal offers it to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditKind {
    /// Registrations at the counter, corrections, notes.
    Candidates,
    /// Payments at the counter, refunds, questions to the provider.
    Payments,
    /// Passes that are withdrawn, given back, sent again.
    Passes,
    /// Packages, colleges, streams and exams.
    Catalogue,
    /// Banners, institutes and brands.
    Content,
    /// Tills that are closed.
    Tills,
    /// Flags that are taken off the list.
    Attention,
    /// Accounts of administrators, and who signs in.
    Accounts,
    /// Everything else: what is done with the data as a whole.
    System,
}

impl AuditKind {
    /// The kind of an action such as `payment.mark_paid`. One that this release does not know is the system's.
    #[must_use]
    pub fn of(action: &str) -> Self {
        match action.split_once('.').map_or(action, |(thing, _)| thing) {
            "candidate" => Self::Candidates,
            "payment" => Self::Payments,
            "pass" | "pass_mail" => Self::Passes,
            "package" | "packages" | "college" | "exam" | "exam_detail" => Self::Catalogue,
            "banner" | "banners" | "institute" | "institutes" | "brand" | "brands" => Self::Content,
            "till" => Self::Tills,
            "attention" => Self::Attention,
            "admin" => Self::Accounts,
            _ => Self::System,
        }
    }
}

/// What is looked for; everything where nothing is named.
#[derive(Debug, Clone, Default)]
pub struct SoughtEntries {
    /// Whose acts, however the name is capitalised.
    pub by: Option<String>,
    /// Of which kind.
    pub kind: Option<AuditKind>,
    /// Not before this moment.
    pub from: Option<OffsetDateTime>,
    /// Before this moment.
    pub until: Option<OffsetDateTime>,
}

impl SoughtEntries {
    /// Whether entries have to be read to know whether they are looked for: a time alone is found by the keys.
    pub(super) fn sifts(&self) -> bool {
        self.by.is_some() || self.kind.is_some()
    }

    pub(super) fn includes(&self, entry: &AuditEntry) -> bool {
        let by = |name: &String| name.to_lowercase() == entry.username.to_lowercase();
        self.by.as_ref().is_none_or(by) && self.kind.is_none_or(|kind| AuditKind::of(&entry.action) == kind)
    }

    /// Where a reading that goes on before `before` begins, at the latest `now`.
    pub(super) fn newest(&self, before: Option<&LogPosition>, now: OffsetDateTime) -> Month {
        let ends = [self.until.map(Month::of), before.map(LogPosition::month)];
        ends.into_iter().flatten().fold(Month::of(now), Month::min)
    }

    /// Those of these months that can have what is looked for.
    pub(super) fn since(&self, mut months: Vec<Month>) -> Vec<Month> {
        if let Some(from) = self.from {
            months.retain(|month| *month >= Month::of(from));
        }
        months
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_belongs_to_the_kind_of_its_thing_and_an_unknown_one_to_the_system() {
        for (action, kind) in [
            ("candidate.noted", AuditKind::Candidates),
            ("payment.refund", AuditKind::Payments),
            ("pass.withdrawn", AuditKind::Passes),
            ("pass_mail.resent", AuditKind::Passes),
            ("exam_detail.updated", AuditKind::Catalogue),
            ("exam.created", AuditKind::Catalogue),
            ("institute.deleted", AuditKind::Content),
            ("till.closed", AuditKind::Tills),
            ("attention.cleared", AuditKind::Attention),
            ("admin.logged_in", AuditKind::Accounts),
            ("sync.started", AuditKind::System),
            ("moon.landed", AuditKind::System),
            ("", AuditKind::System),
        ] {
            assert_eq!(AuditKind::of(action), kind, "{action}");
        }
    }
}
