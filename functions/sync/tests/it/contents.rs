//! What is in the sheet afterwards.

use super::*;
use domain::{CollegeId, CourseId};
use sheets_simulator::Call;
use std::collections::BTreeMap;
use store::{Jobs, SheetSync, Write, read_model::PaidPart};

#[tokio::test]
async fn each_candidate_is_a_row_of_texts_and_one_number_under_the_names_of_the_columns() {
    let app = App::start().await;
    let mut one = row(1, "Asha Rao");
    one.person.phone2 = Some(IndianPhone::parse("9876543211").unwrap());
    one.exam_preference = ExamPreference::Online.into();
    one.payment_mode = PaymentMode::Cash.into();
    one.amount = Paise::new(100_050);
    one.status = Status::Created;
    one.created_at = time::macros::datetime!(2025-05-31 19:15:59 UTC);
    one.selection = Selection::SpecificCollege {
        package_id: PackageId::parse("single-exam").unwrap(),
        package_name: "Single Exam Access".to_owned(),
        college_id: CollegeId::parse("backwater").unwrap(),
        college_name: "Backwater College".to_owned(),
        course_id: CourseId::parse("backwater-bca").unwrap(),
        exam_name: "BCA Entrance".to_owned(),
    };
    app.register(&[one]).await;
    let answer = app.sync(SYNC).await;
    assert_eq!(
        (answer.status.as_u16(), answer.message()),
        (200, "1 candidate is in the sheet.")
    );
    let rows = app.sheets.contents();
    let head = [
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
    assert_eq!(rows[0][..23], head.map(text));
    // Over the notes of people: they do not move with the rows.
    assert!(
        rows[0][23]
            .shown()
            .starts_with("Notes here do not move with the rows")
    );
    assert_eq!(rows[0].len(), 24);
    let amount: serde_json::Number = "1000.50".parse().unwrap();
    let expected = [
        text("C00000000001"),
        text("Asha Rao"),
        text("asha1@x.example"),
        text("9876543210"),
        text("9876543211"),
        text("Single Exam Access"),
        text("Backwater College"),
        text("BCA Entrance"),
        text("Online"),
        text("cash"),
        Cell::Number(amount),
        text("CREATED"),
        text("2025-06-01 00:45"),
        Cell::Empty,
        // What is behind it is empty: nothing is paid.
        Cell::Number(0.into()),
    ];
    assert_eq!(rows[1], expected);
    assert_eq!(rows.len(), 2);
}

/// Organisers keep their notes beside the columns that the guide names.
#[test]
fn the_guide_says_how_many_columns_are_written() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let (columns, with_remark) = (sheet_sync::header().len(), sheet_sync::first_row().len());
    assert_eq!(with_remark, columns + 1);
    let written = format!(
        "A sync writes the first {columns} columns of the tab `SheetTab` and the heading of the {with_remark}th"
    );
    assert!(guide.contains(&written), "{written}");
}

#[tokio::test]
async fn the_exams_that_were_chosen_of_all_are_named() {
    let app = App::start().await;
    let mut chosen = row(1, "Asha Rao");
    chosen.chosen = ["backwater-bca", "spice-coast-bba", "gone"]
        .map(|exam| CourseId::parse(exam).unwrap())
        .to_vec();
    app.register(&[chosen, row(2, "Binu Nair")]).await;
    app.sync(SYNC).await;
    let rows = app.sheets.contents();
    let named = rows[1..].iter().filter_map(|row| row.get(21));
    assert_eq!(
        named.collect::<Vec<_>>(),
        [&text("BCA Entrance; BBA Entrance; gone")]
    );
}

impl App {
    async fn rename_exam(&self, name: &str) {
        let items = self.test_env.dump(Table::Catalogue).await;
        let mut items = items.into_iter();
        let mut exam = items.find(|item| item["sk"] == "EXAM#backwater-bca").unwrap();
        exam["exam_name"] = json!(name);
        self.test_env.put(Table::Catalogue, &exam).await;
    }
}

#[tokio::test]
async fn an_exam_that_is_renamed_has_its_new_name_after_the_next_sync_and_once() {
    let app = App::start().await;
    let mut chosen = row(1, "Asha Rao");
    chosen.chosen = vec![CourseId::parse("backwater-bca").unwrap()];
    app.register(&[chosen]).await;
    app.sync(SYNC).await;
    app.rename_exam("BCA Admission").await;
    assert_eq!(app.sync(SYNC).await.message(), "1 candidate is in the sheet.");
    assert_eq!(app.sheets.contents()[1][21], text("BCA Admission"));
    let answer = app.sync(SYNC).await;
    assert_eq!(answer.message(), "Nothing has changed since the last sync.");
}

#[tokio::test]
async fn a_pass_that_is_withdrawn_and_what_went_back_are_told() {
    let app = App::start().await;
    let mut refunded = row(1, "Asha Rao");
    refunded.withdrawn = true;
    refunded.paid = vec![PaidPart {
        amount: Paise::new(185_000),
        at: refunded.created_at,
        refunded: Paise::new(185_000),
        lost: Paise::new(30_000),
        handed_back: BTreeMap::new(),
        reference: None,
    }];
    app.register(&[refunded, row(2, "Binu Nair")]).await;
    app.sync(SYNC).await;
    let rows = app.sheets.contents();
    let last_two = |row: &[Cell]| row[13..15].to_vec();
    let lost = rows[1..].iter().filter_map(|row| row.get(20));
    assert_eq!(lost.collect::<Vec<_>>(), [&Cell::Number(300.into())]);
    let mut passes = [last_two(&rows[1]), last_two(&rows[2])];
    passes.sort_by_key(|cells| cells[0].shown());
    assert_eq!(
        passes,
        [
            [text("valid"), Cell::Number(0.into())],
            [text("withdrawn"), Cell::Number(1850.into())],
        ]
    );
}

