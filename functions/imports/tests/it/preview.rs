//! What is told of a list before anything is written.

use super::*;
use domain::Role;
use test_support::ALL;

/// Line, column and code of each mistake.
fn mistakes(answer: &Answer) -> Vec<(u64, String, String)> {
    let errors = answer.json["errors"].as_array();
    let errors = errors.unwrap_or_else(|| panic!("{}", answer.json)).iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    errors
        .map(|error| {
            (
                error["line"].as_u64().unwrap(),
                text(&error["column"]),
                text(&error["code"]),
            )
        })
        .collect()
}

#[tokio::test]
async fn the_sample_is_in_order_and_a_preview_writes_nothing() {
    let app = App::start().await;
    let before = app.test_env.dump(Table::Registrations).await;
    let answer = app.post(&paid(SAMPLE)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let said = &answer.json;
    assert_eq!(
        (&said["rows"], &said["ok"], &said["duplicates"]),
        (&json!(40), &json!(40), &json!(0))
    );
    assert_eq!((&said["errors"], &said.get("import_id")), (&json!([]), &None));
    assert_eq!((&said["price"], &said["amount"]), (&json!(1000), &json!(40_000)));
    let people = said["people"].as_array().unwrap();
    assert_eq!(
        people[1],
        json!({
            "line": 3, "name": "Abhijith Krishnan", "email": "student02@stmarys.example.com", "phone": "9846010137",
            "exam_preference": "Offline",
        })
    );
    assert_eq!(
        (&people[4]["name"], &people[9]["name"]),
        (&json!("ആനന്ദ് നായർ"), &json!("Das, Arjun"))
    );
    // Behind the empty line.
    assert_eq!(people[20]["line"], 23);
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
    assert!(app.audited("import.started").await.is_empty() && app.events().is_empty());
}

#[tokio::test]
async fn each_mistake_is_told_by_line_and_column_and_what_is_right_is_shown_too() {
    let app = App::start().await;
    let registered = app.test_env.counter_order(SINGLE, "asha@example.com").await;
    assert_eq!(registered.person.email.as_str(), "asha@example.com");
    let csv = "\u{feff}Phone;NAME;e-mail;exam preference\r\n\
        +91 98460 10000;ആനന്ദ് നായർ;anand@example.com;Online\r\n\
        9.87654E+09;Binu;binu@example.com;\r\n\
        9846010001;\"Rao; Cibi\";anand@example.com;\r\n\
        ;;;\r\n\
        9846010002;Asha;asha@example.com;\r\n\
        12345;www.x.com;nobody;perhaps\r\n\
        ;;;online\r\n\
        9846010003;Deepa;deepa@example.com;OFFLINE\r\n";
    let answer = app.post(&paid(csv)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let line = |line, column: &str, code: &str| (line, column.to_owned(), code.to_owned());
    assert_eq!(
        mistakes(&answer),
        [
            line(3, "phone", "shortened_phone"),
            line(4, "email", "email_twice"),
            line(6, "email", "already_registered"),
            line(7, "name", "invalid_name"),
            line(7, "email", "invalid_email"),
            line(7, "phone", "invalid_phone"),
            line(7, "exam_preference", "invalid_exam_preference"),
            line(8, "name", "missing"),
            line(8, "email", "missing"),
            line(8, "phone", "missing"),
        ]
    );
    let said = &answer.json;
    assert_eq!(
        (&said["rows"], &said["ok"], &said["duplicates"]),
        (&json!(7), &json!(2), &json!(2))
    );
    assert_eq!(said["people"][1]["name"], "Deepa");

    let wrong_header = app
        .post(&paid("Naam,email,phone\nAsha,a@example.com,9846010002"))
        .await;
    assert_eq!(
        mistakes(&wrong_header),
        [
            line(1, "Naam", "unknown_column"),
            line(1, "name", "missing_column")
        ]
    );
}

/// As after a release that knew more was taken back.
#[tokio::test]
async fn an_address_about_which_something_cannot_be_read_is_a_mistake_of_its_line() {
    let app = App::start().await;
    app.spoil_claim("student1@example.com").await;
    for payment in ["paid", "later"] {
        let answer = app
            .post(&with(paid(&list_of(3)), "payment", json!(payment)))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_eq!(
            mistakes(&answer),
            [(3, "email".to_owned(), "unreadable".to_owned())]
        );
        assert_eq!(
            answer.json["errors"][0]["message"],
            "What is kept about this address cannot be read. Take the line out, and contact the person who maintains the system."
        );
        let said = &answer.json;
        assert_eq!((&said["ok"], &said["duplicates"]), (&json!(2), &json!(0)));
    }
}

#[tokio::test]
async fn a_list_for_a_package_of_all_colleges_says_who_has_one() {
    let app = App::start().await;
    app.test_env.paid_order(ALL, "student0@example.com").await;
    let form = json!({ "csv": list_of(3), "package": ALL, "payment": "paid", "mode": "upi" });
    let answer = app.post(&form).await;
    assert_eq!(
        mistakes(&answer),
        [(2, "email".to_owned(), "already_registered".to_owned())]
    );
    assert_eq!(
        (&answer.json["price"], &answer.json["amount"]),
        (&json!(1850), &json!(3700))
    );
}

#[tokio::test]
async fn a_field_that_is_missing_or_does_not_fit_is_refused_by_its_name() {
    let app = App::start().await;
    let list = list_of(1);
    let without = |name: &str| {
        let mut form = paid(&list);
        form.as_object_mut().unwrap().remove(name);
        form
    };
    for (form, field) in [
        (without("csv"), "csv"),
        (without("package"), "package"),
        (without("payment"), "payment"),
        (without("course"), "course"),
        (without("college"), "college"),
        (with(paid(&list), "payment", json!("soon")), "payment"),
        (with(paid(&list), "mode", json!("online")), "mode"),
        (with(paid(&list), "package", json!("another")), "package"),
        (with(paid(&list), "college", json!("another")), "college"),
        (with(paid(&list), "course", json!("another")), "course"),
        (with(paid(&list), "amount", json!(0.001)), "amount"),
        (with(paid(&list), "group", json!("a".repeat(121))), "group"),
    ] {
        let answer = app.post(&form).await;
        assert_eq!(
            (answer.status.as_u16(), answer.field()),
            (422, field),
            "{}",
            answer.json
        );
    }
}

#[tokio::test]
async fn who_registers_at_the_counter_may_import_and_nobody_else() {
    let app = App::start().await;
    for (role, status) in [
        (Role::Admin, 200),
        (Role::Counter, 200),
        (Role::Accountant, 403),
        (Role::Door, 403),
    ] {
        let token = app.test_env.token_of(role).await;
        let form = paid(&list_of(1));
        for request in [Request::post(IMPORTS, &form), Request::get(IMPORTS)] {
            let answer = call(&app.router, request.bearer(&token)).await;
            assert_eq!(answer.status.as_u16(), status, "{role:?}: {}", answer.json);
        }
    }
    let answer = call(&app.router, Request::post(IMPORTS, &paid(&list_of(1)))).await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn nobody_is_looked_at_once_the_counter_has_closed() {
    let app = App::start().await;
    let closed = json!({
        "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": "2025-05-20T10:00:00Z", "by": "admin",
    });
    app.test_env.put(Table::Registrations, &closed).await;
    let answer = app.post(&paid(&list_of(1))).await;
    assert_eq!(
        (answer.status.as_u16(), answer.code()),
        (409, "registration_closed")
    );
}

#[tokio::test]
async fn lines_beyond_the_places_that_are_left_are_told() {
    let app = App::start().await;
    app.test_env.limit_places(test_support::COURSE, 2).await;
    let csv = "name,email,phone\n\
        Asha,asha@example.com,9846010001\n\
        Binu,binu@example.com,9846010002\n\
        Cibi,cibi@example.com,9846010003\n";
    let answer = app.post(&paid(csv)).await;
    assert_eq!(
        mistakes(&answer),
        [(4, "email".to_owned(), "sold_out".to_owned())]
    );
}
