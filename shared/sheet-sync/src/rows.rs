//! A candidate as a row of the spreadsheet.

use crate::{
    moment::in_india,
    payments::{SheetLine, SheetPayment},
};
use domain::{Paise, Person, cell::inert, payment::PassValidity};
use sheets::Value;
use store::{
    catalogue::ExamNames,
    read_model::{PaidPart, Row},
};

const ID: &str = "Customer ID";

/// How many columns of the person stand before those of the registration. One that a person gets later comes last, so
/// that the columns that were there keep their letters.
const PERSON_BEFORE: usize = 4;

const REGISTRATION: [&str; 18] = [
    "Package",
    "College",
    "Course",
    "Exam Preference",
    "Payment Mode",
    "Amount (Rs)",
    "Status",
    "Registered At",
    "Pass",
    "Refunded (Rs)",
    "Booking ID",
    "Paid At",
    "Method",
    "Reference",
    "Clerk",
    "Lost (Rs)",
    "Chosen Exams",
    "Paid (Rs)",
];

/// What is said over the first column that is not ours, where people write their notes: a registration that is deleted
/// leaves no empty row behind.
const REMARK: &str = "Notes here do not move with the rows, which move up when old unpaid registrations are deleted. Write \
    what must stay with a candidate in the portal.";

/// The first row: the headings, and the remark behind them.
#[must_use]
pub fn first_row() -> Vec<&'static str> {
    let mut row = header();
    row.push(REMARK);
    row
}

/// The headings of our columns.
#[must_use]
pub fn header() -> Vec<&'static str> {
    in_order(ID, Person::COLUMNS.map(|(heading, _)| heading), REGISTRATION)
}

fn in_order<T>(
    id: T,
    person: impl IntoIterator<Item = T>,
    registration: impl IntoIterator<Item = T>,
) -> Vec<T> {
    let mut person = person.into_iter();
    let mut columns = vec![id];
    columns.extend(person.by_ref().take(PERSON_BEFORE));
    columns.extend(registration);
    columns.extend(person);
    columns
}

pub(crate) fn values(line: &SheetLine, names: &ExamNames) -> Vec<Value> {
    let SheetLine { row, payments } = line;
    let Row {
        customer_id,
        person,
        selection,
        exam_preference,
        payment_mode,
        channel: _,
        amount,
        status,
        created_at,
        paid,
        chosen,
        filled_in: _,
        places: _,
        oversold: _,
        withdrawn: _,
    } = row;
    let sum = |of: fn(&PaidPart) -> Paise| Value::Number(paid.iter().map(of).sum::<Paise>().to_json());
    let registration: [Value; REGISTRATION.len()] = [
        text(selection.package_name()),
        text(selection.college_name().unwrap_or("All colleges")),
        text(selection.exam_name()),
        text(exam_preference.shown()),
        text(payment_mode.shown()),
        Value::Number(amount.to_json()),
        text(status.as_str()),
        text(&in_india(*created_at)),
        text(row.validity().map_or("", PassValidity::as_str)),
        sum(|part| part.refunded),
        each(payments, |payment| &payment.booking),
        each(payments, |payment| &payment.paid_at),
        each(payments, |payment| &payment.method),
        each(payments, |payment| &payment.reference),
        each(payments, |payment| &payment.clerk),
        // Seldom anything, and then it stands out.
        if paid.iter().any(|part| part.lost > Paise::default()) {
            sum(|part| part.lost)
        } else {
            text("")
        },
        text(&names.line(chosen)),
        // Of all orders, as the refunds are: the amount is the price of one.
        if paid.is_empty() {
            text("")
        } else {
            sum(|part| part.amount)
        },
    ];
    in_order(text(customer_id.as_str()), person.cells().map(text), registration)
}

pub(crate) fn text(text: &str) -> Value {
    Value::Text(inert(text).into_owned())
}

/// One of the facts of each payment: of one who paid twice both, in the same order in each column.
fn each(payments: &[SheetPayment], fact: impl Fn(&SheetPayment) -> &str) -> Value {
    let facts: Vec<&str> = payments.iter().map(fact).collect();
    let is_known = facts.iter().any(|fact| !fact.is_empty());
    text(&if is_known { facts.join("; ") } else { String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_that_a_person_gets_later_comes_last() {
        let person = ["Name", "Email", "Phone", "Alternate Phone", "City"];
        assert_eq!(
            in_order("Customer ID", person, ["Package", "Clerk"]),
            [
                "Customer ID",
                "Name",
                "Email",
                "Phone",
                "Alternate Phone",
                "Package",
                "Clerk",
                "City"
            ]
        );
    }
}
