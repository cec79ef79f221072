//! The audit log as lines of an export, the newest first. A file goes further than a screen, and an order's identifier
//! opens its pass: here it names the candidate and no more.

use super::{
    cell::{Cell, Column},
    not_done::ExportNotDone,
    source::{Page, Source, Sources},
};
use domain::OrderId;
use serde_json::Value;
use store::{AuditEntry, audit::LogPosition};

/// Entries read at once.
const ENTRIES: u16 = 500;

pub(super) const COLUMNS: [Column; 6] = [
    ("At", 19),
    ("Who", 18),
    ("Action", 24),
    ("What", 36),
    ("Before", 50),
    ("After", 50),
];

/// The log as it was when it was asked for: what came later would change how much there is.
pub(super) fn end_of(source: &Source) -> LogPosition {
    LogPosition::before(source.at)
}

impl Sources {
    /// The entries before a position.
    pub(super) async fn entries(&self, source: &Source, after: Option<&str>) -> Result<Page, ExportNotDone> {
        let position = after
            .and_then(LogPosition::parse)
            .unwrap_or_else(|| end_of(source));
        let page = self.audit_log.page(Some(&position), ENTRIES, source.at).await?;
        let wanted = |entry: &&AuditEntry| source.scope.has(entry.at) && source.scope.is_of(&entry.username);
        Ok(Page {
            looked_at: page.entries.len() as u64,
            rows: page.entries.iter().filter(wanted).map(cells).collect(),
            place: page.next.as_ref().map(LogPosition::to_string),
            is_last: page.next.is_none(),
        })
    }
}

fn cells(entry: &AuditEntry) -> Vec<Cell> {
    let AuditEntry {
        at,
        id: _,
        username,
        action,
        subject,
        before,
        after,
    } = entry;
    let without_secrets = |text: &str| Cell::text(OrderId::without_secrets(text));
    let state = |value: &Value| match value {
        Value::Null => Cell::Empty,
        value => without_secrets(&value.to_string()),
    };
    let cells: [Cell; COLUMNS.len()] = [
        Cell::moment(*at),
        Cell::text(username.as_str()),
        Cell::text(action.as_str()),
        without_secrets(subject),
        state(before),
        state(after),
    ];
    cells.into()
}
