//! The rights that the functions of a system used, and what they were refused.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use crate::StartError;
use crate::iam::Right;

/// One thing that was seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A function needed a right that it has.
    Used {
        /// The function, by the name of its crate.
        function: String,
        /// The right, as the template gives it.
        #[serde(flatten)]
        right: Right,
    },
    /// A function needed what the template does not allow it.
    Refused {
        /// The function, by the name of its crate.
        function: String,
        /// What it wanted to do to what.
        wanted: String,
    },
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Used { function, right } => write!(f, "The function {function} used {right}"),
            Entry::Refused { function, wanted } => {
                write!(
                    f,
                    "The function {function} needed {wanted} and was refused: template.yaml does not allow it."
                )
            }
        }
    }
}

/// What was refused, a sentence each.
pub fn refusals(record: &BTreeSet<Entry>) -> Vec<String> {
    let refused = record
        .iter()
        .filter(|entry| matches!(entry, Entry::Refused { .. }));
    refused.map(Entry::to_string).collect()
}

/// The record of one system: in memory, each entry once, and in a file when there is a folder for it.
#[derive(Debug)]
pub(crate) struct Record {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    entries: BTreeSet<Entry>,
    file: Option<File>,
}

impl Record {
    /// An empty record, with a new file in `folder`, which is made if missing.
    ///
    /// # Errors
    /// When there can be no file in the folder.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Record, StartError> {
        let file = folder.map(|folder| {
            std::fs::create_dir_all(folder)?;
            let name = format!("{}-", std::process::id());
            let mut made = tempfile::Builder::new();
            let made = made.prefix(&name).suffix(".jsonl").tempfile_in(folder)?;
            let (file, _) = made.keep()?;
            Ok::<_, io::Error>(file)
        });
        let file = file.transpose();
        let file = file.map_err(|error| StartError::because("Recording the rights", error))?;
        Ok(Record {
            kept: Mutex::new(Kept {
                file,
                ..Kept::default()
            }),
        })
    }

    /// Adds an entry. A line is in the file when this returns, whole, so a process that is killed loses none.
    pub(crate) fn add(&self, entry: Entry) {
        let mut kept = self.kept();
        if kept.entries.contains(&entry) {
            return;
        }
        if let Some(file) = &mut kept.file
            && let Err(error) = write(file, &entry)
        {
            tracing::error!(%error, "the record of used rights cannot be written");
        }
        kept.entries.insert(entry);
    }

    /// Everything seen so far.
    pub(crate) fn entries(&self) -> BTreeSet<Entry> {
        self.kept().entries.clone()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // A panic elsewhere leaves the set whole: a change is one insertion.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(file: &mut File, entry: &Entry) -> io::Result<()> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    file.write_all(&line)
}

/// Everything that the systems of a test run left in `folder`.
///
/// # Errors
/// When it cannot be read, or nothing was recorded.
pub fn read_records(folder: &Path) -> Result<BTreeSet<Entry>, StartError> {
    let failed = |error: &dyn std::fmt::Display| {
        StartError::because(
            format!("Reading the record of rights in {}", folder.display()),
            error,
        )
    };
    let mut entries = BTreeSet::new();
    for file in std::fs::read_dir(folder).map_err(|error| failed(&error))? {
        let path = file.map_err(|error| failed(&error))?.path();
        let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
        // A process that was killed while it wrote leaves a torn last line: what it was about had not been answered.
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        for line in whole.lines() {
            entries.insert(serde_json::from_str(line).map_err(|error| failed(&error))?);
        }
    }
    if entries.is_empty() {
        return Err(failed(&"nothing was recorded"));
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(wanted: &str) -> Entry {
        Entry::Refused {
            function: "order".to_owned(),
            wanted: wanted.to_owned(),
        }
    }

    fn used(leading_key: Option<&str>) -> Entry {
        Entry::Used {
            function: "order".to_owned(),
            right: Right {
                action: "dynamodb:GetItem".to_owned(),
                resource: "AdminTable".to_owned(),
                leading_key: leading_key.map(str::to_owned),
            },
        }
    }

    #[test]
    fn the_records_of_several_systems_are_merged_without_duplicates_or_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("record");
        let (first, second) = (
            Record::new(Some(&place)).unwrap(),
            Record::new(Some(&place)).unwrap(),
        );
        for _ in 0..2 {
            first.add(used(None));
        }
        first.add(refused("a"));
        second.add(used(Some("AUDIT#*")));
        second.add(used(None));
        let lines: Vec<usize> = std::fs::read_dir(&place)
            .unwrap()
            .map(|file| {
                let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
                text.lines().count()
            })
            .collect();
        assert_eq!(lines, [2, 2]);

        std::fs::write(place.join("torn.jsonl"), r#"{"used":{"func"#).unwrap();
        let all = BTreeSet::from([used(None), used(Some("AUDIT#*")), refused("a")]);
        assert_eq!(read_records(&place).unwrap(), all);
        assert_eq!(first.entries(), BTreeSet::from([used(None), refused("a")]));
    }

    #[test]
    fn a_folder_without_a_record_or_with_a_foreign_line_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            read_records(folder.path())
                .unwrap_err()
                .to_string()
                .contains("nothing was recorded")
        );
        std::fs::write(folder.path().join("other"), "hello\n").unwrap();
        assert!(read_records(folder.path()).is_err());
    }
}
