//! Rows of the candidate list: each candidate in one slim item, and again in each list that it belongs to.
//!
//! | item | pk | sk | kind |
//! |---|---|---|---|
//! | row | `REG#<customer>` | `ROW` | `ROW` |
//! | entry of a list, a copy of the row | `LIST#<status>#<mode>#<course>` | `<created, ms>#<customer>` | `LIST` |
//! | entry of the search by e-mail | `EMAILS#<shard>` | `<email>#<customer>` | `EMAILS` |
//!
//! `*` in a list's name stands for any: a candidate is in eight lists, so that every mix of filters is one Query
//! of as many rows as are shown, the newest first. [`super::follow`] keeps them.

use super::{CandidateFile, Registrations, TABLE};
use crate::dynamo::{Item, StoreError, read, s};
use aws_sdk_dynamodb::types::{AttributeValue, Select};
use domain::{
    CourseId, CustomerId, Paise, Person,
    payment::{Channel, Status},
    registration::{ExamPreference, PaymentMode, Selection},
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// A candidate as the list shows it: a function of the registration and its orders, and of nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its identifier.
    pub customer_id: CustomerId,
    /// Who.
    pub person: Person,
    /// For what, with the names of its day.
    pub selection: Selection,
    /// Where the exam is taken.
    pub exam_preference: ExamPreference,
    /// How it is paid.
    pub payment_mode: PaymentMode,
    /// Through the site or at the counter.
    pub channel: Channel,
    /// What it costs.
    pub amount: Paise,
    /// PAID if any order is, else how the newest order stands.
    pub status: Status,
    /// When it was registered.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// What was paid, the newest payment last. More than one only when somebody paid twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paid: Vec<PaidPart>,
}

/// A payment of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidPart {
    /// How much.
    pub amount: Paise,
    /// When.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// What a registration is for, as a filter and a figure name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Course {
    /// Every exam of every college.
    All,
    /// One exam.
    One(CourseId),
}

/// Which candidates a list shows. Nothing set: every one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowFilter {
    /// With this status.
    pub status: Option<Status>,
    /// Paid in this mode.
    pub payment_mode: Option<PaymentMode>,
    /// Registered for this.
    pub course: Option<Course>,
}

/// A place between two rows of a list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor(pub(super) String);

/// Some rows of a list, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowsPage {
    /// The rows.
    pub rows: Vec<Row>,
    /// The place behind them; None when the list ends here.
    pub next: Option<Cursor>,
}

impl Course {
    /// How the interface spells the choice of every exam.
    pub const ALL: &'static str = "allColleges";

    /// What a selection is for.
    #[must_use]
    pub fn of(selection: &Selection) -> Self {
        selection
            .course_id()
            .map_or(Self::All, |course| Self::One(course.clone()))
    }

    /// The course as the interface and the table spell it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::All => Self::ALL,
            Self::One(course) => course.as_str(),
        }
    }

    /// Reads `allColleges` or the identifier of a course; None for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text == Self::ALL {
            Some(Self::All)
        } else {
            CourseId::parse(text).ok().map(Self::One)
        }
    }
}

impl RowFilter {
    /// Whether a row belongs to the list.
    #[must_use]
    pub fn admits(&self, row: &Row) -> bool {
        self.status.is_none_or(|status| status == row.status)
            && self.payment_mode.is_none_or(|mode| mode == row.payment_mode)
            && self
                .course
                .as_ref()
                .is_none_or(|course| *course == Course::of(&row.selection))
    }

    /// The partition that holds the list.
    pub(super) fn list(&self) -> String {
        format!(
            "LIST#{}#{}#{}",
            self.status.map_or("*", Status::as_str),
            self.payment_mode.map_or("*", PaymentMode::as_str),
            self.course.as_ref().map_or("*", Course::as_str),
        )
    }

    /// Every list that a row belongs to.
    pub(super) fn all_of(row: &Row) -> impl Iterator<Item = Self> {
        let (status, mode, course) = (row.status, row.payment_mode, Course::of(&row.selection));
        (0..8_u8).map(move |bits| Self {
            status: (bits & 1 != 0).then_some(status),
            payment_mode: (bits & 2 != 0).then_some(mode),
            course: (bits & 4 != 0).then(|| course.clone()),
        })
    }
}

impl Cursor {
    /// The place as text, for a later request.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The candidate of the row before the place.
    #[must_use]
    pub fn customer(&self) -> Option<CustomerId> {
        let (_, customer) = self.0.split_once('#')?;
        CustomerId::parse(customer).ok()
    }

    /// Reads a place; None when it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (moment, customer) = text.split_once('#')?;
        let fits = moment.len() == 14
            && moment.bytes().all(|byte| byte.is_ascii_digit())
            && CustomerId::parse(customer).is_ok();
        fits.then(|| Self(text.to_owned()))
    }
}