#[tokio::test]
async fn text_that_looks_like_a_formula_is_escaped_for_exported_files() {
    let app = App::start().await;
    let names = [
        "=HYPERLINK(\"http://x\")",
        "+1+2",
        "@SUM(A1)",
        "-1",
        "\tx",
        "\rx",
        "007",
        "Asha=1",
    ];
    let all: Vec<Row> = names
        .iter()
        .zip(1..)
        .map(|(name, number)| row(number, name))
        .collect();
    app.register(&all).await;
    app.sync(SYNC).await;
    let written: Vec<Cell> = app
        .sheets
        .contents()
        .into_iter()
        .skip(1)
        .map(|mut row| row.swap_remove(1))
        .collect();
    let escaped = [
        "'=HYPERLINK(\"http://x\")",
        "'+1+2",
        "'@SUM(A1)",
        "'-1",
        "'\tx",
        "'\rx",
        "007",
        "Asha=1",
    ];
    assert_eq!(written, escaped.map(text));
}

#[tokio::test]
async fn rows_are_in_the_order_of_registration_and_keep_their_places() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let before = app.ids();
    assert_eq!(before, ["C00000000001", "C00000000002", "C00000000003"]);
    app.register(&rows(4)).await;
    app.sync(SYNC).await;
    assert_eq!(app.ids()[..3], before);
    assert_eq!(app.ids().len(), 4);
}

#[tokio::test]
async fn rows_of_deleted_candidates_are_emptied_and_the_columns_beside_them_are_not() {
    let app = App::start().await;
    let old: Vec<Vec<String>> = (0..50)
        .map(|_| (0..24).map(|column| format!("old {column}")).collect())
        .collect();
    app.sheets.fill(&old);
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let contents = app.sheets.contents();
    assert_eq!(app.ids()[..3], ["C00000000001", "C00000000002", "C00000000003"]);
    assert_eq!(contents.len(), 50);
    for row in &contents[4..] {
        assert!(row[..23].iter().all(|cell| *cell == Cell::Empty));
        assert_eq!(row[23], text("old 23"));
    }
}

#[tokio::test]
async fn a_second_sync_writes_nothing_while_nothing_has_changed() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let requests = [Call::Token, Call::Read, Call::Write].map(|call| app.sheets.calls(call));
    let answer = app.sync(SYNC).await;
    assert_eq!(
        (answer.status.as_u16(), answer.message()),
        (200, "Nothing has changed since the last sync.")
    );
    assert_eq!(
        [Call::Token, Call::Read, Call::Write].map(|call| app.sheets.calls(call)),
        requests
    );
    app.revise(3).await;
    app.sync(SYNC).await;
    assert!(app.sheets.calls(Call::Write) > requests[2]);
}

#[tokio::test]
async fn rewriting_the_sheet_leaves_the_same_values() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let (before, writes) = (app.sheets.contents(), app.sheets.calls(Call::Write));
    let answer = app.sync(SYNC_ALL).await;
    assert_eq!(
        (answer.status.as_u16(), answer.message()),
        (200, "3 candidates are in the sheet.")
    );
    assert_eq!(app.sheets.contents(), before);
    assert!(app.sheets.calls(Call::Write) > writes);
}

#[tokio::test]
async fn another_spreadsheet_in_the_settings_is_written_though_nothing_has_changed() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let mut state = app.test_env.dump(Table::Admin).await;
    let state = state.iter_mut().find(|item| item["pk"] == "SYNC").unwrap();
    state["work"]["written"]["target"] = json!("another/Candidates");
    app.test_env.put(Table::Admin, state).await;
    let answer = app.sync(SYNC).await;
    assert_eq!(answer.message(), "3 candidates are in the sheet.");
}

#[tokio::test]
async fn a_sheet_with_the_header_of_another_release_is_rewritten_though_nothing_has_changed() {
    let app = App::start().await;
    app.register(&rows(3)).await;
    app.sync(SYNC).await;
    let jobs = Jobs::<SheetSync>::from_env(&app.env).unwrap();
    let now = jobs.newest(1).await.unwrap().remove(0);
    // The sheet as the other release left it: with its first row, which the state of the job tells.
    app.sheets.fill(&[vec![
        "Customer ID".to_owned(),
        "Name".to_owned(),
        "School".to_owned(),
    ]]);
    let mut other = now.clone();
    other.work.written.as_mut().unwrap().header = vec!["Customer ID".to_owned(), "Name".to_owned()];
    assert_eq!(jobs.replace(&now, &other).await.unwrap(), Write::Done);
    let answer = app.sync(SYNC).await;
    assert_eq!(
        answer.message(),
        "3 candidates are in the sheet.",
        "{}",
        answer.json
    );
    let contents = app.sheets.contents();
    let first: Vec<String> = contents[0].iter().map(Cell::shown).collect();
    assert_eq!(first, sheet_sync::first_row());
    let answer = app.sync(SYNC).await;
    assert_eq!(answer.message(), "Nothing has changed since the last sync.");
}
