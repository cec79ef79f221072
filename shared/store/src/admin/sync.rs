//! Table admin: the [job](crate::jobs) that copies the candidates into the spreadsheet, at `SYNC` and `STATE`. There is one
//! at a time.

use crate::{
    jobs::{JobKind, JobPlace},
    tables::Table,
};
use domain::job::JobWork;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// What is remembered of a sync.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SheetSync {
    /// What the spreadsheet holds. None while that is not known: a job is at work, or ended half-way.
    pub written: Option<WrittenSheet>,
    /// How far the job at work has come. None before its first rows are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Reached>,
    /// When a job last ended well.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_sync: Option<OffsetDateTime>,
    /// What the worker waits for at the moment, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<String>,
}

/// What a job that ended well has written, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenSheet {
    /// The revision of the aggregates before the first row was read.
    pub revision: u64,
    /// The spreadsheet and its tab.
    pub target: String,
    /// The first row.
    pub header: Vec<String>,
    /// A digest of what the exams were called, which is beside what the aggregates count. None in what a release wrote that
    /// kept none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exam_names: Option<String>,
}

/// How far a job has come: what is before it is in the spreadsheet, so another worker may go on there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The place behind the last row that was written.
    pub cursor: String,
    /// The row of the spreadsheet to write next, which counts from 1.
    pub next_row: u64,
    /// What the rows before were written from, and where.
    pub written: WrittenSheet,
}

impl JobWork for SheetSync {
    /// Whoever asks for a sync later wants the candidates of that day.
    fn over(&mut self) {
        self.reached = None;
        self.waiting = None;
    }
}

impl JobKind for SheetSync {
    const PLACE: JobPlace = JobPlace {
        table: Table::Admin,
        partition: "SYNC",
        only: Some("STATE"),
    };
}
