//! What an export is to contain: its filters, read.

use domain::{
    CustomerId, Invalid, PackageId, Stored,
    check_in::List,
    day,
    export::{ExportFilters, ExportKind},
    registration::{ExamPreference, PaymentMode},
    till::day_of,
    typed,
};
use store::read_model::{Course, RegistrationDays, Row, RowFilter};
use time::{Date, OffsetDateTime};

/// As long as a name or an address may be.
const LONGEST: usize = 100;
/// As long as a name may be, each of its characters written as three.
const LONGEST_SEARCH: usize = 300;

/// What an export is to contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExportScope {
    /// Which of the list's candidates are wanted.
    pub(crate) of_list: RowFilter,
    /// By mode and course alone: a candidate keeps its place in that list for as long as these are the same.
    pub(crate) list: RowFilter,
    /// Lines of this mode, of candidates of any: money may go back another way than it came.
    pub(crate) line_mode: Option<PaymentMode>,
    /// The beginning of an address, in lower case; empty for any.
    pub(crate) email: String,
    /// What is searched for; empty for the list.
    pub(crate) search: String,
    pub(crate) from: Date,
    pub(crate) to: Option<Date>,
    /// The day in India on which it was asked for.
    pub(crate) today: Date,
    /// A name in lower case; empty for anybody's.
    pub(crate) person: String,
    /// The candidates who were picked; none for everybody.
    pub(crate) picked: Vec<CustomerId>,
    /// What people were checked in to; None for every list.
    pub(crate) checked_in_to: Option<List>,
}

impl ExportScope {
    /// Reads the filters of an export that was asked for at a moment.
    ///
    /// # Errors
    /// Names the filter that is no value of its kind, or that this export has not.
    pub(crate) fn parse(
        kind: ExportKind,
        filters: &ExportFilters,
        at: OffsetDateTime,
    ) -> Result<Self, Invalid> {
        let ExportFilters {
            email,
            search,
            payment_mode,
            course_category,
            status,
            package,
            exam_preference,
            from,
            to,
            person,
            list,
            customer_ids,
            picked: _,
        } = filters;
        if !customer_ids.is_empty() && kind != ExportKind::Candidates {
            let refusal = "An export of this kind has no such filter";
            return Err(Invalid::new("filters.customer_ids", refusal));
        }
        let (of_candidates, of_rows, of_days, of_person, of_list) = match kind {
            ExportKind::Candidates => (true, true, true, false, false),
            ExportKind::Payments => (false, true, true, false, false),
            ExportKind::Till | ExportKind::Audit => (false, false, true, true, false),
            ExportKind::Attendance => (false, false, false, false, true),
            ExportKind::Results => (false, false, false, false, false),
        };
        let of_exams = kind == ExportKind::Results;
        for (field, text, fits) in [
            ("filters.email", email, of_candidates),
            ("filters.search", search, of_candidates),
            ("filters.status", status, of_candidates),
            ("filters.package", package, of_candidates),
            ("filters.exam_preference", exam_preference, of_candidates),
            ("filters.payment_mode", payment_mode, of_rows),
            ("filters.course_category", course_category, of_rows || of_exams),
            ("filters.from", from, of_days),
            ("filters.to", to, of_days),
            ("filters.person", person, of_person),
            ("filters.list", list, of_list),
        ] {
            if text.is_some() && !fits {
                return Err(Invalid::new(field, "An export of this kind has no such filter"));
            }
            let longest = if field == "filters.search" {
                LONGEST_SEARCH
            } else {
                LONGEST
            };
            if text.as_deref().is_some_and(|text| text.chars().count() > longest) {
                return Err(Invalid::new(field, "This is too long."));
            }
        }
        let unknown = |field| Invalid::new(field, "This filter value is not known");
        let package_of = |text: &str| PackageId::parse(text).ok();
        let preference_of = |text: &str| ExamPreference::parse(text).ok();
        let (first, to) = (parse_day(from, "filters.from")?, parse_day(to, "filters.to")?);
        let registered = match kind {
            ExportKind::Candidates => RegistrationDays { from: first, to },
            ExportKind::Payments
            | ExportKind::Till
            | ExportKind::Attendance
            | ExportKind::Results
            | ExportKind::Audit => RegistrationDays::default(),
        };
        let of_status = read(status, RowFilter::of_status, unknown("filters.status"))?;
        let mode = read(payment_mode, PaymentMode::parse, unknown("filters.payment_mode"))?;
        let (of_candidates, of_lines) = match kind {
            ExportKind::Payments => (None, mode),
            ExportKind::Candidates
            | ExportKind::Till
            | ExportKind::Attendance
            | ExportKind::Results
            | ExportKind::Audit => (mode, None),
        };
        let scope = Self {
            of_list: RowFilter {
                package: read(package, package_of, unknown("filters.package"))?,
                exam_preference: read(exam_preference, preference_of, unknown("filters.exam_preference"))?,
                days: registered,
                ..of_status.unwrap_or_default()
            },
            list: RowFilter {
                payment_mode: of_candidates,
                course: read(course_category, Course::parse, unknown("filters.course_category"))?,
                ..RowFilter::default()
            },
            line_mode: of_lines,
            email: typed::address(email.as_deref().unwrap_or_default()).to_lowercase(),
            search: search.clone().unwrap_or_default(),
            from: first.unwrap_or(day::FIRST),
            to,
            today: day_of(at),
            person: typed::plain(person.as_deref().unwrap_or_default()).to_lowercase(),
            picked: customer_ids.clone(),
            checked_in_to: read(list, |text| List::parse(text).ok(), unknown("filters.list"))?,
        };
        if of_exams && scope.list.course == Some(Course::All) {
            return Err(unknown("filters.course_category"));
        }
        if scope.to.is_some_and(|to| scope.from > to) {
            return Err(Invalid::new("filters.to", "The last day is before the first"));
        }
        Ok(scope)
    }

