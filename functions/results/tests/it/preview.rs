//! What is said of a file before anything is written.

use super::*;
use test_support::{OTHER_COURSE, SINGLE};

/// Those whom the sample names.
async fn school(app: &App) -> Vec<Order> {
    let mut orders = Vec::new();
    for name in ["asha", "binu", "chandra", "devi", "esha", "farhan"] {
        orders.push(app.holder(SINGLE, &format!("{name}@example.com")).await);
    }
    orders
}

#[tokio::test]
async fn a_file_of_a_school_is_read_with_its_mark_semicolons_and_quoted_cells() {
    let app = App::start().await;
    let orders = school(&app).await;
    let before = app.everything().await;
    let preview = app.preview(SAMPLE).await;
    assert_eq!(app.everything().await, before, "a preview writes nothing");
    assert_eq!(mistakes(&preview["errors"]), []);
    assert_eq!(mistakes(&preview["warnings"]), []);
    let counts =
        ["rows", "ok", "duplicates", "missing", "version"].map(|name| preview[name].as_u64().unwrap());
    assert_eq!(counts, [5, 5, 0, 1, 0]);
    assert_eq!(
        (&preview["committed"], &preview["replaces"]),
        (&json!(false), &Value::Null)
    );
    assert_eq!(
        preview["results"][0],
        json!({
            "line": 2, "customer_id": orders[0].customer_id, "pass_no": pass_no(&orders[0]), "name": "Asha Rao",
            "marks": 87.5, "out_of": 100, "rank": 1, "scholarship_percent": 50, "absent": false,
            "remark": "First in her college; well done",
        })
    );
    let absent = &preview["results"][2];
    assert_eq!(
        (
            &absent["marks"],
            &absent["out_of"],
            &absent["rank"],
            &absent["absent"]
        ),
        (&Value::Null, &Value::Null, &Value::Null, &json!(true))
    );
}

/// Everything that goes wrong with such a file, in one.
#[tokio::test]
async fn each_mistake_is_named_by_its_line_and_column() {
    let app = App::start().await;
    let asha = app.holder(SINGLE, "asha@example.com").await;
    let binu = app.holder(SINGLE, "binu@example.com").await;
    app.holder(SINGLE, "chandra@example.com").await;
    // Two with one address, who both have this exam.
    let first = app.holder(SINGLE, "family@example.com").await;
    let second = app.sibling("family@example.com").await;
    let withdrawn = app.holder(SINGLE, "withdrawn@example.com").await;
    app.test_env.withdraw(&withdrawn).await;
    app.test_env.project(&withdrawn).await;
    let unpaid = app.test_env.open_order(SINGLE, "unpaid@example.com").await;
    app.test_env.project(&unpaid).await;

    let csv = format!(
        "\u{feff}Marks;Pass No;E-mail;Out Of;Rank;Scholarship %;Remarks\r\n\
         87.5;{asha};;100;1;50%;\"Well; done\"\r\n\
         ;\"{asha_again}\";;100;;;\r\n\
         AB;;BINU@Example.com;100;;;\r\n\
         101;;chandra@example.com;100;;;\r\n\
         50;C000 0000 0000;;100;;;\r\n\
         50;twelve;;100;;;\r\n\
         50;;nobody@example.com;100;;;\r\n\
         50;;not an address;100;;;\r\n\
         50;;;100;;;\r\n\
         50;;family@example.com;100;;;\r\n\
         50;{withdrawn};;100;;;\r\n\
         50;{unpaid};;100;;;\r\n\
         \r\n\
         50;{first};;0;0;101;\r\n\
         AB;{second};;100;7;;\r\n",
        asha = pass_no(&asha),
        asha_again = asha.customer_id.as_str().to_lowercase(),
        withdrawn = pass_no(&withdrawn),
        unpaid = pass_no(&unpaid),
        first = pass_no(&first),
        second = pass_no(&second),
    );
    let preview = app.preview(&csv).await;
    let expected = [
        (3, "pass_no", "candidate_twice"),
        (3, "marks", "missing"),
        (5, "marks", "marks_out_of_range"),
        (6, "pass_no", "unknown_candidate"),
        (7, "pass_no", "invalid_pass_no"),
        (8, "email", "unknown_candidate"),
        (9, "email", "invalid_email"),
        (10, "pass_no", "missing"),
        (11, "email", "ambiguous_email"),
        (12, "pass_no", "pass_withdrawn"),
        (13, "pass_no", "not_paid"),
        (15, "out_of", "out_of_zero"),
        (15, "rank", "invalid_rank"),
        (15, "scholarship_percent", "percent_above_100"),
        (16, "rank", "absent_with_rank"),
    ];
    let expected = expected.map(|(line, column, code)| (line, column.to_owned(), code.to_owned()));
    assert_eq!(mistakes(&preview["errors"]), expected);
    let counts = ["rows", "ok", "duplicates"].map(|name| preview[name].as_u64().unwrap());
    assert_eq!(counts, [14, 2, 1]);
    let shared = preview["errors"].as_array().unwrap();
    let shared = shared
        .iter()
        .find(|one| one["code"] == "ambiguous_email")
        .unwrap();
    for order in [&first, &second] {
        assert!(
            shared["message"].as_str().unwrap().contains(&pass_no(order)),
            "{shared}"
        );
    }

    // Nothing is taken of it, and the answer says what a preview says.
    let form = json!({ "csv": csv, "commit": true });
    let refused = app
        .assert_changes_nothing(Request::post(path(""), &form), (422, "list_has_errors", "csv"))
        .await;
    assert_eq!(refused.json["errors"], preview["errors"]);
    assert_eq!(
        (&refused.json["rows"], &refused.json["ok"]),
        (&json!(14), &json!(2))
    );
    assert_eq!(preview["results"][1]["customer_id"], json!(binu.customer_id));
}

