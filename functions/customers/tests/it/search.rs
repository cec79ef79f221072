//! Finding anybody, by what is typed.

use crate::{CUSTOMERS, list::counts, project_everybody, start};
use domain::{PersonName, payment::Order, till::ReceiptNo};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{ALL, App, Request, SINGLE};
use time::Duration;
use unicode_normalization::UnicodeNormalization;

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
    // By the address that the pass goes by, and by the one before, which is on older mails.
    let pass_id = app.test_env.reissued(&devi).await;
    for text in [pass_id.as_str(), devi.order_id.as_str()] {
        assert_eq!(found(&app, text).await, ["Devi Menon"]);
    }
    let guessed = format!("{}-KQAKWGQT91BP5E009TE6", ashok.customer_id);
    assert_eq!(found(&app, &guessed).await, Vec::<String>::new());
}

/// People of these names, the first the oldest.
async fn called(names: &[&str]) -> (App, Vec<Order>) {
    let app = start().await;
    let mut orders = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let order = app
            .test_env
            .paid_order(SINGLE, &format!("somebody{number}@example.com"))
            .await;
        is_called(&app, &order, name, &format!("98765{number:05}")).await;
        app.test_env.clock.advance(Duration::minutes(1));
        orders.push(order);
    }
    project_everybody(&app).await;
    (app, orders)
}

const LONG: [&str; 8] = [
    "A. P. J. Abdul Kalam Azad Maulana",
    "ശ്രീലക്ഷ്മി കൃഷ്ണൻകുട്ടി നമ്പൂതിരിപ്പാട്",
    "Nguyễn Thị Ánh",
    "Muhammed Abdul Rahman Bin Abdulla Al Hussain Thangal Koya Kunhali Marakkar Panikkaveettil",
    "കെ. പി. സുബൈദ ബീവി",
    "राजेश क़ुरैशी",
    "李",
    "O’Brien D'Souza-Kurian",
];

#[tokio::test]
async fn the_exact_name_finds_its_person_in_each_way_that_unicode_writes_it() {
    let (app, _) = called(&LONG).await;
    for name in LONG {
        let forms = [
            name.to_owned(),
            name.nfd().collect(),
            name.nfc().collect(),
            name.to_lowercase(),
            format!("\u{200b}{}\u{a0}", name.replace(' ', "\u{a0}")),
            name.replace('ൻ', "ന്\u{200d}"),
        ];
        for form in forms {
            assert_eq!(found(&app, &form).await, [name], "{form:?}");
        }
        // Each of its words finds it, too.
        for word in name.split_whitespace().filter(|word| word.chars().count() > 2) {
            assert!(
                found(&app, word).await.contains(&name.to_owned()),
                "{name}: {word}"
            );
        }
    }
    for (text, name) in [
        ("Nguyen", LONG[2]),
        ("nguyen thi anh", LONG[2]),
        ("apj abdul", LONG[0]),
        ("A P J Kalam", LONG[0]),
        ("ശ്രീലക്ഷ്മി", LONG[1]),
        ("കൃഷ്ണന്\u{200d}കുട്ടി", LONG[1]),
        ("ശ്രീ നമ്പൂതിരി", LONG[1]),
        ("panikkaveettil", LONG[3]),
        ("marakkar koya", LONG[3]),
    ] {
        assert_eq!(found(&app, text).await, [name], "{text}");
    }
    // Not split at what joins the letters: this is the end of a word.
    assert!(found(&app, "ഷ്മി").await.is_empty());
}

#[tokio::test]
async fn an_exact_name_comes_first_and_initials_are_not_passed_over() {
    let mut names = vec!["K. P. Zubaida".to_owned()];
    names.extend(('A'..='I').map(|one| format!("Zubaida Beevi {one}")));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (app, _) = called(&names).await;
    assert_eq!(found(&app, "K. P. Zubaida").await, ["K. P. Zubaida"]);
    assert_eq!(found(&app, "kp zubaida").await, ["K. P. Zubaida"]);
    assert_eq!(found(&app, "Zubaida Beevi C").await[0], "Zubaida Beevi C");
    assert_eq!(found(&app, "zubaida").await.len(), 10);
    // The oldest, and yet before all who have one more word.
    let (app, _) = called(&["Asha Rao", "Asha Rao Nair", "Rao Asha", "Ashalatha Rao"]).await;
    assert_eq!(
        found(&app, "asha rao").await,
        ["Asha Rao", "Rao Asha", "Asha Rao Nair", "Ashalatha Rao"]
    );
}

#[tokio::test]
async fn a_number_is_found_as_it_is_on_paper_in_a_link_or_in_small_letters() {
    let (app, orders) = called(&["Asha Nair", "Binu Thomas"]).await;
    let order = &orders[0];
    let id = order.order_id.as_str();
    let receipt = ReceiptNo::of(&order.customer_id).to_string();
    for text in [
        id.to_lowercase(),
        format!("\u{200e}{id}\u{200e}"),
        id.replace('-', "\u{2011}"),
        format!("https://expo.example/pass?order_id={id}"),
        order.order_id.shortened(),
        receipt.clone(),
        receipt.to_lowercase(),
        receipt.replace('-', "\u{2013}"),
        receipt.replace('-', " "),
        domain::pass::qr_text(&order.order_id),
        format!("mailto:{}", order.person.email.as_str()),
        format!("<{}>", order.person.email.as_str()),
        "tel:+91-98765-00000".to_owned(),
        "\u{202a}0091 98765 00000\u{202c}".to_owned(),
    ] {
        assert_eq!(found(&app, &text).await, ["Asha Nair"], "{text}");
    }
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
    let request = Request::get(format!("{CUSTOMERS}?search={}", "x".repeat(301))).bearer(&token);
    let answer = app.call(request).await;
    assert_eq!((answer.status.as_u16(), answer.field()), (422, "search"));
    // As long as it may be, and longer in bytes than a key of the table.
    for text in ["김".repeat(300), format!("@{}", "😀".repeat(299))] {
        assert!(found(&app, &text).await.is_empty());
    }
}
