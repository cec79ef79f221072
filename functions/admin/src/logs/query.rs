//! What of the log a request asks for.

use domain::{day, till::start_of, typed};
use http_api::{ApiError, ApiResult};
use serde::Deserialize;
use store::audit::{AuditKind, LogPosition, SoughtEntries};
use time::Date;
use utoipa::{IntoParams, ToSchema};

const ON_A_PAGE: u16 = 50;
const MOST_ON_A_PAGE: u16 = 100;

/// Which part of the log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// How many entries, 1 to 100; 50 when left out.
    limit: Option<u16>,
    /// `next` of the page before; the newest entries when left out.
    cursor: Option<String>,
    /// Whose acts: a username, however it is capitalised.
    by: Option<String>,
    /// What the entries are about.
    #[param(inline)]
    kind: Option<KindIn>,
    /// The first day, `YYYY-MM-DD` in the event's time zone.
    from: Option<String>,
    /// The last day, `YYYY-MM-DD` in the event's time zone.
    to: Option<String>,
}

/// What an entry is about.
#[derive(Deserialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KindIn {
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
    /// Everything else.
    System,
}

/// A page of the log as it is asked for.
pub(super) struct Asked {
    pub limit: u16,
    pub position: Option<LogPosition>,
    pub sought: SoughtEntries,
}

impl LogQuery {
    pub(super) fn parse(self) -> ApiResult<Asked> {
        let limit = self.limit.unwrap_or(ON_A_PAGE);
        if !(1..=MOST_ON_A_PAGE).contains(&limit) {
            return Err(ApiError::invalid("limit", "The limit must be 1 to 100"));
        }
        let position = self.cursor.map(|cursor| {
            LogPosition::parse(&cursor).ok_or_else(|| ApiError::invalid("cursor", "The cursor is not valid"))
        });
        let from = parse_day("from", self.from)?;
        let to = parse_day("to", self.to)?;
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            return Err(ApiError::invalid("to", "The last day is before the first"));
        }
        let by = self.by.map(|by| typed::plain(&by));
        Ok(Asked {
            limit,
            position: position.transpose()?,
            sought: SoughtEntries {
                by: by.filter(|by| !by.is_empty()),
                kind: self.kind.map(AuditKind::from),
                from: from.map(start_of),
                until: to.and_then(Date::next_day).map(start_of),
            },
        })
    }
}

fn parse_day(field: &'static str, text: Option<String>) -> ApiResult<Option<Date>> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };
    Ok(Some(day::on_record(&text, field)?))
}

impl From<KindIn> for AuditKind {
    fn from(kind: KindIn) -> Self {
        match kind {
            KindIn::Candidates => Self::Candidates,
            KindIn::Payments => Self::Payments,
            KindIn::Passes => Self::Passes,
            KindIn::Catalogue => Self::Catalogue,
            KindIn::Content => Self::Content,
            KindIn::Tills => Self::Tills,
            KindIn::Attention => Self::Attention,
            KindIn::Accounts => Self::Accounts,
            KindIn::System => Self::System,
        }
    }
}
