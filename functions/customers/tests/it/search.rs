//! Finding anybody, by what is typed.

use crate::{CUSTOMERS, list::counts, project_everybody, start};
use domain::PersonName;
use domain::payment::Order;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, App, Request, SINGLE};
use time::Duration;

async fn find(app: &App, query: &str) -> Value {
    let token = app.test_env.admin_token().await;
    let request = Request::get(format!("{CUSTOMERS}?{query}")).bearer(&token);
    let answer = app.call(request).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.json);
    answer.json
}

async fn found(app: &App, text: &str) -> Vec<String> {
    let escaped: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    names(&find(app, &format!("search={escaped}")).await)
}

fn names(page: &Value) -> Vec<String> {
    let rows = page["data"].as_array().unwrap();
    rows.iter()
        .map(|row| row["name"].as_str().unwrap().to_owned())
        .collect()
}

/// Gives a candidate another name and phone, as at the registration.
async fn is_called(app: &App, order: &Order, name: &str, phone: &str) {
    assert!(PersonName::parse(name).is_ok());
    for row in app.test_env.dump(Table::Registrations).await {
        if row["pk"] == format!("REG#{}", order.customer_id) && row.get("person").is_some() {
            let mut row = row;
            row["person"]["name"] = json!(name);
            row["person"]["phone"] = json!(phone);
            app.test_env.put(Table::Registrations, &row).await;
        }
    }
}

/// Four people: two paid, one open, one at the counter.
async fn crowd() -> (App, [Order; 4]) {
    let app = start().await;
    let env = &app.test_env;
    let mut orders = Vec::new();
    for (name, phone, email) in [
        ("Ashok Kumar Nair", "9876500001", "ashok@example.com"),
        ("Müller Nair", "9876500002", "zoe@example.com"),
        ("Binu Thomas", "9876511111", "nair.binu@example.com"),
        ("Devi Menon", "9812500001", "devi@example.org"),
    ] {
        let order = match name {
            "Binu Thomas" => env.open_order(ALL, email).await,
            "Devi Menon" => env.counter_order(SINGLE, email).await,
            _ => env.paid_order(SINGLE, email).await,
        };
        is_called(&app, &order, name, phone).await;
        env.clock.advance(Duration::minutes(1));
        orders.push(order);
    }
    project_everybody(&app).await;
    (app, orders.try_into().unwrap())
}

#[tokio::test]
async fn a_person_is_found_by_a_surname_an_accent_a_phone_an_address_and_the_numbers() {
    let (app, [ashok, _, binu, devi]) = crowd().await;
    for (text, expected) in [
        // Of finds that are alike the newest comes first, and an address before a name.
        ("nair", vec!["Binu Thomas", "Müller Nair", "Ashok Kumar Nair"]),
        ("NAI", vec!["Binu Thomas", "Müller Nair", "Ashok Kumar Nair"]),
        ("muller", vec!["Müller Nair"]),
        ("Müll", vec!["Müller Nair"]),
        ("nair ashok", vec!["Ashok Kumar Nair"]),
        ("ku as na", vec!["Ashok Kumar Nair"]),
        ("nair devi", vec![]),
        ("0001", vec!["Devi Menon", "Ashok Kumar Nair"]),
        ("+91 98765 00001", vec!["Ashok Kumar Nair"]),
        ("ashok@example.com", vec!["Ashok Kumar Nair"]),
        ("DEVI@ex", vec!["Devi Menon"]),
        ("nobody", vec![]),
        ("ol", vec![]),
    ] {
        assert_eq!(found(&app, text).await, expected, "{text}");
    }
    let number = ashok.customer_id.as_str();
    let printed = format!("{} {} {}", &number[..4], &number[4..8], &number[8..]);
    for text in [number, &number.to_lowercase(), &printed, ashok.order_id.as_str()] {
        assert_eq!(found(&app, text).await, ["Ashok Kumar Nair"], "{text}");
    }
    assert_eq!(found(&app, binu.order_id.as_str()).await, ["Binu Thomas"]);
    assert_eq!(found(&app, devi.order_id.as_str()).await, ["Devi Menon"]);
    let guessed = format!("{}-KQAKWGQT91BP5E009TE6", ashok.customer_id);
    assert_eq!(found(&app, &guessed).await, Vec::<String>::new());
}

