//! Writing a choice, with what the audit log says of it and the mail of who loses a seat.

use crate::{CHOSEN, Chooser, ExamChoices, ExamOffers};
use domain::{
    CourseId,
    exam_choice::{ChosenExams, FillInRun},
    payment::Order,
};
use serde_json::{Value, json};
use store::{
    AuditEntry, StoreError, Write,
    order_mails::Company,
    registrations::{Candidate, choice::ChoiceChange},
};

/// What is chosen in the place of what was.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewChoice<'a> {
    /// Each exam with its place.
    pub(crate) exams: &'a ChosenExams,
    /// The run that chooses for the candidate.
    pub(crate) filled_in: Option<&'a FillInRun>,
    /// For how many others something is chosen beside.
    pub(crate) company: Company,
}

impl ExamChoices {
    pub(crate) async fn write(
        &self,
        before: &Candidate,
        order: &Order,
        choice: NewChoice<'_>,
        offers: &ExamOffers,
        by: Chooser<'_>,
    ) -> Result<Write, StoreError> {
        let named = |chosen: &ChosenExams| -> Value {
            let names: Vec<String> = chosen.keys().map(|exam| offers.name(exam)).collect();
            json!({ "exams": names })
        };
        let (name, table) = match by {
            Chooser::Candidate => ("", None),
            Chooser::Staff(name, table) => (name, Some(table)),
        };
        let mut after = named(choice.exams);
        if let Some(run) = choice.filled_in {
            // By it a message finds them, also where the page that made the run is gone.
            after["filled_in"] = json!(run.as_str());
        }
        let entry = AuditEntry::new(
            self.clock.now(),
            &self.entropy,
            name,
            CHOSEN,
            before.customer_id.as_str(),
            named(&before.chosen),
            after,
        );
        let loses_seat = |exam: &CourseId| !choice.exams.contains_key(exam) && offers.seated.contains(exam);
        let change = ChoiceChange {
            before,
            order,
            after: choice.exams,
            filled_in: choice.filled_in,
            tells_holder: (table.is_some() && before.chosen.keys().any(loses_seat)).then_some(choice.company),
            act: &entry,
            audit: table.map(|table| table.audit(&entry)),
        };
        self.registrations.write_choice(&change).await
    }
}
