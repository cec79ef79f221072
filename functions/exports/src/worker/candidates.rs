//! A candidate as a line of an export.

use super::{
    cell::{Cell, Column},
    let_in::LetIn,
};
use domain::{Paise, Person, pass::PassNo, payment::PassValidity};
use store::{catalogue::ExamNames, read_model::Row};

/// What comes before the columns of the person.
const PASS: Column = ("Pass no.", 16);

/// What comes after them.
const REGISTRATION: [Column; 16] = [
    ("Package", 26),
    ("College", 26),
    ("Course", 22),
    ("Chosen Exams", 40),
    ("Exam Preference", 15),
    ("Payment Mode", 14),
    ("Amount (Rs)", 12),
    ("Status", 10),
    ("Pass", 10),
    ("Paid (Rs)", 12),
    ("Refunded (Rs)", 13),
    ("Lost (Rs)", 12),
    ("Net (Rs)", 12),
    ("Registered At", 19),
    ("Let In", 40),
    ("Let In Without a Right", 40),
];

pub(super) fn columns() -> Vec<Column> {
    [PASS]
        .into_iter()
        .chain(Person::COLUMNS)
        .chain(REGISTRATION)
        .collect()
}

pub(super) fn cells(row: &Row, names: &ExamNames, let_in: &LetIn) -> Vec<Cell> {
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
    let sum = |of: fn(&store::read_model::PaidPart) -> Paise| Cell::paise(paid.iter().map(of).sum());
    let registration: [Cell; REGISTRATION.len()] = [
        Cell::text(selection.package_name()),
        Cell::text(selection.college_name().unwrap_or("All colleges")),
        Cell::text(selection.exam_name()),
        Cell::text(names.line(chosen)),
        Cell::text(exam_preference.shown()),
        Cell::text(payment_mode.shown()),
        Cell::paise(*amount),
        Cell::text(status.as_str()),
        Cell::maybe(row.validity().map(PassValidity::as_str)),
        sum(|part| part.amount),
        sum(|part| part.refunded),
        sum(|part| part.lost),
        Cell::Amount(paid.iter().map(store::read_model::PaidPart::net).sum()),
        Cell::moment(*created_at),
        Cell::text(let_in.admitted(customer_id)),
        Cell::text(let_in.without_right(customer_id)),
    ];
    let pass = Cell::text(PassNo::of(customer_id).to_string());
    [pass]
        .into_iter()
        .chain(person.cells().map(Cell::text))
        .chain(registration)
        .collect()
}
