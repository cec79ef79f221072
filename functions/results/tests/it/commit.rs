//! A file is taken whole or not at all.

use super::*;
use domain::CustomerId;
use futures::future::join_all;
use std::collections::BTreeSet;
use test_support::{Fault, SINGLE};
use time::Duration;

impl App {
    /// So many with the same pass, as the candidate list has one of them.
    async fn holders(&self, count: u64) -> Vec<CustomerId> {
        let order = self.holder(SINGLE, "asha@example.com").await;
        let one = order.customer_id.as_str();
        let items = self.test_env.dump(Table::Registrations).await.into_iter();
        let of_list = |item: &Value| {
            item["kind"] == "PROJECTION" || item["pk"].as_str().unwrap().starts_with("BY_COURSE#")
        };
        let known: Vec<String> = items.filter(of_list).map(|item| item.to_string()).collect();
        assert_eq!(known.len(), 2);
        let ids: Vec<CustomerId> = (0..count)
            .map(|number| CustomerId::parse(&format!("C{number:011}")).unwrap())
            .collect();
        let copies = ids.iter().flat_map(|id| {
            let copy = |item: &String| serde_json::from_str(&item.replace(one, id.as_str())).unwrap();
            known.iter().map(copy)
        });
        self.test_env.put_all(Table::Registrations, copies).await;
        ids
    }
}

/// The marks of everybody in the draft.
fn marks(results: &Value) -> Vec<(String, Value)> {
    let rows = results["rows"].as_array().unwrap().iter();
    rows.map(|row| {
        (
            row["customer_id"].as_str().unwrap().to_owned(),
            row["marks"].clone(),
        )
    })
    .collect()
}

async fn two_files(app: &App) -> [String; 2] {
    let mut files = [
        "pass_no,marks,out_of\n".to_owned(),
        "pass_no,marks,out_of\n".to_owned(),
    ];
    for number in 0..5 {
        let order = app
            .holder(SINGLE, &format!("candidate-{number}@example.com"))
            .await;
        for (file, marks) in files.iter_mut().zip([10, 20]) {
            file.push_str(&format!("{},{marks},100\n", pass_no(&order)));
        }
    }
    files
}

/// A file of which some lie in one sheet is read back as it was.
#[tokio::test]
async fn what_was_taken_is_the_draft_and_has_the_place_of_what_was_before() {
    let app = App::start().await;
    let [first, second] = two_files(&app).await;
    assert_eq!(app.read().await["state"], "none");
    let taken = app.commit(&first).await;
    let counts = ["rows", "ok", "missing", "version"].map(|name| taken[name].as_u64().unwrap());
    assert_eq!((&taken["committed"], counts), (&json!(true), [5, 5, 0, 1]));
    let draft = app.read().await;
    assert_eq!(
        (
            &draft["state"],
            &draft["total"],
            &draft["uploaded_by"],
            &draft["publish_at"]
        ),
        (&json!("draft"), &json!(5), &json!("admin"), &Value::Null)
    );
    assert_eq!(marks(&draft).len(), 5);
    assert!(marks(&draft).iter().all(|(_, marks)| *marks == 10));
    assert_eq!(
        (&draft["missing"], &draft["examName"]),
        (&json!([]), &json!("BCA Entrance"))
    );

    // Without the last line, its candidate is missing.
    let shorter = second.trim_end().rsplit_once('\n').unwrap().0;
    let preview = app.preview(shorter).await;
    assert_eq!(preview["replaces"], json!({ "total": 5, "corrected": 0 }));
    app.test_env.clock.advance(Duration::minutes(1));
    app.commit(shorter).await;
    let draft = app.read().await;
    assert_eq!(marks(&draft).len(), 4);
    assert!(marks(&draft).iter().all(|(_, marks)| *marks == 20));
    assert_eq!(
        (&draft["version"], draft["missing"].as_array().unwrap().len()),
        (&json!(2), 1)
    );
    let audited = app.audited("results.uploaded").await;
    assert_eq!(audited.len(), 2);
    assert_eq!(
        audited[0]["after"],
        json!({ "candidates": 5, "corrections": 0, "examName": "BCA Entrance" })
    );
}

