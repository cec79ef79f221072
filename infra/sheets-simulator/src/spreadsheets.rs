//! The spreadsheets, and the file that they are kept in.

use crate::grid::{Cell, Tab};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Every spreadsheet by its id.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Spreadsheets {
    #[serde(rename = "spreadsheets")]
    pub(crate) by_id: BTreeMap<String, Spreadsheet>,
    #[serde(skip)]
    file: Option<PathBuf>,
}

/// One spreadsheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Spreadsheet {
    /// The addresses of those who may read and write it.
    pub(crate) editors: BTreeSet<String>,
    pub(crate) tabs: Vec<Tab>,
}

impl Spreadsheet {
    /// A new spreadsheet.
    pub(crate) fn fresh() -> Self {
        Self {
            editors: BTreeSet::new(),
            tabs: vec![Tab::new(0, "Sheet1")],
        }
    }

    pub(crate) fn tab(&self, title: &str) -> Option<&Tab> {
        self.tabs.iter().find(|tab| tab.title == title)
    }

    pub(crate) fn tab_mut(&mut self, title: &str) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.title == title)
    }

    pub(crate) fn cells(&self) -> usize {
        self.tabs.iter().map(Tab::cells).sum()
    }

    /// What a tab holds; nothing for a tab that is not there.
    pub(crate) fn contents(&self, title: &str) -> Vec<Vec<Cell>> {
        self.tab(title).map(Tab::whole).unwrap_or_default()
    }
}

impl Spreadsheets {
    /// The spreadsheets in the file at `path`, empty when there is no such file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut spreadsheets: Self = match std::fs::read(path) {
            Ok(text) => serde_json::from_slice(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => return Err(error),
        };
        spreadsheets.file = Some(path.to_owned());
        Ok(spreadsheets)
    }

    /// Replaces the file atomically, if there is one.
    pub(crate) fn save(&self) -> io::Result<()> {
        let Some(path) = &self.file else {
            return Ok(());
        };
        let mut draft = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
        draft.write_all(&serde_json::to_vec(self)?)?;
        draft.persist(path)?;
        Ok(())
    }
}
