//! Which page of the candidate list is asked for, and where the pages beside it begin.

use crate::{
    edge::{PageEdge, Side},
    tally::ListTally,
};
use domain::{
    Invalid, PackageId, day,
    registration::{ExamPreference, PaymentMode},
    typed,
};
use serde::Deserialize;
use std::str::FromStr;
use store::read_model::{Course, Cursor, LOOKED_AT, RegistrationDays, RowFilter};
use utoipa::IntoParams;

const USUAL: u16 = 10;
const MOST: u16 = 100;
/// Far beyond the candidates of any event.
const LAST_PAGE: u32 = 1_000_000;
/// As long as an address may be.
const LONGEST_EMAIL: usize = 100;
/// As long as a name may be, each of its characters written as three.
const LONGEST_SEARCH: usize = 300;

/// The parameters of the list. One that is empty says nothing.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListIn {
    /// From 1; without it the first. A cursor knows its page: beside one this number is passed over.
    #[param(value_type = Option<u32>)]
    page: Option<String>,
    /// Rows on a page, 1 to 100; without it 10.
    #[param(value_type = Option<u32>)]
    limit: Option<String>,
    /// `next` or `previous` of another page: it is enough on its own. `page` alone counts from the nearer end;
    /// with `package`, `exam_preference`, `from` or `to` from the newest, no further than one look goes.
    cursor: Option<String>,
    /// Finds anybody: words of the name, the last four or more digits of a phone number, an address, the number of a pass
    /// or a receipt, each by its beginning; or a whole order id. At least two letters. Its pages are found by `page`.
    search: Option<String>,
    /// The beginning of the address.
    email: Option<String>,
    /// `online`, `card`, `upi` or `cash`.
    payment_mode: Option<String>,
    /// The identifier of an exam, or `allColleges`.
    course_category: Option<String>,
    /// `PAID`, `CREATED`, `FAILED`, `EXPIRED`, `ACTIVE` or `UNKNOWN`. Of those who have paid: `WITHDRAWN`, whose pass is, and
    /// `REFUNDED`, of whose money some or all went back or was lost in a dispute.
    status: Option<String>,
    /// The identifier of a package.
    package: Option<String>,
    /// `Online` or `Offline`.
    exam_preference: Option<String>,
    /// Who registered on this day or later, `YYYY-MM-DD` in the event's time zone.
    from: Option<String>,
    /// Who registered on this day or earlier.
    to: Option<String>,
}

/// What is asked for.
#[derive(Debug)]
pub(crate) struct ListRequest {
    pub(crate) page: u32,
    pub(crate) limit: u16,
    pub(crate) start: PageStart,
    /// What the cursor knows of the list.
    pub(crate) tally: ListTally,
    /// How many entries of each partition a look reads at most.
    pub(crate) depth: u16,
    /// What is searched for; empty for the list.
    pub(crate) search: String,
    /// The beginning of an address, in lower case; empty for any.
    pub(crate) email: String,
    pub(crate) filter: RowFilter,
}

/// Where a page begins.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PageStart {
    /// At the newest.
    Newest,
    /// It begins or ends at an edge.
    At(PageEdge),
    /// Behind so many.
    Skipping(u64),
}