/// The answer to it was lost.
#[tokio::test]
async fn a_file_that_is_sent_again_changes_nothing() {
    let app = App::start().await;
    let [first, _] = two_files(&app).await;
    app.commit(&first).await;
    let before = app.everything().await;
    let again = app.commit(&first).await;
    assert_eq!(
        (&again["committed"], &again["version"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(app.everything().await, before);
}

#[tokio::test]
async fn a_crash_at_any_write_leaves_the_draft_before_or_the_new_one() {
    for fault in [
        Fault::CrashBefore(0),
        Fault::CrashAfter(0),
        Fault::CrashBefore(1),
        Fault::CrashAfter(1),
    ] {
        let app = App::start().await;
        let [first, second] = two_files(&app).await;
        app.commit(&first).await;
        let token = app.test_env.admin_token().await;
        app.test_env.database.set(fault);
        let form = json!({ "csv": second, "commit": true });
        let answer = app.call(Request::post(path(""), &form).bearer(&token)).await;
        app.test_env.database.set(Fault::None);
        let after = app.read().await;
        let seen: BTreeSet<String> = marks(&after).iter().map(|(_, marks)| marks.to_string()).collect();
        assert_eq!(marks(&after).len(), 5, "{fault:?}");
        assert_eq!(seen.len(), 1, "{fault:?}: half of a file");
        if answer.status == 200 {
            assert!(seen.contains("20"), "{fault:?}");
        }
        // Sent again, it is taken, once.
        app.commit(&second).await;
        let uploads = app.audited("results.uploaded").await;
        assert_eq!(uploads.len(), 2, "{fault:?}");
        assert!(marks(&app.read().await).iter().all(|(_, marks)| *marks == 20));
    }
}

/// Two windows take a file each at once. How many answers say that theirs is the draft.
async fn at_once(app: &App) -> usize {
    let files = two_files(app).await;
    let token = app.test_env.admin_token().await;
    let answers = join_all(files.iter().map(|csv| {
        let form = json!({ "csv": csv, "commit": true, "version": 0 });
        app.call(Request::post(path(""), &form).bearer(&token))
    }))
    .await;
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "stale_version"));
    }
    answers.iter().filter(|answer| answer.status == 200).count()
}

#[tokio::test]
async fn of_two_files_at_once_one_is_taken() {
    let app = App::start().await;
    assert_eq!(at_once(&app).await, 1);
    let taken = app.read().await;
    let seen: BTreeSet<String> = marks(&taken).iter().map(|(_, marks)| marks.to_string()).collect();
    assert_eq!((marks(&taken).len(), seen.len()), (5, 1));
}

/// The control.
#[tokio::test]
async fn without_the_condition_both_would_be() {
    let app = App::start().await;
    app.test_env.database.set(Fault::NoConditions);
    assert_eq!(at_once(&app).await, 2);
}

#[tokio::test]
async fn a_file_is_taken_on_the_version_that_its_preview_has_shown() {
    let app = App::start().await;
    let [first, second] = two_files(&app).await;
    app.commit(&first).await;
    for version in [0, 2] {
        let form = json!({ "csv": second, "commit": true, "version": version });
        app.assert_changes_nothing(Request::post(path(""), &form), (409, "stale_version", ""))
            .await;
    }
    let form = json!({ "csv": second, "commit": true, "version": 1 });
    assert_eq!(
        app.call_as_admin(Request::post(path(""), &form)).await.status,
        200
    );
}

/// A file of as many lines as one may have, with names, addresses and remarks as long as they may be, is some 3.4 MB.
#[tokio::test]
async fn a_file_of_the_longest_lines_is_read_and_not_refused_for_its_length() {
    let app = App::start().await;
    let seeds = app.holders(1).await;
    let remark = "x".repeat(3_600_000);
    let preview = app
        .preview(&format!(
            "pass_no,marks,out_of,remark\n{},1,2,{remark}\n",
            seeds[0]
        ))
        .await;
    assert_eq!(
        mistakes(&preview["errors"]),
        [(2, "remark".to_owned(), "too_many_remarks".to_owned())]
    );
}

