//! A candidate as a row of the spreadsheet.

use sheets::Value;
use store::registrations::read_model::Row;
use time::OffsetDateTime;
use time::macros::{format_description, offset};

/// The first row.
pub const HEADER: [&str; 13] = [
    "Customer ID",
    "Name",
    "Email",
    "Phone",
    "Alternate Phone",
    "Package",
    "College",
    "Course",
    "Exam Preference",
    "Payment Mode",
    "Amount (Rs)",
    "Status",
    "Registered At",
];

pub(crate) fn header() -> Vec<Value> {
    HEADER.map(text).into()
}

pub(crate) fn values(row: &Row) -> Vec<Value> {
    let person = &row.person;
    let cells: [Value; HEADER.len()] = [
        text(row.customer_id.as_str()),
        text(person.name.as_str()),
        text(person.email.as_str()),
        text(person.phone.as_str()),
        text(person.phone2.as_ref().map_or("", |phone| phone.as_str())),
        text(row.selection.package_name()),
        text(row.selection.college_name().unwrap_or("All colleges")),
        text(row.selection.exam_name()),
        text(row.exam_preference.shown()),
        text(row.payment_mode.shown()),
        Value::Number(row.amount.to_json()),
        text(row.status.as_str()),
        Value::Text(in_india(row.created_at)),
    ];
    cells.into()
}

/// A cell of text. One that begins like a formula gets an apostrophe in front: Sheets keeps what is sent raw as text,
/// but not what comes back from a file that somebody exported.
fn text(text: &str) -> Value {
    let is_like_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    Value::Text(if is_like_formula {
        format!("'{text}")
    } else {
        text.to_owned()
    })
}

/// The clock on the wall in Asia/Kolkata, in an order that sorts by time.
fn in_india(moment: OffsetDateTime) -> String {
    let wall = moment.to_offset(offset!(+5:30));
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]");
    wall.format(format).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn the_time_is_that_of_india() {
        assert_eq!(in_india(datetime!(2025-05-31 19:15:59 UTC)), "2025-06-01 00:45");
    }
}