impl ListIn {
    pub(crate) fn parse(self) -> Result<ListRequest, Invalid> {
        let Self {
            page,
            limit,
            cursor,
            search,
            email,
            payment_mode,
            course_category,
            status,
            package,
            exam_preference,
            from,
            to,
        } = self;
        let wrong_page = Invalid::new("page", "The page must be a number from 1 to 1,000,000");
        let page = read(page, |text| number(text, LAST_PAGE), wrong_page)?.unwrap_or(1);
        let wrong_limit = Invalid::new("limit", "The limit must be a number from 1 to 100");
        let limit = read(limit, |text| number(text, MOST), wrong_limit)?.unwrap_or(USUAL);
        let wrong_cursor = Invalid::new("cursor", "The cursor is not valid");
        let cursor = read(cursor, parse_cursor, wrong_cursor)?;
        let skipped = u64::from(page - 1) * u64::from(limit);
        let (page, start, tally) = match cursor {
            // The first page begins at the newest, whatever came in since the cursor was made.
            Some((1, ..)) => (1, PageStart::Newest, ListTally::default()),
            Some(place) => place,
            None if page == 1 => (1, PageStart::Newest, ListTally::default()),
            None => (page, PageStart::Skipping(skipped), ListTally::default()),
        };
        let email = typed::address(&email.unwrap_or_default()).to_lowercase();
        if email.chars().count() > LONGEST_EMAIL {
            return Err(Invalid::new("email", "This is too long."));
        }
        let search = filled(search).unwrap_or_default();
        if search.chars().count() > LONGEST_SEARCH {
            return Err(Invalid::new("search", "This is too long."));
        }
        let unknown = |field| Invalid::new(field, "This filter value is not known");
        let day_of =
            |text: Option<String>, field| filled(text).map(|text| day::on_record(&text, field)).transpose();
        let days = RegistrationDays {
            from: day_of(from, "from")?,
            to: day_of(to, "to")?,
        };
        if days.from.zip(days.to).is_some_and(|(from, to)| from > to) {
            return Err(Invalid::new("to", "The last day is before the first"));
        }
        let of_status = read(status, RowFilter::of_status, unknown("status"))?;
        let package_of = |text: &str| PackageId::parse(text).ok();
        let preference_of = |text: &str| ExamPreference::parse(text).ok();
        let filter = RowFilter {
            payment_mode: read(payment_mode, PaymentMode::parse, unknown("payment_mode"))?,
            course: read(course_category, Course::parse, unknown("course_category"))?,
            package: read(package, package_of, unknown("package"))?,
            exam_preference: read(exam_preference, preference_of, unknown("exam_preference"))?,
            days,
            ..of_status.unwrap_or_default()
        };
        Ok(ListRequest {
            page,
            limit,
            start,
            tally,
            depth: LOOKED_AT,
            search,
            email,
            filter,
        })
    }
}

/// The cursor of the page after `page`, which begins at an edge.
pub(crate) fn next_from(page: u32, edge: &PageEdge, tally: Option<ListTally>) -> String {
    written(page.saturating_add(1), edge, tally)
}

/// The cursor of the page before `page`, which ends at an edge. Of a look it is never the first: how many pages there
/// are on the way back shows when they are looked at.
pub(crate) fn previous_to(page: u32, edge: &PageEdge, tally: Option<ListTally>) -> String {
    let least = if tally.is_some() { 2 } else { 1 };
    written(page.saturating_sub(1).max(least), edge, tally)
}

/// A cursor has the number of its page, and is part of addresses, where `#` would have to be escaped.
fn written(page: u32, PageEdge { side, place }: &PageEdge, tally: Option<ListTally>) -> String {
    let tally = tally.map(|tally| format!(".{tally}")).unwrap_or_default();
    let place = place.as_str().replace('#', ".");
    format!("{}{}.{place}{tally}", side.letter(), page.min(LAST_PAGE))
}

/// The page of a cursor, where that begins, and what was known of the list.
fn parse_cursor(text: &str) -> Option<(u32, PageStart, ListTally)> {
    let side = Side::parse(text.chars().next()?)?;
    let (page, place) = text.get(1..)?.split_once('.')?;
    let page = page.parse().ok().filter(|page| (1..=LAST_PAGE).contains(page))?;
    let (moment, rest) = place.split_once('.')?;
    let (candidate, tally) = match rest.split_once('.') {
        Some((candidate, tally)) => (candidate, ListTally::parse(tally)?),
        None => (rest, ListTally::default()),
    };
    let place = Cursor::parse(&format!("{moment}#{candidate}"))?;
    Some((page, PageStart::At(PageEdge { side, place }), tally))
}

fn read<T>(
    text: Option<String>,
    parse: impl FnOnce(&str) -> Option<T>,
    refusal: Invalid,
) -> Result<Option<T>, Invalid> {
    let text = filled(text);
    text.map(|text| parse(&text).ok_or(refusal)).transpose()
}

fn number<T: FromStr + PartialOrd + From<u8>>(text: &str, most: T) -> Option<T> {
    let number = text.parse().ok();
    number.filter(|number| (T::from(1)..=most).contains(number))
}

fn filled(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
}
