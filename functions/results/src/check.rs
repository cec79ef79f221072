//! A file that was looked through: whose each result is, and what is wrong or strange.

use crate::{State, exam::ResultsExam, file, people::KnownPeople};
use domain::{CustomerId, ExamOutcome, ExamResult, registration::ExamPreference};
use std::collections::{BTreeMap, HashMap, HashSet};
use store::{StoreError, read_model::Row};
use table_file::Mistake;

/// A result of a file, which is in order.
pub(crate) struct CheckedResult {
    /// The line of the file.
    pub(crate) line: u32,
    pub(crate) row: Row,
    pub(crate) result: ExamResult,
}

/// A file that was looked through.
#[derive(Default)]
pub(crate) struct CheckedFile {
    /// How many lines have anything on them.
    pub(crate) lines: usize,
    /// Those in order.
    pub(crate) results: Vec<CheckedResult>,
    /// What is wrong with the others, in the order of the lines.
    pub(crate) mistakes: Vec<Mistake>,
    /// What may be wrong with those in order, in the order of the lines.
    pub(crate) warnings: Vec<Mistake>,
    /// How many with a valid pass for the exam are not in it; of those who have bought all and not chosen it, whom the door let in.
    pub(crate) missing: usize,
    /// Those of them whom the door has not let in, though their pass is for this exam alone and they come to the venue.
    pub(crate) not_let_in: Vec<CustomerId>,
}

impl CheckedFile {
    /// How many lines are of a candidate who has one already.
    pub(crate) fn duplicates(&self) -> usize {
        let twice = |mistake: &&Mistake| mistake.code == "candidate_twice";
        self.mistakes.iter().filter(twice).count()
    }

    /// The results by candidate, with those who were not let in as absent where that is wanted.
    pub(crate) fn by_candidate(&self, with_absent: bool) -> BTreeMap<CustomerId, ExamResult> {
        let results = self.results.iter();
        let results = results.map(|checked| (checked.row.customer_id.clone(), checked.result.clone()));
        let absent = ExamResult {
            outcome: ExamOutcome::Absent,
            remark: String::new(),
        };
        let not_let_in = self.not_let_in.iter().filter(|_| with_absent);
        let absent = not_let_in.map(|id| (id.clone(), absent.clone()));
        absent.chain(results).collect()
    }
}

/// Looks a file through.
pub(crate) async fn check(state: &State, exam: &ResultsExam, csv: &str) -> Result<CheckedFile, StoreError> {
    let lines = match file::read(csv) {
        Ok(lines) => lines,
        Err(mistakes) => {
            return Ok(CheckedFile {
                mistakes,
                ..CheckedFile::default()
            });
        }
    };
    let people = KnownPeople::read(state, exam, &lines).await?;
    let mut checked = CheckedFile {
        lines: lines.len(),
        ..CheckedFile::default()
    };
    let mut first_lines: HashMap<CustomerId, u32> = HashMap::new();
    for line in &lines {
        let whose = people.whose(line).and_then(|row| {
            let first = *first_lines.entry(row.customer_id.clone()).or_insert(line.line);
            if first == line.line {
                return Ok(row);
            }
            let message = format!("Line {first} is of the same candidate.");
            Err(Mistake::new(line.line, line.column(), "candidate_twice", message))
        });
        let result = line.fields.parse();
        match (whose, result) {
            (Ok(row), Ok(result)) => {
                checked.warnings.extend(people.strange(line, row));
                checked.results.push(CheckedResult {
                    line: line.line,
                    row: row.clone(),
                    result,
                });
            }
            (whose, result) => {
                checked.mistakes.extend(whose.err());
                let faults = result.err().into_iter().flatten();
                checked.mistakes.extend(
                    faults.map(|fault| Mistake::new(line.line, fault.field, fault.code, fault.message)),
                );
            }
        }
    }
    let is_left_out = |row: &&Row| !first_lines.contains_key(&row.customer_id);
    let missing: Vec<&Row> = people.takers.sitting.values().filter(is_left_out).collect();
    let undecided = people.takers.undecided.values().filter(is_left_out);
    let undecided: Vec<&Row> = undecided.filter(|row| is_seen_at_door(row)).collect();
    let let_in = people.takers.let_in.values().filter(is_left_out);
    checked.missing = missing.len() + let_in.count();
    if let Some(admitted) = &people.takers.admitted {
        checked.compare_with_door(admitted, (&missing, &undecided));
    }
    Ok(checked)
}

impl CheckedFile {
    /// Where the file and the door do not agree about who was there.
    fn compare_with_door(
        &mut self,
        admitted: &HashSet<CustomerId>,
        (missing, undecided): (&[&Row], &[&Row]),
    ) {
        // Who has a pass for every exam need not have sat this one.
        let expected = |row: &&&Row| is_seen_at_door(row) && row.selection.course_id().is_some();
        let expected: Vec<CustomerId> = missing
            .iter()
            .filter(expected)
            .map(|row| row.customer_id.clone())
            .collect();
        let strange = self.results.iter().filter_map(|one| one.beside_door(admitted));
        let strange: Vec<Mistake> = strange.collect();
        self.warnings.extend(strange);
        // Who may sit any exam was at this one.
        let came = |row: &&&Row| admitted.contains(&row.customer_id);
        self.missing += undecided.iter().filter(came).count();
        self.not_let_in = expected;
        self.not_let_in.retain(|id| !admitted.contains(id));
        self.warnings.sort_by_key(|warning| warning.line);
    }
}

impl CheckedResult {
    fn beside_door(&self, admitted: &HashSet<CustomerId>) -> Option<Mistake> {
        if !is_seen_at_door(&self.row) {
            return None;
        }
        let was_there = admitted.contains(&self.row.customer_id);
        match (self.result.score().is_some(), was_there) {
            (true, false) => {
                let message = "This candidate was not let in at the door.";
                Some(Mistake::new(self.line, "marks", "not_at_door", message))
            }
            (false, true) => {
                let message = "This candidate was let in at the door.";
                Some(Mistake::new(self.line, "marks", "at_door", message))
            }
            (true, true) | (false, false) => None,
        }
    }
}

/// Whether a candidate comes to the venue. One of another release's words is expected there, as at the door.
pub(crate) fn is_seen_at_door(row: &Row) -> bool {
    row.exam_preference != ExamPreference::Online
}
