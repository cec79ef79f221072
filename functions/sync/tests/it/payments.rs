//! What the sheet tells of payments.

use super::*;
use domain::payment::{Method, Order, Upi};
use domain::till::ReceiptNo;
use store::AuditEntry;
use test_support::{ALL, SINGLE};

/// The columns behind "Refunded (Rs)": booking, when, by what, reference, clerk.
type Told = [String; 5];

impl App {
    /// Writes what is known of a payment beside the order as it is stored.
    async fn change_order(&self, order: &Order, change: impl FnOnce(&mut Value)) {
        let mut items = self.test_env.dump(Table::Registrations).await;
        let item = items
            .iter_mut()
            .find(|item| item["kind"] == "ORDER" && item["order_id"] == order.order_id.as_str())
            .unwrap();
        change(item);
        self.test_env.put(Table::Registrations, item).await;
    }

    async fn paid_online(&self, email: &str, method: &Method) -> Order {
        let order = self.test_env.paid_order(SINGLE, email).await;
        let method = serde_json::to_value(method).unwrap();
        self.change_order(&order, |item| {
            item["method"] = method;
            item["paid_at"] = json!("2025-05-31T19:15:59Z");
        })
        .await;
        order
    }

    /// A payment at the counter, with who did what.
    async fn paid_at_counter(&self, email: &str, acts: &[(&str, bool)], at_once: bool) -> Order {
        let order = self.test_env.counter_order(ALL, email).await;
        if !at_once {
            self.test_env.clock.advance(time::Duration::minutes(5));
        }
        self.test_env.record_paid(&order).await;
        for (place, (action, is_about_order)) in acts.iter().enumerate() {
            let subject = match is_about_order {
                true => order.order_id.as_str(),
                false => order.customer_id.as_str(),
            };
            let by = format!("clerk{place}");
            let now = self.test_env.clock.now();
            let act = AuditEntry::new(
                now,
                &Entropy::system(),
                &by,
                action,
                subject,
                Value::Null,
                Value::Null,
            );
            let mut item = serde_json::to_value(act).unwrap();
            item["pk"] = json!(format!("REG#{}", order.customer_id));
            item["sk"] = json!(format!("ACT#{place}"));
            item["kind"] = json!("ACT");
            self.test_env.put(Table::Registrations, &item).await;
        }
        order
    }

    /// Puts the candidates of these orders into the list, and returns what the sheet then tells of each.
    async fn told(&self, orders: &[&Order]) -> Vec<Told> {
        let mut rows = Vec::new();
        for order in orders {
            let file = self.test_env.registrations().candidate(&order.customer_id).await;
            rows.push(Row::of(&file.unwrap().unwrap()).unwrap());
        }
        self.register(&rows).await;
        assert_eq!(self.sync(SYNC).await.status, 200);
        let lines = self.sheets.contents();
        let told = orders.iter().map(|order| {
            let id = order.customer_id.as_str();
            let line = lines.iter().find(|line| line[0].shown() == id).unwrap();
            let told: Vec<String> = (15..20)
                .map(|column| line.get(column).map(Cell::shown).unwrap_or_default())
                .collect();
            told.try_into().unwrap()
        });
        told.collect()
    }
}

fn told(facts: [&str; 5]) -> Told {
    facts.map(str::to_owned)
}

#[tokio::test]
async fn a_payment_online_is_told_with_the_providers_number_and_without_what_opens_the_pass() {
    let app = App::start().await;
    let upi = Method {
        group: Some("upi".to_owned()),
        upi: Some(Upi {
            upi_id: Some("asha@okaxis".to_owned()),
        }),
        reference: Some("1453002795".to_owned()),
        ..Method::default()
    };
    let order = app.paid_online("asha@example.com", &upi).await;
    let unknown = app.paid_online("binu@example.com", &Method::default()).await;
    let [customer, random] = order
        .order_id
        .as_str()
        .split('-')
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    let all = app.told(&[&order, &unknown]).await;
    let booking = format!("{customer}…{}", &random[16..]);
    assert_eq!(
        all[0],
        told([&booking, "2025-06-01 00:45", "upi", "1453002795", ""])
    );
    let booking = unknown.order_id.shortened();
    assert_eq!(all[1], told([&booking, "2025-06-01 00:45", "", "", ""]));
    let whole = format!("{:?}", app.sheets.contents());
    assert!(
        !whole.contains(order.order_id.as_str()),
        "an order id opens the pass"
    );
    assert!(!whole.contains("okaxis"), "{whole}");
}

