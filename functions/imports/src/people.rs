//! Who is in a file: each line as a person, or what is wrong with it.

use domain::{Email, IndianPhone, Person, PersonName, registration::ExamPreference};
use std::collections::HashMap;
use store::imports::ListLine;
use table_file::{FileColumn, Mistake, TableFile};

/// More are two files.
pub(crate) const MOST_LINES: usize = 2_000;

const COLUMNS: [FileColumn; 5] = [
    FileColumn::required("name", &[]),
    FileColumn::required("email", &[]),
    FileColumn::required("phone", &[]),
    FileColumn::optional("phone2", &[]),
    FileColumn::optional("exam_preference", &[]),
];

/// What is in a file.
#[derive(Debug, Default)]
pub(crate) struct FoundPeople {
    /// How many lines have anybody in them.
    pub(crate) rows: usize,
    /// Those that are in order, with their places in the file.
    pub(crate) lines: Vec<ListLine>,
    /// What is wrong with the others.
    pub(crate) mistakes: Vec<Mistake>,
}

/// Reads a file.
pub(crate) fn read(text: &str) -> FoundPeople {
    let rows = match TableFile::read(text, &COLUMNS, MOST_LINES) {
        Ok(table) => table.rows,
        Err(mut mistakes) => {
            for mistake in &mut mistakes {
                if mistake.code == "too_many_lines" {
                    mistake.message.push_str(" Upload the rest as a second file.");
                }
            }
            return FoundPeople {
                mistakes,
                ..FoundPeople::default()
            };
        }
    };
    let mut found = FoundPeople {
        rows: rows.len(),
        ..FoundPeople::default()
    };
    let mut addresses: HashMap<Email, u32> = HashMap::new();
    for (place, (line, cells)) in (0..).zip(rows) {
        let mut mistakes = Vec::new();
        let read = person(line, cells, &mut mistakes);
        if let Some((person, exam_preference)) = read {
            match addresses.get(&person.email) {
                Some(first) => mistakes.push(Mistake::new(
                    line,
                    "email",
                    "email_twice",
                    format!("Line {first} has this address, too. Each person needs one of their own."),
                )),
                None => {
                    addresses.insert(person.email.clone(), line);
                    found.lines.push(ListLine {
                        place,
                        line,
                        person,
                        exam_preference,
                    });
                }
            }
        }
        found.mistakes.extend(mistakes);
    }
    found
}

/// The person of a line; None with a mistake for each cell that is not in order.
fn person(
    line: u32,
    [name, email, phone, phone2, preference]: [String; COLUMNS.len()],
    mistakes: &mut Vec<Mistake>,
) -> Option<(Person, ExamPreference)> {
    let mut wrong = |column: &str, code, message: &str| {
        mistakes.push(Mistake::new(line, column, code, message));
    };
    let missing = "There is nothing in this cell.";
    let name = if name.is_empty() {
        wrong("name", "missing", missing);
        None
    } else {
        PersonName::parse(&name)
            .map_err(|invalid| wrong("name", "invalid_name", invalid.message))
            .ok()
    };
    let email = if email.is_empty() {
        wrong("email", "missing", missing);
        None
    } else {
        Email::parse(&email)
            .map_err(|invalid| wrong("email", "invalid_email", invalid.message))
            .ok()
    };
    let phone = if phone.is_empty() {
        wrong("phone", "missing", missing);
        None
    } else {
        number("phone", &phone, &mut wrong)
    };
    let phone2 = if phone2.is_empty() {
        Some(None)
    } else {
        number("phone2", &phone2, &mut wrong).map(Some)
    };
    let preference = match preference.to_lowercase().as_str() {
        "" | "offline" => Some(ExamPreference::Offline),
        "online" => Some(ExamPreference::Online),
        _ => {
            let message = "Write Online or Offline, or leave it empty for Offline.";
            wrong("exam_preference", "invalid_exam_preference", message);
            None
        }
    };
    let person = Person {
        name: name?,
        email: email?,
        phone: phone?,
        phone2: phone2?,
    };
    Some((person, preference?))
}

fn number(column: &str, text: &str, wrong: &mut impl FnMut(&str, &'static str, &str)) -> Option<IndianPhone> {
    if is_shortened(text) {
        let message = "The spreadsheet has shortened this number, and digits are lost. Format the column as text, and write the number again.";
        wrong(column, "shortened_phone", message);
        return None;
    }
    IndianPhone::parse(text)
        .map_err(|invalid| wrong(column, "invalid_phone", invalid.message))
        .ok()
}

/// Whether a spreadsheet has written the number in powers of ten: `9.87654E+09`, or `9,87654E+09`.
fn is_shortened(text: &str) -> bool {
    let Some((digits, power)) = text.split_once(['E', 'e']) else {
        return false;
    };
    let is_number = |text: &str, signs: &str| {
        text.chars().any(|one| one.is_ascii_digit())
            && text
                .chars()
                .all(|one| one.is_ascii_digit() || signs.contains(one))
    };
    is_number(digits, ".,") && is_number(power, "+-")
}
