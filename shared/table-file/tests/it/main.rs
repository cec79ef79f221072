//! Files as programs write them, and the mistakes that people make in them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use table_file::{FileColumn, Mistake, TableFile};

const COLUMNS: [FileColumn; 3] = [
    FileColumn::required("name", &[]),
    FileColumn::required("email", &["mail address"]),
    FileColumn::optional("exam_preference", &[]),
];

fn read(text: &str) -> Result<Vec<(u32, [String; 3])>, Vec<Mistake>> {
    TableFile::read(text, &COLUMNS, 4).map(|table| table.rows)
}

fn rows(text: &str) -> Vec<(u32, [String; 3])> {
    read(text).unwrap_or_else(|mistakes| panic!("{text:?}: {mistakes:?}"))
}

/// What is wrong with the only mistake.
fn mistake(text: &str) -> (u32, String, &'static str) {
    let mistakes = read(text).unwrap_err();
    let [
        Mistake {
            line, column, code, ..
        },
    ] = &mistakes[..]
    else {
        panic!("{text:?}: {mistakes:?}");
    };
    (*line, column.clone(), code)
}

fn row(line: u32, cells: [&str; 3]) -> (u32, [String; 3]) {
    (line, cells.map(str::to_owned))
}

#[test]
fn a_column_may_have_another_name_and_is_there_once_by_whichever() {
    let expected = [row(2, ["Asha", "asha@example.com", ""])];
    assert_eq!(rows("Mail-Address,Name\nasha@example.com,Asha"), expected);
    let twice = mistake("email,Mail address,name\nasha@example.com,,Asha");
    assert_eq!(twice, (1, "Mail address".to_owned(), "column_twice"));
}

#[test]
fn a_file_is_read_with_each_separator_line_end_and_mark() {
    let expected = [
        row(2, ["Nair, Asha", "asha@example.com", "Online"]),
        row(3, ["ആനന്ദ് നായർ", "anand@example.com", ""]),
    ];
    for separator in [',', ';', '\t'] {
        for line_end in ["\n", "\r\n", "\r"] {
            for before in ["", "\u{feff}"] {
                for behind in ["", line_end] {
                    let text = [
                        "Exam Preference,NAME,E-mail",
                        "Online,\"Nair§ Asha\",asha@example.com",
                        ",\"ആനന്ദ് നായർ\",anand@example.com",
                    ];
                    let text = text.map(|line| line.replace(',', &separator.to_string()).replace('§', ","));
                    let text = format!("{before}{}{behind}", text.join(line_end));
                    assert_eq!(rows(&text), expected, "{text:?}");
                }
            }
        }
    }
}

#[test]
fn lines_are_numbered_as_an_editor_numbers_them_whatever_is_between_them() {
    for line_end in ["\n", "\r\n"] {
        let text = [
            "",
            "name;email;;",
            "",
            "\"Asha",
            "Nair\";asha@example.com",
            ";;;",
            "  ;  ",
            "Binu;binu@example.com;;;;",
        ];
        let text = text.join(line_end);
        let found = rows(&text);
        assert_eq!(found[0].0, 4);
        assert_eq!(found[0].1[0], format!("Asha{line_end}Nair"));
        assert_eq!(found[1], row(8, ["Binu", "binu@example.com", ""]));
    }
    let stated = "sep=;\r\nname;email\r\nAsha;asha@example.com";
    assert_eq!(rows(stated), [row(3, ["Asha", "asha@example.com", ""])]);
}

#[test]
fn a_mistake_is_named_by_line_and_column() {
    let line = |line, column: &str, code| (line, column.to_owned(), code);
    for (text, expected) in [
        ("", line(1, "", "empty_file")),
        ("\n\n", line(1, "", "empty_file")),
        ("name,email", line(1, "", "no_lines")),
        (
            "name,email,Class\nAsha,a@example.com,9",
            line(1, "Class", "unknown_column"),
        ),
        (
            "name,email,\nAsha,a@example.com,9",
            line(1, "column 3", "unknown_column"),
        ),
        (
            "\nname,email,E-Mail\nAsha,a@example.com,",
            line(2, "E-Mail", "column_twice"),
        ),
        ("name\nAsha", line(1, "email", "missing_column")),
        (
            "name,email\nAsha,a@example.com\nNair, Binu,b@example.com",
            line(3, "column 3", "too_many_cells"),
        ),
        (
            "name,email\nAsha,a@example.com\n\"Binu,b@example.com\nCibi,c@example.com",
            line(3, "name", "quote_not_closed"),
        ),
        (
            "name,email\nAsh\u{fffd},a@example.com",
            line(2, "name", "unreadable"),
        ),
        (
            "name,email\na,\n\nb,\nc,\nd,\ne,\n",
            line(7, "", "too_many_lines"),
        ),
    ] {
        assert_eq!(mistake(text), expected, "{text:?}");
    }
    let all = read("Name of the student,Class\nAsha,9").unwrap_err();
    let codes: Vec<&str> = all.iter().map(|mistake| mistake.code).collect();
    assert_eq!(
        codes,
        [
            "unknown_column",
            "unknown_column",
            "missing_column",
            "missing_column"
        ]
    );
}

/// What the crate `csv` finds in the same text, with what is blank left out.
fn oracle(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let records = reader.records().map(Result::unwrap);
    let cells = records.map(|record| record.iter().map(|cell| cell.trim().to_owned()).collect());
    cells
        .filter(|cells: &Vec<String>| cells.iter().any(|cell| !cell.is_empty()))
        .collect()
}

#[test]
fn the_cells_are_those_that_the_crate_csv_finds() {
    // Every text of these parts up to a length, behind a header; those with an open quotation mark are refused here.
    let parts = ["a", ",", "\"", "\n", "\r\n", " "];
    let (mut compared, mut refused) = (0, 0);
    let mut texts = vec![String::new()];
    for _ in 0..6 {
        let longer = texts
            .iter()
            .flat_map(|text| parts.map(|part| format!("{text}{part}")));
        texts = longer.collect();
        for text in &texts {
            let whole = format!("name,email,exam_preference\n{text}");
            let Ok(found) = TableFile::read(&whole, &COLUMNS, 99) else {
                refused += 1;
                continue;
            };
            let found: Vec<Vec<String>> = found.rows.into_iter().map(|(_, cells)| cells.into()).collect();
            let mut expected = oracle(&whole).split_off(1);
            for cells in &mut expected {
                cells.resize(3, String::new());
            }
            assert_eq!(found, expected, "{whole:?}");
            compared += 1;
        }
    }
    assert!(compared > 20_000 && refused > 1_000, "{compared} {refused}");
}