#[tokio::test]
async fn who_has_another_exam_has_no_result_of_this_one() {
    let app = App::start().await;
    let asha = app.holder(SINGLE, "asha@example.com").await;
    let everything = app.holder(ALL, "all@example.com").await;
    let upload = async |course: &str| {
        let csv = format!(
            "pass_no,email,marks,out_of\n{},,50,100\n,asha@example.com,50,100\n{},,50,100",
            pass_no(&asha),
            pass_no(&everything)
        );
        let form = json!({ "csv": csv });
        let request = Request::post(format!("/api/results/{course}"), &form);
        app.call_as_admin(request).await.json
    };
    let other = upload(OTHER_COURSE).await;
    let expected = [(2, "pass_no"), (3, "email")];
    let expected = expected.map(|(line, column)| (line, column.to_owned(), "not_for_this_exam".to_owned()));
    assert_eq!(mistakes(&other["errors"]), expected);
    assert_eq!(other["ok"], 1);
    let others = app.test_env.paid_order(ALL, "others@example.com").await;
    app.test_env.choose(&others, &[OTHER_COURSE]).await;
    app.test_env.project(&others).await;
    let csv = format!("pass_no,email,marks,out_of\n{},,50,100", pass_no(&others));
    let told = mistakes(&app.preview(&csv).await["errors"]);
    assert_eq!(told, [(2, "pass_no".to_owned(), "not_for_this_exam".to_owned())]);
    assert_eq!(
        mistakes(&upload(COURSE).await["errors"]).len(),
        1,
        "the second line is the first again"
    );
}

/// The door lets them in to any exam, so they may have written this one.
#[tokio::test]
async fn who_has_bought_all_exams_and_chosen_none_may_have_a_result() {
    let app = App::start().await;
    let undecided = app.undecided("undecided@example.com").await;
    let csv = |whose: &str| format!("pass_no,email,marks,out_of\n{whose},50,100");
    for whose in [
        format!("{},", pass_no(&undecided)),
        ",undecided@example.com".to_owned(),
    ] {
        let preview = app.preview(&csv(&whose)).await;
        assert_eq!(mistakes(&preview["errors"]), [], "{whose}");
        assert_eq!(
            (&preview["results"][0]["customer_id"], &preview["missing"]),
            (&json!(undecided.customer_id), &json!(0))
        );
    }
    // Of one address either child may have written it, and the one who has the exam may have been absent.
    let asha = app.holder(SINGLE, "asha@example.com").await;
    let sibling = app.undecided_sibling("asha@example.com").await;
    let errors = app.preview(&csv(",asha@example.com")).await["errors"].clone();
    assert_eq!(
        mistakes(&errors),
        [(2, "email".to_owned(), "ambiguous_email".to_owned())]
    );
    for order in [&asha, &sibling] {
        assert!(
            errors[0]["message"].as_str().unwrap().contains(&pass_no(order)),
            "{errors}"
        );
    }
    app.commit(&csv(&format!("{},", pass_no(&undecided)))).await;
    let read = app.read().await;
    assert_eq!(
        (
            &read["rows"][0]["has_pass"],
            read["missing"].as_array().unwrap().len()
        ),
        (&json!(true), 1),
        "who has chosen no exam need not have come"
    );
}

#[tokio::test]
async fn a_name_or_address_that_is_another_than_the_pass_has_is_pointed_out() {
    let app = App::start().await;
    let asha = app.holder(SINGLE, "asha@example.com").await;
    let binu = app.holder(SINGLE, "binu@example.com").await;
    let csv = format!(
        "Pass number\tStudent name\tEmail\tMarks obtained\tMax marks\n\
         {}\tBinu Nair\tasha@example.com\t1\t2\n{}\tRAO, Asha\tasha@example.com\t2\t2",
        pass_no(&asha),
        pass_no(&binu)
    );
    let preview = app.preview(&csv).await;
    assert_eq!(preview["ok"], 2);
    let expected = [(2, "name", "other_name"), (3, "email", "other_email")];
    let expected = expected.map(|(line, column, code)| (line, column.to_owned(), code.to_owned()));
    assert_eq!(mistakes(&preview["warnings"]), expected);
}

#[tokio::test]
async fn a_file_that_is_no_table_of_results_is_refused_as_a_whole() {
    let app = App::start().await;
    for (csv, expected) in [
        ("name,marks,out_of\nAsha,1,2", (1, "pass_no", "missing_column")),
        ("pass_no,out_of\nC1,2", (1, "marks", "missing_column")),
        ("pass_no,marks,colour\nC1,1,red", (1, "colour", "unknown_column")),
        ("pass_no,marks\n\"C1,1", (2, "pass_no", "quote_not_closed")),
    ] {
        let (line, column, code) = expected;
        let preview = app.preview(csv).await;
        let expected = vec![(line, column.to_owned(), code.to_owned())];
        assert_eq!(mistakes(&preview["errors"]), expected, "{csv}");
    }
    for csv in [json!(null), json!("  ")] {
        let request = Request::post(path(""), &json!({ "csv": csv }));
        app.assert_changes_nothing(request, (422, "invalid_field", "csv"))
            .await;
    }
    for course in ["no-such-exam", "x"] {
        let path = format!("/api/results/{course}");
        let unknown = Request::post(path, &json!({ "csv": "pass_no,marks\nC1,1" }));
        app.assert_changes_nothing(unknown, (404, "not_found", "")).await;
    }
}