#[tokio::test]
async fn what_the_filters_hide_is_told_by_its_status() {
    let (app, _) = crowd().await;
    let page = find(&app, "search=nair&status=FAILED").await;
    assert_eq!(names(&page), Vec::<String>::new());
    assert_eq!(
        page["search"],
        json!({
            "cut": false,
            "elsewhere": [{ "status": "ACTIVE", "count": 1 }, { "status": "PAID", "count": 2 }],
        })
    );
    assert_eq!(counts(&page), json!({ "ACTIVE": 1, "PAID": 2 }));
    let page = find(&app, "search=nair&status=PAID").await;
    assert_eq!(names(&page), ["Müller Nair", "Ashok Kumar Nair"]);
    assert_eq!(page["pagination"]["filtered"], 2);
    assert_eq!(
        page["search"]["elsewhere"],
        json!([{ "status": "ACTIVE", "count": 1 }])
    );
    // The other filters hide for good.
    let page = find(&app, "search=nair&status=FAILED&course_category=allColleges").await;
    assert_eq!(
        page["search"]["elsewhere"],
        json!([{ "status": "ACTIVE", "count": 1 }])
    );
    let page = find(&app, "search=nair&email=zoe").await;
    assert_eq!(names(&page), ["Müller Nair"]);
    assert_eq!(find(&app, "status=PAID").await.get("search"), None);
}

#[tokio::test]
async fn a_pass_number_without_a_digit_is_found_and_so_is_a_name_that_looks_like_one() {
    let app = start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    is_called(&app, &order, "Asha Nair", "9876500001").await;
    let id = order.customer_id.as_str();
    for row in app.test_env.dump(Table::Registrations).await {
        if row["pk"] == format!("REG#{id}") {
            let other = row.to_string().replace(id, "CRMESWVQABCD");
            let other = serde_json::from_str(&other).unwrap();
            app.test_env.put(Table::Registrations, &other).await;
        }
    }
    is_called(&app, &order, "Chan Rama", "9876500002").await;
    project_everybody(&app).await;
    for text in ["CRME SWVQ", "crme-swvq-abcd"] {
        assert_eq!(found(&app, text).await, ["Asha Nair"], "{text}");
    }
    assert_eq!(found(&app, "chan rama").await, ["Chan Rama"]);
    assert!(found(&app, "chan rame").await.is_empty());
}

#[tokio::test]
async fn finds_are_paged_by_number_and_cut_at_a_hundred() {
    let app = start().await;
    app.test_env.seed_candidates(7, 240).await;
    project_everybody(&app).await;
    // All of them have this name.
    let first = find(&app, "search=rao&limit=40").await;
    assert_eq!(first["search"]["cut"], json!(true));
    assert_eq!(first["pagination"]["filtered"], 100);
    assert_eq!(first["pagination"]["pages"], 3);
    let last = find(&app, "search=rao&limit=40&page=3").await;
    assert_eq!(last["data"].as_array().unwrap().len(), 20);
    let beyond = find(&app, "search=rao&limit=40&page=4").await;
    assert_eq!(beyond["data"], json!([]));
    let few = find(&app, "search=98&limit=10").await;
    assert_eq!(few["data"], json!([]), "two digits are too few");
}

#[tokio::test]
async fn a_text_that_is_too_long_is_refused() {
    let app = start().await;
    let token = app.test_env.admin_token().await;
    let request = Request::get(format!("{CUSTOMERS}?search={}", "x".repeat(101))).bearer(&token);
    let answer = app.call(request).await;
    assert_eq!((answer.status.as_u16(), answer.field()), (422, "search"));
}

#[tokio::test]
async fn a_search_takes_at_most_twelve_reads() {
    let (app, [ashok, ..]) = crowd().await;
    let token = app.test_env.admin_token().await;
    for text in [
        "nair",
        "ashok+kumar",
        "0001",
        "a@b",
        "CZ6S",
        ashok.order_id.as_str(),
    ] {
        app.test_env.database.set(test_support::Fault::None);
        let request = Request::get(format!("{CUSTOMERS}?search={text}")).bearer(&token);
        assert_eq!(app.call(request).await.status, 200);
        let reads = app.test_env.database.requests();
        assert!(reads <= 12, "{text}: {reads}");
    }
}
