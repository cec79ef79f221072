//! A candidate as a line of an export.

use super::cell::{Cell, Column};
use domain::{IndianPhone, Paise, Person, pass::PassNo, payment::PassValidity};
use store::read_model::Row;

pub(super) const COLUMNS: [Column; 17] = [
    ("Pass no.", 16),
    ("Name", 28),
    ("Email", 32),
    ("Phone", 12),
    ("Alternate Phone", 14),
    ("Package", 26),
    ("College", 26),
    ("Course", 22),
    ("Exam Preference", 15),
    ("Payment Mode", 14),
    ("Amount (Rs)", 12),
    ("Status", 10),
    ("Pass", 10),
    ("Paid (Rs)", 12),
    ("Refunded (Rs)", 13),
    ("Net (Rs)", 12),
    ("Registered At", 19),
];

pub(super) fn cells(row: &Row) -> Vec<Cell> {
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
        withdrawn: _,
    } = row;
    let Person {
        name,
        email,
        phone,
        phone2,
    } = person;
    let sum = |of: fn(&store::read_model::PaidPart) -> Paise| {
        Cell::paise(Paise::new(paid.iter().map(|part| of(part).get()).sum()))
    };
    let cells: [Cell; COLUMNS.len()] = [
        Cell::text(PassNo::of(customer_id).to_string()),
        Cell::text(name.as_str()),
        Cell::text(email.as_str()),
        Cell::text(phone.as_str()),
        Cell::maybe(phone2.as_ref().map(IndianPhone::as_str)),
        Cell::text(selection.package_name()),
        Cell::text(selection.college_name().unwrap_or("All colleges")),
        Cell::text(selection.exam_name()),
        Cell::text(exam_preference.shown()),
        Cell::text(payment_mode.shown()),
        Cell::paise(*amount),
        Cell::text(status.as_str()),
        Cell::maybe(row.validity().map(PassValidity::as_str)),
        sum(|part| part.amount),
        sum(|part| part.refunded),
        sum(store::read_model::PaidPart::net),
        Cell::moment(*created_at),
    ];
    cells.into()
}
