//! Table admin: the [jobs](crate::jobs) that export something into a file, each at `EXPORTS` and its identifier.

use crate::{
    jobs::{JobKind, JobPlace},
    tables::Table,
};
use domain::{
    Stored,
    export::{ExportFilters, ExportFormat, ExportKind},
    job::JobWork,
};
use serde::{Deserialize, Serialize};

pub(crate) const PARTITION: &str = "EXPORTS";

/// What is remembered of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// What is exported.
    pub kind: Stored<ExportKind>,
    /// As which file.
    pub format: Stored<ExportFormat>,
    /// What is left out.
    pub filters: ExportFilters,
    /// The lines that came of what was gone through.
    #[serde(default)]
    pub rows: u64,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<ExportFile>,
}

/// The file of an export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportFile {
    /// Its key in the bucket.
    pub key: String,
    /// The upload that it is made by, while that goes on.
    pub upload: String,
}

impl JobWork for Export {
    /// What was typed of a person goes.
    fn over(&mut self) {
        self.filters = self.filters.without_personal_data();
    }
}

impl JobKind for Export {
    const PLACE: JobPlace = JobPlace {
        table: Table::Admin,
        partition: PARTITION,
        only: None,
    };
}
