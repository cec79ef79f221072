//! What a line of a list says of the exams that a candidate comes for.

use domain::{CourseId, check_in::List, pass::Sitting};
use std::collections::BTreeSet;
use store::{
    catalogue::{Everything, Listed},
    read_model::Row,
};

/// What a line of a list says of the exams that a candidate comes for.
#[derive(Default)]
pub(super) struct ExamsToSit {
    pub(super) exam: String,
    pub(super) venue: String,
    pub(super) date: String,
    pub(super) time_start: String,
    pub(super) time_end: String,
}

impl ExamsToSit {
    pub(super) fn of(
        row: &Row,
        listed: &Listed,
        everything: &Everything,
        on_offer: &BTreeSet<CourseId>,
    ) -> Self {
        let mut sittings = listed.sittings_of(&row.selection, row.chosen.iter(), everything);
        let exam = match &listed.list {
            List::Day(day) if row.has_chosen(on_offer) == Some(true) => {
                let is_of_day = |sitting: &Sitting| sitting.day() == Some(*day);
                // Where none is of the day, the line says of which day they are.
                if sittings.iter().any(is_of_day) {
                    sittings.retain(is_of_day);
                }
                let name = |sitting: &Sitting| {
                    let mut parts = vec![sitting.exam_name.clone(), sitting.college_name.clone()];
                    // The line has fields for the hours and the hall of one.
                    if sittings.len() > 1 {
                        if !is_of_day(sitting) {
                            parts.push(sitting.shown_day());
                        }
                        parts.extend([sitting.shown_hours(), sitting.venue.clone()]);
                    }
                    parts.retain(|part| !part.is_empty());
                    parts.join(", ")
                };
                sittings.iter().map(name).collect::<Vec<_>>().join("; ")
            }
            List::Day(_) | List::Exam(_) => {
                // One of several halls or days would be a guess.
                if sittings.len() > 1 {
                    sittings.clear();
                }
                listed.exam_of(&row.selection)
            }
        };
        match &sittings[..] {
            [] => Self {
                exam,
                ..Self::default()
            },
            [only] => Self {
                exam,
                venue: only.venue.clone(),
                date: only.date.clone(),
                time_start: only.time_start.clone(),
                time_end: only.time_end.clone(),
            },
            [first, ..] => Self {
                exam,
                date: first.date.clone(),
                ..Self::default()
            },
        }
    }
}