    /// Whether a candidate at one of the places is wanted.
    pub(crate) fn admits(&self, row: &Row) -> bool {
        self.list.admits(row)
            && self.of_list.admits(row)
            && row.person.email.as_str().to_lowercase().starts_with(&self.email)
    }

    /// The last day on which there can be something.
    pub(crate) fn last_day(&self) -> Date {
        self.to.map_or(self.today, |to| to.min(self.today))
    }

    /// Whether a moment is on one of the days.
    pub(crate) fn has(&self, moment: OffsetDateTime) -> bool {
        let day = day_of(moment);
        self.from <= day && self.to.is_none_or(|to| day <= to)
    }

    /// Whether a line of this mode is wanted.
    pub(crate) fn is_by(&self, mode: &Stored<PaymentMode>) -> bool {
        self.line_mode.is_none_or(|wanted| *mode == wanted)
    }

    /// Whether something is of the person.
    pub(crate) fn is_of(&self, name: &str) -> bool {
        self.person.is_empty() || name.to_lowercase() == self.person
    }
}

fn read<T>(
    text: &Option<String>,
    parse: impl FnOnce(&str) -> Option<T>,
    refusal: Invalid,
) -> Result<Option<T>, Invalid> {
    text.as_deref().map(|text| parse(text).ok_or(refusal)).transpose()
}

fn parse_day(text: &Option<String>, field: &'static str) -> Result<Option<Date>, Invalid> {
    let text = text.as_deref();
    text.map(|text| day::on_record(text, field)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::{date, datetime};

    const AT: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

    fn filters(set: impl FnOnce(&mut ExportFilters)) -> ExportFilters {
        let mut filters = ExportFilters::default();
        set(&mut filters);
        filters
    }

    #[test]
    fn a_filter_that_the_kind_has_not_is_refused_by_its_name() {
        let status = filters(|filters| filters.status = Some("PAID".to_owned()));
        assert!(ExportScope::parse(ExportKind::Candidates, &status, AT).is_ok());
        for kind in [
            ExportKind::Payments,
            ExportKind::Till,
            ExportKind::Attendance,
            ExportKind::Results,
            ExportKind::Audit,
        ] {
            let refused = ExportScope::parse(kind, &status, AT).unwrap_err();
            assert_eq!(refused.field, "filters.status");
        }
        let day = filters(|filters| filters.from = Some("2025-05-01".to_owned()));
        assert!(ExportScope::parse(ExportKind::Candidates, &day, AT).is_ok());
        let refused = ExportScope::parse(ExportKind::Attendance, &day, AT).unwrap_err();
        assert_eq!(refused.field, "filters.from");
    }

    #[test]
    fn results_are_of_one_exam_or_of_all_of_them_and_not_of_a_pass_for_every_exam() {
        let of = |course: &str| filters(|filters| filters.course_category = Some(course.to_owned()));
        assert!(ExportScope::parse(ExportKind::Results, &of("64b7f0c2a1d3e4f5a6b7c8d9"), AT).is_ok());
        assert!(ExportScope::parse(ExportKind::Results, &ExportFilters::default(), AT).is_ok());
        let refused = ExportScope::parse(ExportKind::Results, &of("allColleges"), AT).unwrap_err();
        assert_eq!(refused.field, "filters.course_category");
    }

    #[test]
    fn without_days_an_export_has_all_and_goes_until_the_day_in_india_on_which_it_is_asked_for() {
        let scope = ExportScope::parse(ExportKind::Till, &ExportFilters::default(), AT).unwrap();
        assert_eq!(
            (scope.from, scope.last_day()),
            (day::FIRST, date!(2025 - 05 - 20))
        );
        assert!(scope.has(datetime!(2030-05-20 00:00 UTC)));
    }

    #[test]
    fn a_day_ends_at_midnight_in_india() {
        let filters = filters(|filters| filters.to = Some("2025-05-20".to_owned()));
        let scope = ExportScope::parse(ExportKind::Till, &filters, AT).unwrap();
        assert!(scope.has(datetime!(2025-05-20 18:29 UTC)));
        assert!(!scope.has(datetime!(2025-05-20 18:30 UTC)));
    }

    #[test]
    fn a_wrong_day_and_days_in_the_wrong_order_are_refused() {
        for (from, to, field) in [
            (Some("20.5.2025"), None, "filters.from"),
            (Some("0000-01-01"), None, "filters.from"),
            (None, Some("2024-12-31"), "filters.to"),
            (None, Some("2025-02-30"), "filters.to"),
            (Some("2025-05-02"), Some("2025-05-01"), "filters.to"),
        ] {
            let filters = filters(|filters| {
                filters.from = from.map(str::to_owned);
                filters.to = to.map(str::to_owned);
            });
            let refused = ExportScope::parse(ExportKind::Audit, &filters, AT).unwrap_err();
            assert_eq!(refused.field, field);
        }
    }
}
