//! Whose each line of a file is: by pass number, or by an address that one of those who may have sat the exam has alone.

use crate::{State, attendance, exam::ResultsExam, file::ResultLine};
use domain::{CustomerId, Email, check_in::Code, name_words::NameWords, pass::PassNo, payment::PassValidity};
use futures::{StreamExt, TryStreamExt};
use std::collections::{BTreeSet, HashMap, HashSet};
use store::{
    StoreError,
    read_model::{Course, ExamHolders, Row},
};
use table_file::Mistake;

/// How many addresses are asked about side by side.
const AT_ONCE: usize = 16;

/// Those who may have a result of an exam, by candidate.
pub(crate) struct ExamTakers {
    /// Everybody with a valid pass for the exam, by itself or as one that they have chosen of all.
    pub(crate) sitting: HashMap<CustomerId, Row>,
    /// Everybody with a valid pass for every exam who has chosen none: the door lets them in to any.
    pub(crate) undecided: HashMap<CustomerId, Row>,
    /// Everybody with a valid pass for every exam who has chosen others, and was let in to this one all the same.
    pub(crate) let_in: HashMap<CustomerId, Row>,
    /// Whom of all these the door let in; None where it let in nobody.
    pub(crate) admitted: Option<HashSet<CustomerId>>,
}

impl ExamTakers {
    /// Reads everybody who may have a result of an exam.
    pub(crate) async fn read(state: &State, exam: &ResultsExam) -> Result<Self, StoreError> {
        let ExamHolders { sitting, others } = state.registrations.holders(&exam.id).await?;
        let (undecided, mut let_in): (Vec<Row>, Vec<Row>) = others
            .into_iter()
            .partition(|row| row.may_sit(&exam.id, &exam.on_offer));
        let everybody = sitting.iter().chain(&undecided).chain(&let_in);
        let everybody: Vec<CustomerId> = everybody.map(|row| row.customer_id.clone()).collect();
        let admitted = attendance::admitted_of(state, exam, &everybody).await?;
        let was_let_in = |row: &Row| {
            admitted
                .as_ref()
                .is_some_and(|admitted| admitted.contains(&row.customer_id))
        };
        let_in.retain(was_let_in);
        let by_candidate = |rows: Vec<Row>| {
            let rows = rows.into_iter();
            rows.map(|row| (row.customer_id.clone(), row)).collect()
        };
        Ok(Self {
            sitting: by_candidate(sitting),
            undecided: by_candidate(undecided),
            let_in: by_candidate(let_in),
            admitted,
        })
    }

    /// Somebody who sits the exam, or may have without choosing it.
    pub(crate) fn may_sit(&self, id: &CustomerId) -> Option<&Row> {
        let without_choice = || self.undecided.get(id).or_else(|| self.let_in.get(id));
        self.sitting.get(id).or_else(without_choice)
    }

    /// Everybody of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Row> {
        let without_choice = self.undecided.values().chain(self.let_in.values());
        self.sitting.values().chain(without_choice)
    }
}

/// Those who may have a result of an exam, and what is known of others whom a file names.
pub(crate) struct KnownPeople {
    pub(crate) takers: ExamTakers,
    by_email: HashMap<Email, Vec<CustomerId>>,
    /// Candidates without one.
    others: HashMap<CustomerId, Row>,
    /// Addresses with a pass for something else.
    elsewhere: HashSet<Email>,
}

impl KnownPeople {
    /// Reads everybody who has the exam, and looks up the others that a file names.
    pub(crate) async fn read(
        state: &State,
        exam: &ResultsExam,
        lines: &[ResultLine],
    ) -> Result<Self, StoreError> {
        let takers = ExamTakers::read(state, exam).await?;
        let mut by_email: HashMap<Email, Vec<CustomerId>> = HashMap::new();
        for row in takers.all() {
            let of_address = by_email.entry(row.person.email.clone()).or_default();
            of_address.push(row.customer_id.clone());
        }
        let named = lines.iter().filter_map(candidate_of);
        let strangers: HashSet<CustomerId> = named.filter(|id| takers.may_sit(id).is_none()).collect();
        let strangers: Vec<CustomerId> = strangers.into_iter().collect();
        let addresses = lines.iter().filter(|line| line.pass_no.is_empty());
        let addresses = addresses.filter_map(|line| Email::parse(&line.email).ok());
        let unknown: HashSet<Email> = addresses.filter(|email| !by_email.contains_key(email)).collect();
        let looked = unknown.into_iter().map(async |email| {
            let orders = state.registrations.orders_with_pass(&email).await?;
            Ok::<_, StoreError>((!orders.is_empty()).then_some(email))
        });
        let looked: Vec<_> = futures::stream::iter(looked)
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await?;
        Ok(Self {
            takers,
            by_email,
            others: state.registrations.rows_by_candidate(&strangers).await?,
            elsewhere: looked.into_iter().flatten().collect(),
        })
    }

