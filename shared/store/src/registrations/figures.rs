//! Figures: how many candidates there are of each kind, and what was paid, by day, package and college.
//!
//! | item | pk | sk |
//! |---|---|---|
//! | candidates of a status, a mode and a course | `FIGURES` | `<generation>#FACET#<status>#<mode>#<course>` |
//! | a day in India | `FIGURES` | `<generation>#DAY#<yyyy-mm-dd>` |
//! | a package | `FIGURES` | `<generation>#PACKAGE#<id>` |
//! | a college | `FIGURES` | `<generation>#COLLEGE#<id>` |
//! | which generation counts, and how often anything changed | `FIGURES` | `REVISION` |
//!
//! [`super::follow`] keeps them with the rows; [`super::recount`] builds a new generation beside the one that
//! counts.

use super::{
    Registrations, TABLE,
    rows::{Course, RowFilter},
};
use crate::dynamo::{Item, StoreError, read, s};
use domain::{Paise, payment::Status, registration::PaymentMode};
use serde::{Deserialize, Serialize};

pub(super) const PARTITION: &str = "FIGURES";
pub(super) const REVISION: &str = "REVISION";

/// The figures of all registrations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    /// Candidates by status, mode and course; each candidate is in one of them.
    pub facets: Vec<Facet>,
    /// By the day in India, the oldest first. A payment counts on the day on which it was made.
    pub days: Vec<DayFigures>,
    /// By package.
    pub packages: Vec<ThingFigures>,
    /// By college; registrations for all colleges are in none.
    pub colleges: Vec<ThingFigures>,
    /// Grows with every change of a row: equal means that nothing has changed.
    pub revision: u64,
}

/// The candidates of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    /// With this status.
    pub status: Status,
    /// In this mode.
    pub payment_mode: PaymentMode,
    /// For this.
    pub course: Course,
    /// So many.
    pub count: u64,
}

/// The figures of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayFigures {
    /// `YYYY-MM-DD`, in India.
    pub day: String,
    /// What happened on it.
    pub sums: Sums,
}

/// The figures of a package or a college.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThingFigures {
    /// Its identifier.
    pub id: String,
    /// Its name, as of the newest registration for it.
    pub name: String,
    /// What it brought.
    pub sums: Sums,
}

/// What is counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    /// Candidates.
    pub registrations: u64,
    /// Candidates who have paid, each once.
    pub paid: u64,
    /// All that was paid, second payments of a candidate included.
    pub revenue: Paise,
}

/// The item of any figure. A figure that went below zero was counted wrongly and is shown as none.
#[derive(Serialize, Deserialize)]
struct Stored {
    sk: String,
    #[serde(default)]
    registrations: i64,
    #[serde(default)]
    paid: i64,
    #[serde(default)]
    revenue: i64,
    #[serde(default)]
    name: String,
}

/// Which generations of figures there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Generations {
    /// How often anything changed.
    pub(super) revision: u64,
    /// The one that counts.
    pub(super) current: u32,
    /// The one that a recount is building, or 0.
    pub(super) building: u32,
}

/// Before the first change.
impl Default for Generations {
    fn default() -> Self {
        Self {
            revision: 0,
            current: 1,
            building: 0,
        }
    }
}

impl Figures {
    /// How many candidates there are.
    #[must_use]
    pub fn candidates(&self) -> u64 {
        self.matching(&RowFilter::default())
    }

    /// How many candidates a filter admits.
    #[must_use]
    pub fn matching(&self, filter: &RowFilter) -> u64 {
        let admits = |facet: &&Facet| {
            filter.status.is_none_or(|status| status == facet.status)
                && filter.payment_mode.is_none_or(|mode| mode == facet.payment_mode)
                && filter
                    .course
                    .as_ref()
                    .is_none_or(|course| *course == facet.course)
        };
        self.facets.iter().filter(admits).map(|facet| facet.count).sum()
    }

    /// How many candidates have this status.
    #[must_use]
    pub fn with_status(&self, status: Status) -> u64 {
        let filter = RowFilter {
            status: Some(status),
            ..RowFilter::default()
        };
        self.matching(&filter)
    }

    /// All that was paid.
    #[must_use]
    pub fn revenue(&self) -> Paise {
        Paise::new(self.days.iter().map(|day| day.sums.revenue.get()).sum())
    }

    fn take(&mut self, figure: &str, stored: Stored) {
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        let sums = Sums {
            registrations: count(stored.registrations),
            paid: count(stored.paid),
            revenue: Paise::new(count(stored.revenue)),
        };
        let name = stored.name;
        match figure.split_once('#') {
            Some(("FACET", kind)) => self.facets.extend(facet(kind, sums.registrations)),
            Some(("DAY", day)) => self.days.push(DayFigures {
                day: day.to_owned(),
                sums,
            }),
            Some(("PACKAGE", id)) => self.packages.push(ThingFigures {
                id: id.to_owned(),
                name,
                sums,
            }),
            Some(("COLLEGE", id)) => self.colleges.push(ThingFigures {
                id: id.to_owned(),
                name,
                sums,
            }),
            _ => {}
        }
    }
}

fn facet(kind: &str, count: u64) -> Option<Facet> {
    let mut parts = kind.splitn(3, '#');
    let status = parts.next()?;
    Some(Facet {
        status: Status::ALL.into_iter().find(|known| known.as_str() == status)?,
        payment_mode: PaymentMode::parse(parts.next()?)?,
        course: Course::parse(parts.next()?)?,
        count,
    })
}

/// The prefix of a generation's figures.
pub(super) fn prefix(generation: u32) -> String {
    format!("{generation:010}#")
}

impl Registrations {
    /// The figures: one Query. They follow the registrations within seconds.
    ///
    /// # Errors
    /// When the table does not answer.
    pub async fn figures(&self) -> Result<Figures, StoreError> {
        let items = self.figure_items(false).await?;
        let mut generations = Generations::default();
        let mut stored: Vec<Stored> = Vec::with_capacity(items.len());
        for item in items {
            if item
                .get("sk")
                .and_then(|sk| sk.as_s().ok())
                .is_some_and(|sk| sk == REVISION)
            {
                generations = read(TABLE, item)?;
            } else {
                stored.push(read(TABLE, item)?);
            }
        }
        let counts = prefix(generations.current);
        let mut figures = Figures {
            revision: generations.revision,
            ..Figures::default()
        };
        for mut one in stored {
            let sk = std::mem::take(&mut one.sk);
            if let Some(figure) = sk.strip_prefix(&counts) {
                figures.take(figure, one);
            }
        }
        Ok(figures)
    }

    /// Every item of the partition, those of other generations too.
    pub(super) async fn figure_items(&self, consistent: bool) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        let mut start = None;
        loop {
            let page = self
                .client
                .query()
                .table_name(&self.table)
                .key_condition_expression("pk = :figures")
                .expression_attribute_values(":figures", s(PARTITION))
                .consistent_read(consistent)
                .set_exclusive_start_key(start)
                .send()
                .await?;
            items.extend(page.items.unwrap_or_default());
            start = page.last_evaluated_key;
            if start.is_none() {
                return Ok(items);
            }
        }
    }
}