/// Lambda hands an answer over as a string in its own, of 6 MB with what is escaped there.
fn assert_is_handed_over(answer: &Value) {
    let payload = json!({ "body": answer.to_string() }).to_string();
    assert!(payload.len() < 6_000_000, "{}", payload.len());
}

/// A list that slipped by a row warns of each line several times, and one with mixed columns has several mistakes in each.
#[tokio::test]
async fn of_many_mistakes_the_first_are_listed_and_all_are_counted() {
    let app = App::start().await;
    let seeds = app.holders(12_000).await;
    let lines = |of: fn(&str) -> String| seeds.iter().map(|id| of(id.as_str())).collect::<String>();
    let strange = lines(|id| format!("{id},Devi Menon,devi@example.com,1,100\n"));
    let strange = app
        .preview(&format!("pass_no,name,email,marks,out_of\n{strange}"))
        .await;
    assert_eq!(strange["ok"], 12_000);
    let wrong = lines(|id| format!("C,ninety,{id},first,200\n"));
    let wrong = format!("pass_no,marks,out_of,rank,scholarship_percent\n{wrong}");
    let refused = app.upload(&wrong, true).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code()),
        (422, "list_has_errors")
    );
    for (answer, name, each) in [
        (&strange, "warnings", 2),
        (&app.preview(&wrong).await, "errors", 5),
        (&refused.json, "errors", 5),
    ] {
        assert_eq!(answer[name].as_array().unwrap().len(), 1_000);
        assert_eq!(answer[format!("{name}_total")], 12_000 * each);
        assert_is_handed_over(answer);
    }
}

/// As many as a file may have, with as long remarks: within what a transaction and an answer may hold.
#[tokio::test]
async fn twelve_thousand_with_long_remarks_are_taken_in_one_write_and_read_back() {
    let app = App::start().await;
    let seeds = app.holders(12_000).await;
    let remark = "മ".repeat(120);
    let lines = seeds.iter().enumerate().map(|(number, id)| {
        let remark = if number < 5_000 { remark.as_str() } else { "" };
        format!(
            "{},{}.25,100,{},12.5,{remark}\n",
            id.as_str(),
            number % 100,
            number + 1
        )
    });
    let csv = format!(
        "pass_no,marks,out_of,rank,scholarship,remark\n{}",
        lines.collect::<String>()
    );
    assert_is_handed_over(&app.preview(&csv).await);
    app.test_env.database.set(Fault::None);
    let taken = app.commit(&csv).await;
    assert_eq!(taken["ok"], 12_000);
    assert_eq!(app.test_env.database.writes(), 1);
    let read = app.read().await;
    assert_eq!(read["rows"].as_array().unwrap().len(), 12_000);
    for answer in [&taken, &read] {
        assert_is_handed_over(answer);
    }
    let candidate: &CustomerId = &seeds[77];
    let row = read["rows"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["customer_id"] == candidate.as_str());
    assert_eq!(
        (&row.unwrap()["rank"], &row.unwrap()["remark"]),
        (&json!(78), &json!(remark))
    );
    let form = json!({});
    assert_eq!(app.publish(&form).await.status, 200);
    let one_more = format!("{csv}C00000000000,1,2,,,\n");
    let preview = app.preview(&one_more).await;
    assert_eq!(
        mistakes(&preview["errors"]),
        [(12_002, String::new(), "too_many_lines".to_owned())]
    );
    let more_remarks = csv.replacen(",12.5,\n", ",12.5,x\n", 1);
    let preview = app.preview(&more_remarks).await;
    assert_eq!(
        mistakes(&preview["errors"]),
        [(5_002, "remark".to_owned(), "too_many_remarks".to_owned())]
    );
}