    /// What is strange about a line whose candidate is known: it may be the next person's.
    pub(crate) fn strange(&self, line: &ResultLine, row: &Row) -> Vec<Mistake> {
        let mut strange = strange(line, row);
        if self.takers.let_in.contains_key(&row.customer_id) {
            let column = line.column();
            let message = "This candidate has chosen other exams, and was let in at the door.";
            strange.push(Mistake::new(line.line, column, "not_chosen", message));
        }
        strange
    }

    /// Whose a line is.
    ///
    /// # Errors
    /// What is wrong with how it says so.
    pub(crate) fn whose(&self, line: &ResultLine) -> Result<&Row, Mistake> {
        if line.pass_no.is_empty() {
            return self.by_address(line);
        }
        let wrong = |code, message: &str| Err(Mistake::new(line.line, "pass_no", code, message));
        let Some(id) = candidate_of(line) else {
            return wrong(
                "invalid_pass_no",
                "This is not a pass number. One looks like CZ6S 4932 KF26.",
            );
        };
        match (self.takers.may_sit(&id), self.others.get(&id)) {
            (Some(row), _) => Ok(row),
            (None, None) => wrong("unknown_candidate", "There is no pass with this number."),
            (None, Some(row)) => match row.validity() {
                Some(PassValidity::Valid) if Course::of(&row.selection) == Course::All => wrong(
                    "not_for_this_exam",
                    "This pass is for every exam, and this one is not among those that were chosen.",
                ),
                Some(PassValidity::Valid) => wrong("not_for_this_exam", "This pass is for another exam."),
                Some(PassValidity::Withdrawn) => wrong("pass_withdrawn", "This pass is withdrawn."),
                None => wrong("not_paid", "This candidate has not paid."),
            },
        }
    }

    fn by_address(&self, line: &ResultLine) -> Result<&Row, Mistake> {
        let wrong = |code, message: &str| Err(Mistake::new(line.line, "email", code, message));
        if line.email.is_empty() {
            let message = "There is neither a pass number nor an e-mail address.";
            return Err(Mistake::new(line.line, "pass_no", "missing", message));
        }
        let email = match Email::parse(&line.email) {
            Ok(email) => email,
            Err(invalid) => return wrong("invalid_email", invalid.message),
        };
        match self.by_email.get(&email).map(Vec::as_slice) {
            Some([id]) => self
                .takers
                .may_sit(id)
                .map_or_else(|| wrong("unknown_candidate", ""), Ok),
            Some(several) => {
                let numbers: BTreeSet<String> = several.iter().map(|id| PassNo::of(id).to_string()).collect();
                let numbers: Vec<String> = numbers.into_iter().collect();
                let message = format!(
                    "{} candidates who may have sat this exam have this address: {}. Write the pass number of the one that is meant.",
                    several.len(),
                    numbers.join(", "),
                );
                wrong("ambiguous_email", &message)
            }
            None if self.elsewhere.contains(&email) => wrong(
                "not_for_this_exam",
                "The pass of this address is for another exam.",
            ),
            None => wrong("unknown_candidate", "Nobody with a valid pass has this address."),
        }
    }
}

/// Whose pass number is on a line; None where there is none that can be one.
fn candidate_of(line: &ResultLine) -> Option<CustomerId> {
    Code::read(&line.pass_no).map(|code| code.candidate().clone())
}

/// Where a line says something else of a candidate than the pass.
fn strange(line: &ResultLine, row: &Row) -> Vec<Mistake> {
    let mut strange = Vec::new();
    let name = row.person.name.as_str();
    let words = |name: &str| BTreeSet::from_iter(NameWords::of(name).index());
    // Whichever of the names a school writes first.
    if !line.name.is_empty() && words(&line.name) != words(name) {
        let message = format!("The pass is {name}'s.");
        strange.push(Mistake::new(line.line, "name", "other_name", message));
    }
    let is_other = |email: Email| !line.pass_no.is_empty() && email != row.person.email;
    if Email::parse(&line.email).is_ok_and(is_other) {
        let message = format!("{name} has registered with another address.");
        strange.push(Mistake::new(line.line, "email", "other_email", message));
    }
    strange
}
