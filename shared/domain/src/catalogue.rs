//! What can be bought: packages, colleges and their exams; and the streams that exams are sorted by.

mod sale;

pub use sale::{SaleState, Unsaleable};

use crate::{
    Capacity, CollegeId, CourseId, HallId, Invalid, PackageId, Paise, Stored, StreamId,
    registration::{Choice, Selection},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;

/// The least that the payment provider takes: one rupee.
pub const LEAST_PAYABLE: Paise = Paise::new(100);

/// The most that a package may cost: Rs 10,00,000. What costs more was mistyped.
pub const MOST: Paise = Paise::new(100_000_000);

/// Something that can be bought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Package {
    /// Its identifier.
    pub id: PackageId,
    /// Its name.
    pub name: String,
    /// What it offers.
    pub description: String,
    /// What it costs.
    pub price: Paise,
    /// Whether it includes every exam of every college.
    pub allows_all_colleges: bool,
    /// The colleges one of which can be chosen; empty when all are included.
    pub colleges: Vec<CollegeId>,
    /// Whether it is on sale.
    pub state: Stored<SaleState>,
    /// Counts the edits.
    pub version: u64,
}

/// A college that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct College {
    /// Its identifier.
    pub id: CollegeId,
    /// Its name.
    pub name: String,
    /// About it.
    #[serde(default)]
    pub description: String,
    /// Its exams.
    pub courses: Vec<CourseId>,
    /// Counts the edits.
    pub version: u64,
}

/// An exam of a college: what the interface calls course or exam detail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exam {
    /// Its identifier.
    pub id: CourseId,
    /// The stream it belongs to.
    pub stream_id: StreamId,
    /// Its name.
    pub exam_name: String,
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// The start, `HH:MM`.
    pub time_start: String,
    /// The end, `HH:MM`.
    pub time_end: String,
    /// Where it is held.
    pub venue: String,
    /// The fee that is shown; the package's price is what is paid.
    pub fee: Paise,
    /// More about it.
    #[serde(default)]
    pub details: String,
    /// Address of its picture, or empty.
    #[serde(default)]
    pub image: String,
    /// How many it has places for; None for any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
    /// Where its candidates sit, and when they are to be there.
    #[serde(flatten)]
    pub seating: ExamSeating,
    /// Counts the edits.
    pub version: u64,
}

/// Where the candidates of an exam sit, and when they are to be there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ExamSeating {
    /// The halls, in the order in which they are filled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub halls: Vec<HallId>,
    /// By when they are to be there, `HH:MM`; empty where nobody has said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reporting_time: String,
}

/// A stream: what exams are sorted by in the portal. The interface calls it exam, or exam category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream {
    /// Its identifier.
    pub id: StreamId,
    /// Its name.
    pub name: String,
    /// When it was made.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// Counts the edits.
    pub version: u64,
    /// Counts the exams that were put into it, so that it is not deleted while one comes in.
    #[serde(default)]
    pub arrivals: u64,
}

/// Why something is not a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAPrice {
    /// There is none.
    Missing,
    /// It is not a number, is negative, or has more than two decimals.
    Malformed,
    /// It is more than [`MOST`].
    TooMuch,
}

/// Reads a price, or a fee, as a form sends it: rupees as a JSON number, from 0 to [`MOST`], with at most two
/// decimals.
///
/// # Errors
/// Says why it is none.
pub fn price(given: Option<&Value>) -> Result<Paise, NotAPrice> {
    match given {
        None | Some(Value::Null) => Err(NotAPrice::Missing),
        Some(Value::Number(number)) => match Paise::from_json(number) {
            Some(price) if price <= MOST => Ok(price),
            Some(_) => Err(NotAPrice::TooMuch),
            None if number.as_f64().is_some_and(|rupees| rupees > 1e6) => Err(NotAPrice::TooMuch),
            None => Err(NotAPrice::Malformed),
        },
        Some(Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_)) => {
            Err(NotAPrice::Malformed)
        }
    }
}

/// What the catalogue holds of the things that a choice names.
#[derive(Debug, Default)]
pub struct ResolvedSelection {
    /// The package, if it exists.
    pub package: Option<Package>,
    /// The college, if one was named and it exists.
    pub college: Option<College>,
    /// The exam, if one was named and it exists.
    pub exam: Option<Exam>,
}

/// A choice that the catalogue confirms: the names of today, and the price.
#[derive(Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is bought.
    pub selection: Selection,
    /// What it costs.
    pub price: Paise,
}

/// The price that was shown is not the price of today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The price of this package is now {}. Please check it and try again.", price.in_words())]
pub struct PriceChanged {
    /// The price of today.
    pub price: Paise,
}

impl Offer {
    /// Checks the price that was shown.
    ///
    /// # Errors
    /// When it has changed.
    pub fn expect_price(&self, shown: Paise) -> Result<(), PriceChanged> {
        if self.price == shown {
            Ok(())
        } else {
            Err(PriceChanged { price: self.price })
        }
    }
}

const NOT_AVAILABLE: Invalid = Invalid::new("packageId", "This package is no longer available");

impl ResolvedSelection {
    /// How many the exam that was named has places for.
    #[must_use]
    pub fn capacity(&self) -> Option<Capacity> {
        self.exam.as_ref()?.capacity
    }

    /// Confirms a choice of a person who wants to buy it: the package is on sale, and the choice fits the catalogue.
    ///
    /// # Errors
    /// Names the field that does not fit.
    pub fn offer(self, choice: &Choice) -> Result<Offer, Invalid> {
        if self.package.as_ref().is_some_and(Package::is_on_sale) {
            self.confirm(choice)
        } else {
            Err(NOT_AVAILABLE)
        }
    }

    /// Confirms a choice also for those who bought the package while it was on sale: it can be paid for, the kind of
    /// the choice is the package's, the college belongs to the package and the course to the college.
    ///
    /// # Errors
    /// Names the field that does not fit.
    pub fn confirm(self, choice: &Choice) -> Result<Offer, Invalid> {
        let package = self.package.ok_or(NOT_AVAILABLE)?;
        let selection = match choice {
            Choice::AllColleges { .. } if package.allows_all_colleges => Selection::AllColleges {
                package_id: package.id,
                package_name: package.name,
            },
            Choice::SpecificCollege {
                college: college_id,
                course: course_id,
                ..
            } if !package.allows_all_colleges => {
                let not_included = Invalid::new("collegeId", "This college does not belong to the package");
                let college = self.college.ok_or(not_included)?;
                if college.id != *college_id || !package.colleges.contains(&college.id) {
                    return Err(not_included);
                }
                let not_offered =
                    Invalid::new("course_category", "This course does not belong to the college");
                let exam = self.exam.ok_or(not_offered)?;
                if exam.id != *course_id || !college.courses.contains(&exam.id) {
                    return Err(not_offered);
                }
                Selection::SpecificCollege {
                    package_id: package.id,
                    package_name: package.name,
                    college_id: college.id,
                    college_name: college.name,
                    course_id: exam.id,
                    exam_name: exam.exam_name,
                }
            }
            Choice::AllColleges { .. } | Choice::SpecificCollege { .. } => {
                return Err(Invalid::new("type", "The type does not fit the package"));
            }
        };
        if package.price < LEAST_PAYABLE {
            return Err(Invalid::new(
                "order_amount",
                "This package cannot be paid online: it costs less than Rs\u{a0}1",
            ));
        }
        Ok(Offer {
            selection,
            price: package.price,
        })
    }
}

#[cfg(test)]
mod tests;
