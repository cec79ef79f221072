//! Whether a package is on sale, and what a package needs before it can be.

use super::{College, Exam, LEAST_PAYABLE, Package};
use crate::{CollegeId, CourseId, Invalid, Word};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Whether visitors are offered a package. Those who bought it keep what they bought in every state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SaleState {
    /// Offered to everybody.
    OnSale,
    /// Off sale: being prepared, or paused.
    Draft,
    /// Off sale for good, and kept for those who bought it.
    Archived,
}

impl SaleState {
    /// Reads the spelling of the interface.
    ///
    /// # Errors
    /// On `state`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        [Self::OnSale, Self::Draft, Self::Archived]
            .into_iter()
            .find(|state| state.as_str() == text)
            .ok_or(Invalid::new(
                "state",
                "The state must be on_sale, draft or archived",
            ))
    }
}

impl Word for SaleState {
    fn as_str(self) -> &'static str {
        match self {
            Self::OnSale => "on_sale",
            Self::Draft => "draft",
            Self::Archived => "archived",
        }
    }
}

/// Why a package cannot be on sale.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsaleable {
    /// It costs less than the payment provider takes.
    #[error("Give it a price of at least Rs\u{a0}1 before it goes on sale")]
    Price,
    /// One of chosen colleges is to be picked, and none is chosen.
    #[error("Choose at least one college before it goes on sale")]
    NoCollege,
    /// A visitor who picks this college finds no exam to choose.
    #[error("{0} has no exam yet: give it one, or leave it out, before the package goes on sale")]
    NoExam(String),
    /// It includes every exam of every college, and there is none.
    #[error("No college has an exam yet: there is nothing to sell")]
    NothingIncluded,
}

impl Unsaleable {
    /// The field of the form that is to blame.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::NoCollege | Self::NoExam(_) => "collegeList",
            Self::NothingIncluded => "AllowAllCollege",
        }
    }
}

impl Package {
    /// Whether it is offered. A state of a later release is none that offers it.
    #[must_use]
    pub fn is_on_sale(&self) -> bool {
        self.state == SaleState::OnSale
    }

    /// Whether a visitor can choose something of it at a price that can be paid, with these colleges and exams.
    ///
    /// # Errors
    /// Says what it lacks.
    pub fn saleable(
        &self,
        colleges: &HashMap<CollegeId, College>,
        exams: &HashMap<CourseId, Exam>,
    ) -> Result<(), Unsaleable> {
        if self.price < LEAST_PAYABLE {
            return Err(Unsaleable::Price);
        }
        let has_exam = |college: &College| college.courses.iter().any(|id| exams.contains_key(id));
        if self.allows_all_colleges {
            return if colleges.values().any(has_exam) {
                Ok(())
            } else {
                Err(Unsaleable::NothingIncluded)
            };
        }
        // One that was deleted is offered no longer.
        let mut chosen = self.colleges.iter().filter_map(|id| colleges.get(id)).peekable();
        if chosen.peek().is_none() {
            return Err(Unsaleable::NoCollege);
        }
        match chosen.find(|college| !has_exam(college)) {
            Some(college) => Err(Unsaleable::NoExam(college.name.clone())),
            None => Ok(()),
        }
    }
}