#[tokio::test]
async fn a_payment_at_the_counter_is_told_with_its_receipt_and_the_clerk_who_took_it() {
    let app = App::start().await;
    let registered = ("candidate.created", false);
    let marked = ("payment.mark_paid", true);
    let later = app
        .paid_at_counter("later@example.com", &[registered, marked], false)
        .await;
    let at_once = app.paid_at_counter("once@example.com", &[registered], true).await;
    // Who registered it did not take the money, and nobody is known to have.
    let earlier = app
        .paid_at_counter("earlier@example.com", &[registered], false)
        .await;
    let all = app.told(&[&later, &at_once, &earlier]).await;
    for ((order, clerk), told) in [(&later, "clerk1"), (&at_once, "clerk0"), (&earlier, "")]
        .into_iter()
        .zip(&all)
    {
        assert_eq!(told[0], order.order_id.shortened());
        assert_ne!(told[1], "");
        assert_eq!(told[3], ReceiptNo::of(&order.customer_id).to_string());
        assert_eq!(told[4], clerk);
    }
    assert!(all.iter().all(|told| told[2] == "cash"), "{all:?}");
}

#[tokio::test]
async fn a_payment_that_was_taken_with_a_list_names_the_clerk_who_took_the_list() {
    let app = App::start().await;
    let registered = ("candidate.created", false);
    let order = app
        .paid_at_counter("listed@example.com", &[registered], true)
        .await;
    let earlier = order.created_at - time::Duration::minutes(5);
    let earlier = earlier
        .format(&time::format_description::well_known::Rfc3339)
        .unwrap();
    app.change_order(&order, |item| item["paid_at"] = json!(earlier))
        .await;
    let all = app.told(&[&order]).await;
    assert_eq!(all[0][4], "clerk0");
}

#[tokio::test]
async fn one_who_paid_twice_has_both_payments_in_each_column_and_one_who_has_not_paid_has_none() {
    let app = App::start().await;
    let first = app.paid_online("twice@example.com", &Method::default()).await;
    let open = app.test_env.written_order(SINGLE, "open@example.com").await;
    let mut items = app.test_env.dump(Table::Registrations).await;
    let second = items
        .iter_mut()
        .find(|item| item["kind"] == "ORDER" && item["order_id"] == first.order_id.as_str())
        .unwrap();
    let id = format!("{}-0123456789ABCDEFGHJK", first.customer_id);
    second["order_id"] = json!(id);
    second["sk"] = json!(format!("ORDER#{id}"));
    second["paid_at"] = json!("2025-05-31T20:15:59Z");
    second["method"] = json!({ "group": "credit_card", "reference": "77" });
    app.test_env.put(Table::Registrations, second).await;
    let all = app.told(&[&first, &open]).await;
    let bookings = format!("{}; {}…GHJK", first.order_id.shortened(), first.customer_id);
    assert_eq!(
        all[0],
        told([
            &bookings,
            "2025-06-01 00:45; 2025-06-01 01:45",
            "; credit_card",
            "; 77",
            ""
        ])
    );
    assert_eq!(all[1], told(["", "", "", "", ""]));
    // What came in for both, as what went back is for both.
    let lines = app.sheets.contents();
    let line = lines
        .iter()
        .find(|line| line[0].shown() == first.customer_id.as_str());
    assert_eq!(line.unwrap()[22].shown(), "2000");
}

#[tokio::test]
async fn what_the_provider_says_of_a_payment_is_no_formula() {
    let app = App::start().await;
    let method = Method {
        group: Some("=upi".to_owned()),
        reference: Some("-1".to_owned()),
        ..Method::default()
    };
    let order = app.paid_online("asha@example.com", &method).await;
    let told = &app.told(&[&order]).await[0];
    assert_eq!((told[2].as_str(), told[3].as_str()), ("'=upi", "'-1"));
}

#[tokio::test]
async fn an_order_that_cannot_be_read_ends_the_sync_with_words() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com", &Method::default()).await;
    let file = app.test_env.registrations().candidate(&order.customer_id).await;
    let row = Row::of(&file.unwrap().unwrap()).unwrap();
    app.change_order(&order, |item| item["amount"] = json!("much"))
        .await;
    app.register(&[row]).await;
    let answer = app.sync(SYNC).await;
    assert_eq!(answer.status, 502);
    assert!(
        answer.message().starts_with("A registration cannot be read."),
        "{}",
        answer.json
    );
}

#[tokio::test]
async fn how_an_order_was_paid_that_is_known_only_later_is_in_the_sheet_after_the_next_sync() {
    let app = App::start().await;
    let order = app.paid_online("asha@example.com", &Method::default()).await;
    let synced = async || {
        app.test_env.project(&order).await;
        let answer = app.sync(SYNC).await;
        let told = app.sheets.contents()[1][17..19].to_vec();
        (
            answer.message().to_owned(),
            told.iter().map(Cell::shown).collect::<Vec<_>>(),
        )
    };
    assert_eq!(synced().await.1, ["", ""]);
    app.change_order(&order, |item| {
        item["method"] = json!({ "group": "upi", "reference": "1453002795" });
    })
    .await;
    let (message, told) = synced().await;
    assert_eq!(told, ["upi", "1453002795"], "{message}");
    assert_eq!(synced().await.0, "Nothing has changed since the last sync.");
}
