//! What the door knows of who was there.

use super::*;
use test_support::SINGLE;
use time::{OffsetDateTime, format_description::well_known::Rfc3339, macros::datetime};

const BEGUN: OffsetDateTime = datetime!(2025-05-31 05:00 UTC);
const PRACTICE: OffsetDateTime = datetime!(2025-05-30 05:00 UTC);

impl App {
    /// Lets somebody in to the exam, as the door writes it.
    async fn admit(&self, order: &Order, at: OffsetDateTime) {
        let list = format!("exam:{COURSE}");
        let hour = if at == BEGUN {
            "2025-05-31T10"
        } else {
            "2025-05-30T10"
        };
        let admission = json!({
            "pk": format!("PASS#{}", order.customer_id), "sk": format!("LIST#{list}"), "customer_id": order.customer_id,
            "at": at.format(&Rfc3339).unwrap(), "by": "door", "device": "Gate 1", "nonce": order.customer_id, "version": 0,
        });
        let count = json!({
            "pk": "COUNTS#0", "sk": format!("{list}#{hour}#Gate 1#door"), "list": list, "hour": hour, "device": "Gate 1",
            "by": "door", "admitted": 1,
        });
        self.test_env.put(Table::CheckIn, &admission).await;
        self.test_env.put(Table::CheckIn, &count).await;
    }
}

#[tokio::test]
async fn who_was_at_the_exam_is_compared_with_who_has_marks() {
    let app = App::start().await;
    let present = app.holder(SINGLE, "present@example.com").await;
    let away = app.holder(SINGLE, "away@example.com").await;
    let left_out = app.holder(SINGLE, "left-out@example.com").await;
    let csv = format!(
        "pass_no,marks,out_of\n{},AB,\n{},60,100\n",
        pass_no(&present),
        pass_no(&away)
    );
    // Nobody was let in: the door says nothing of anybody.
    app.admit(&away, PRACTICE).await;
    assert_eq!(mistakes(&app.preview(&csv).await["warnings"]), []);
    app.commit(&csv).await;
    let read = app.read().await;
    assert_eq!(
        (&read["rows"][0]["attended"], &read["missing"][0]["attended"]),
        (&Value::Null, &Value::Null)
    );

    app.admit(&present, BEGUN).await;
    let expected = [(2, "at_door"), (3, "not_at_door")];
    let expected = expected.map(|(line, code)| (line, "marks".to_owned(), code.to_owned()));
    assert_eq!(mistakes(&app.preview(&csv).await["warnings"]), expected);
    let read = app.read().await;
    for row in read["rows"].as_array().unwrap() {
        assert_eq!(
            row["attended"],
            json!(row["customer_id"] == present.customer_id.as_str())
        );
    }
    assert_eq!(
        (
            &read["missing"][0]["customer_id"],
            &read["missing"][0]["attended"]
        ),
        (&json!(left_out.customer_id), &json!(false))
    );
}

