//! Who is meant: an audience, read.

use domain::{
    CourseId, CustomerId, Invalid, PackageId,
    check_in::List,
    day,
    exam_choice::FillInRun,
    message::Audience,
    payment::PassValidity,
    registration::{ExamPreference, PaymentMode},
};
use std::collections::BTreeSet;
use store::read_model::{Course, RegistrationDays, Row, RowFilter};
use time::Date;

/// Who is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudienceScope {
    /// Without the status: a candidate keeps its place in a list for as long as its course is the same.
    pub(crate) list: RowFilter,
    pub(crate) status: RowFilter,
    pub(crate) days: RegistrationDays,
    pub(crate) mode: Option<PaymentMode>,
    pub(crate) validity: Option<PassValidity>,
    pub(crate) package: Option<PackageId>,
    pub(crate) holds: Option<CourseId>,
    pub(crate) chosen: Option<bool>,
    pub(crate) filled_in: Option<FillInRun>,
    pub(crate) preference: Option<ExamPreference>,
    pub(crate) checked_in: Option<List>,
    pub(crate) not_checked_in: Option<List>,
    /// These alone; everybody where it is empty.
    pub(crate) only: BTreeSet<CustomerId>,
}

impl AudienceScope {
    /// Reads an audience.
    ///
    /// # Errors
    /// Names the filter that is no value of its kind.
    pub fn parse(audience: &Audience) -> Result<Self, Invalid> {
        let Audience {
            status,
            payment_mode,
            validity,
            package,
            course,
            holds_exam,
            chosen,
            filled_in,
            exam_preference,
            registered_from,
            registered_to,
            checked_in,
            not_checked_in,
            customer_ids,
        } = audience;
        let validities = [PassValidity::Valid, PassValidity::Withdrawn];
        let days = RegistrationDays {
            from: read_day("audience.registered_from", registered_from)?,
            to: read_day("audience.registered_to", registered_to)?,
        };
        if days.from.zip(days.to).is_some_and(|(from, to)| from > to) {
            let refusal = "The last day is before the first";
            return Err(Invalid::new("audience.registered_to", refusal));
        }
        Ok(Self {
            list: RowFilter {
                // Who has something to choose is in that list.
                course: read("audience.course", course, Course::parse)?.or(chosen.map(|_| Course::All)),
                ..RowFilter::default()
            },
            status: read("audience.status", status, RowFilter::of_status)?.unwrap_or_default(),
            days,
            mode: read("audience.payment_mode", payment_mode, PaymentMode::parse)?,
            validity: read("audience.validity", validity, |text| {
                validities.into_iter().find(|validity| validity.as_str() == text)
            })?,
            package: read("audience.package", package, |text| PackageId::parse(text).ok())?,
            holds: read("audience.holds_exam", holds_exam, |text| {
                CourseId::parse(text).ok()
            })?,
            chosen: *chosen,
            filled_in: read("audience.filled_in", filled_in, |text| {
                FillInRun::parse(text).ok()
            })?,
            preference: read("audience.exam_preference", exam_preference, |text| {
                ExamPreference::parse(text).ok()
            })?,
            checked_in: read("audience.checked_in", checked_in, |text| List::parse(text).ok())?,
            not_checked_in: read("audience.not_checked_in", not_checked_in, |text| {
                List::parse(text).ok()
            })?,
            only: customer_ids.iter().cloned().collect(),
        })
    }

    /// Whether a candidate belongs to it, whether or not they are in, and whatever exams they sit.
    #[must_use]
    pub fn admits(&self, row: &Row) -> bool {
        self.list.admits(row)
            && self.status.admits(row)
            && self.days.have(row.created_at)
            && self.mode.is_none_or(|mode| row.payment_mode == mode)
            && self
                .validity
                .is_none_or(|validity| row.validity() == Some(validity))
            && self
                .package
                .as_ref()
                .is_none_or(|package| package == row.selection.package_id())
            && self
                .filled_in
                .as_ref()
                .is_none_or(|run| row.filled_in.as_ref() == Some(run))
            && self
                .preference
                .is_none_or(|preference| row.exam_preference == preference)
            && (self.only.is_empty() || self.only.contains(&row.customer_id))
    }

    /// Whether a candidate belongs to it by the exams that they sit.
    pub(crate) fn admits_by_exams(&self, row: &Row, on_offer: &BTreeSet<CourseId>) -> bool {
        self.holds.as_ref().is_none_or(|exam| row.may_sit(exam, on_offer))
            && self
                .chosen
                .is_none_or(|chosen| row.has_chosen(on_offer) == Some(chosen))
    }
}

fn read<T>(
    field: &'static str,
    text: &Option<String>,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Invalid> {
    let unknown = Invalid::new(field, "This filter value is not known");
    text.as_deref().map(|text| parse(text).ok_or(unknown)).transpose()
}

fn read_day(field: &'static str, text: &Option<String>) -> Result<Option<Date>, Invalid> {
    let text = text.as_deref();
    text.map(|text| day::on_record(text, field)).transpose()
}