impl Row {
    /// The row of a candidate; None while it has no order, or none that the provider has accepted.
    #[must_use]
    pub fn of(file: &CandidateFile) -> Option<Self> {
        let CandidateFile {
            candidate, orders, ..
        } = file;
        // The paid ones stand first, then the newest.
        let status = orders.iter().find(|order| order.is_accepted())?.status;
        let mut paid: Vec<PaidPart> = orders
            .iter()
            .filter_map(|order| {
                let at = order.paid_at?;
                Some(PaidPart {
                    amount: order.amount,
                    at,
                })
            })
            .collect();
        paid.sort_by_key(|part| (part.at, part.amount));
        Some(Self {
            customer_id: candidate.customer_id.clone(),
            person: candidate.person.clone(),
            selection: candidate.selection.clone(),
            exam_preference: candidate.exam_preference,
            payment_mode: candidate.payment_mode,
            channel: candidate.channel,
            amount: candidate.amount,
            status,
            created_at: candidate.created_at,
            paid,
        })
    }

    /// The place of the row: behind it the list goes on.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        let millis = self.created_at.unix_timestamp_nanos() / 1_000_000;
        Cursor(format!("{millis:014}#{}", self.customer_id))
    }
}

impl Registrations {
    /// The rows of a list behind `after`, or from the newest on: at most `limit`, one Query. The lists follow the
    /// registrations within seconds.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows(
        &self,
        filter: &RowFilter,
        limit: u16,
        after: Option<&Cursor>,
    ) -> Result<RowsPage, StoreError> {
        let (rows, more) = self.query_rows(filter, limit, after, true).await?;
        let next = rows.last().filter(|_| more).map(Row::cursor);
        Ok(RowsPage { rows, next })
    }

    /// The rows of a list before `before`: at most `limit`, one Query. `next` is then the place behind them.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows_before(
        &self,
        filter: &RowFilter,
        limit: u16,
        before: &Cursor,
    ) -> Result<RowsPage, StoreError> {
        let (mut rows, _) = self.query_rows(filter, limit, Some(before), false).await?;
        rows.reverse();
        let next = rows.last().map(Row::cursor);
        Ok(RowsPage { rows, next })
    }

    /// The rows of a list after the first `skipped`, counted from its nearer end: of a list of `length` rows at most
    /// half are passed over, and none of those is sent. Pages that follow one another have cursors instead.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn rows_at(
        &self,
        filter: &RowFilter,
        limit: u16,
        skipped: u64,
        length: u64,
    ) -> Result<RowsPage, StoreError> {
        if skipped >= length {
            return Ok(RowsPage {
                rows: Vec::new(),
                next: None,
            });
        }
        let shown = u64::from(limit).min(length - skipped);
        let behind = length - skipped - shown;
        if skipped <= behind {
            return match self.pass_over(filter, skipped, true).await? {
                Some(after) => self.rows(filter, limit, after.as_ref()).await,
                None => Ok(RowsPage {
                    rows: Vec::new(),
                    next: None,
                }),
            };
        }
        let Some(from) = self.pass_over(filter, behind, false).await? else {
            return Ok(RowsPage {
                rows: Vec::new(),
                next: None,
            });
        };
        let shown = u16::try_from(shown).unwrap_or(limit);
        let (mut rows, _) = self.query_rows(filter, shown, from.as_ref(), false).await?;
        rows.reverse();
        let next = rows.last().filter(|_| behind > 0).map(Row::cursor);
        Ok(RowsPage { rows, next })
    }

    /// The place behind the first `count` rows from one end: `Some(None)` is the end itself, None that there are not
    /// so many. Rows are counted where they are; none is sent.
    async fn pass_over(
        &self,
        filter: &RowFilter,
        count: u64,
        newest_first: bool,
    ) -> Result<Option<Option<Cursor>>, StoreError> {
        let mut left = count;
        let mut start: Option<Item> = None;
        while left > 0 {
            let page = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :list")
                .expression_attribute_values(":list", s(filter.list()))
                .scan_index_forward(!newest_first)
                .select(Select::Count)
                .limit(i32::try_from(left).unwrap_or(i32::MAX))
                .set_exclusive_start_key(start)
                .send()
                .await?;
            left = left.saturating_sub(u64::try_from(page.count).unwrap_or(0));
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(None);
            }
        }
        let place = start.and_then(|mut key| match key.remove("sk") {
            Some(AttributeValue::S(place)) => Some(Cursor(place)),
            _ => None,
        });
        Ok(Some(place))
    }

    /// At most `limit` rows from a place on, and whether there may be more of them.
    pub(super) async fn query_rows(
        &self,
        filter: &RowFilter,
        limit: u16,
        from: Option<&Cursor>,
        newest_first: bool,
    ) -> Result<(Vec<Row>, bool), StoreError> {
        let mut rows = Vec::new();
        let mut start = from.map(|place| list_key(filter, place));
        loop {
            let wanted = usize::from(limit).saturating_sub(rows.len());
            let page = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :list")
                .expression_attribute_values(":list", s(filter.list()))
                .scan_index_forward(!newest_first)
                .limit(i32::try_from(wanted).unwrap_or(i32::MAX))
                .set_exclusive_start_key(start)
                .send()
                .await?;
            for item in page.items.unwrap_or_default() {
                rows.push(read(TABLE, item)?);
            }
            start = page.last_evaluated_key;
            if start.is_none() || rows.len() >= usize::from(limit) {
                return Ok((rows, start.is_some()));
            }
        }
    }
}

/// The key of a list's entry at a place.
pub(super) fn list_key(filter: &RowFilter, place: &Cursor) -> Item {
    [("pk", filter.list()), ("sk", place.0.clone())]
        .map(|(name, text)| (name.to_owned(), AttributeValue::S(text)))
        .into()
}