#[tokio::test]
async fn who_is_not_in_the_file_and_was_not_let_in_is_taken_as_absent_where_that_is_wanted() {
    let app = App::start().await;
    let present = app.holder(SINGLE, "present@example.com").await;
    let away = app.holder(SINGLE, "away@example.com").await;
    let without_marks = app.holder(SINGLE, "without-marks@example.com").await;
    // Who may sit every exam need not have come to this one.
    app.holder(ALL, "every@example.com").await;
    let csv = format!("pass_no,marks,out_of\n{},60,100\n", pass_no(&present));
    let form = |commit| json!({ "csv": csv, "commit": commit, "mark_absent": true });
    let post = async |form: Value| app.call_as_admin(Request::post(path(""), &form)).await.json;
    // Nobody was let in: the door says nothing of anybody.
    let preview = post(form(false)).await;
    assert_eq!(
        (&preview["missing"], &preview["not_let_in"]),
        (&json!(3), &json!(0))
    );
    for order in [&present, &without_marks] {
        app.admit(order, BEGUN).await;
    }
    let preview = post(form(false)).await;
    assert_eq!(
        (&preview["missing"], &preview["not_let_in"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(app.commit(&csv).await["committed"], true);
    assert_eq!(app.read().await["total"], 1, "it was not asked for");
    for _ in 0..2 {
        // The answer that was lost is the same.
        let taken = post(form(true)).await;
        assert_eq!(
            (&taken["committed"], &taken["version"]),
            (&json!(true), &json!(2))
        );
    }
    let read = app.read().await;
    let rows = read["rows"].as_array().unwrap();
    let absent: Vec<&Value> = rows.iter().filter(|row| row["absent"] == true).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(absent[0]["customer_id"], away.customer_id.as_str());
}

#[tokio::test]
async fn who_has_chosen_no_exam_is_missed_where_the_door_let_them_in() {
    let app = App::start().await;
    let present = app.holder(SINGLE, "present@example.com").await;
    let came = app.undecided("came@example.com").await;
    app.undecided("away@example.com").await;
    let csv = format!("pass_no,marks,out_of\n{},60,100\n", pass_no(&present));
    for order in [&present, &came] {
        app.admit(order, BEGUN).await;
    }
    let preview = app.preview(&csv).await;
    assert_eq!(
        (&preview["missing"], &preview["not_let_in"]),
        (&json!(1), &json!(0))
    );
    app.commit(&csv).await;
    let missing = app.read().await["missing"].clone();
    assert_eq!(missing.as_array().unwrap().len(), 1, "{missing}");
    assert_eq!(
        (&missing[0]["customer_id"], &missing[0]["attended"]),
        (&json!(came.customer_id), &json!(true))
    );
}

/// The guard has decided it, and they have written the exam.
#[tokio::test]
async fn who_has_chosen_other_exams_has_a_result_of_one_whose_door_let_them_in() {
    let app = App::start().await;
    let holder = app.holder(SINGLE, "holder@example.com").await;
    let chose_another = async |email: &str| {
        let order = app.test_env.paid_order(ALL, email).await;
        app.test_env.choose(&order, &[OTHER_COURSE]).await;
        app.test_env.project(&order).await;
        order
    };
    let let_in = chose_another("let-in@example.com").await;
    let away = chose_another("away@example.com").await;
    let csv = |whose: &str| format!("pass_no,email,marks,out_of\n{whose},60,100\n");
    let by_number = csv(&format!("{},", pass_no(&let_in)));
    let refused = [(2, "pass_no".to_owned(), "not_for_this_exam".to_owned())];
    assert_eq!(mistakes(&app.preview(&by_number).await["errors"]), refused);

    app.admit(&let_in, BEGUN).await;
    for (csv, column) in [
        (by_number.clone(), "pass_no"),
        (csv(",let-in@example.com"), "email"),
    ] {
        let preview = app.preview(&csv).await;
        assert_eq!(mistakes(&preview["errors"]), [], "{column}");
        let warned = [(2, column.to_owned(), "not_chosen".to_owned())];
        assert_eq!(mistakes(&preview["warnings"]), warned);
        assert_eq!(preview["missing"], 1, "who has bought the exam alone");
    }
    let of_another = csv(&format!("{},", pass_no(&away)));
    assert_eq!(mistakes(&app.preview(&of_another).await["errors"]), refused);
    let of_holder = csv(&format!("{},", pass_no(&holder)));
    assert_eq!(app.preview(&of_holder).await["missing"], 1, "who was let in");

    // The file did not have them: their result is added by itself.
    app.commit(&of_holder).await;
    let missing = app.read().await["missing"].clone();
    assert_eq!(
        (missing.as_array().unwrap().len(), &missing[0]["customer_id"]),
        (1, &json!(let_in.customer_id))
    );
    assert_eq!(app.correct(&let_in, &correction(50.0, 0)).await.status, 200);
    assert_eq!(app.correct(&away, &correction(50.0, 0)).await.status, 404);
    let read = app.read().await;
    assert_eq!(read["missing"], json!([]));
    let rows = read["rows"].as_array().unwrap();
    let row = rows
        .iter()
        .find(|row| row["customer_id"] == let_in.customer_id.as_str());
    assert_eq!(row.unwrap()["has_pass"], true);
}

#[tokio::test]
async fn who_has_chosen_only_what_no_college_has_any_more_has_a_result_as_who_has_chosen_none() {
    let app = App::start().await;
    let order = app.test_env.paid_order(ALL, "asha@example.com").await;
    app.test_env.choose(&order, &[OTHER_COURSE]).await;
    app.test_env.project(&order).await;
    app.test_env.list_exam(OTHER_COURSE, &[]).await;
    app.admit(&order, BEGUN).await;
    let csv = format!("pass_no,marks,out_of\n{},60,100\n", pass_no(&order));
    let preview = app.preview(&csv).await;
    assert_eq!(mistakes(&preview["errors"]), []);
    assert_eq!(mistakes(&preview["warnings"]), []);
    app.commit(&csv).await;
    assert_eq!(app.read().await["rows"][0]["has_pass"], true);
}

#[tokio::test]
async fn a_result_stays_whose_pass_is_not_accepted_any_more() {
    let app = App::start().await;
    let order = app.holder(SINGLE, "asha@example.com").await;
    app.commit(&format!("pass_no,marks,out_of\n{},60,100\n", pass_no(&order)))
        .await;
    app.test_env.pay_back(&order).await;
    app.test_env.project(&order).await;
    let read = app.read().await;
    assert_eq!(
        (
            &read["rows"][0]["has_pass"],
            &read["rows"][0]["name"],
            &read["missing"]
        ),
        (&json!(false), &json!("Asha Rao"), &json!([]))
    );
}
