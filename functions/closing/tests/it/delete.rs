//! What is deleted, what is kept, and what the report says.

use super::*;
use domain::{
    payment::{Change, DisputeReport, DisputeState, Method, RefundEvent, RefundId, Upi},
    registration::PaymentMode,
};
use export_files::ExportFiles;
use store::{AuditEntry, AuditLog, Jobs, Write, exports::Export};
use test_support::SINGLE;

impl App {
    /// Nothing is due any more.
    async fn settle(&self) {
        for item in self.test_env.dump(Table::Registrations).await {
            if item.get("due_shard").is_some() {
                let mut settled = item.clone();
                let members = settled.as_object_mut().unwrap();
                members.remove("due_shard");
                members.remove("due_at");
                self.test_env.put(Table::Registrations, &settled).await;
            }
        }
    }
}

#[tokio::test]
async fn nobody_is_in_any_table_afterwards_and_the_accounts_have_every_payment() {
    let app = App::with_candidates(36).await;
    let log = AuditLog::from_env(&app.test_env.env()).unwrap();
    let about = AuditEntry::new(
        app.test_env.clock.now(),
        &Entropy::system(),
        "Binu",
        "candidate.created",
        "C1",
        Value::Null,
        json!({ "name": "Asha Rao", "email": "asha1@example.com", "order_amount": 1000 }),
    );
    log.keep(&about).await.unwrap();
    let before = app.test_env.dump(Table::Registrations).await;
    let orders: Vec<&Value> = before.iter().filter(|item| item["kind"] == "ORDER").collect();
    let paid: Vec<&&Value> = orders
        .iter()
        .filter(|order| order.get("paid_at").is_some())
        .collect();
    assert!(paid.len() > 3 && paid.len() < orders.len());
    let text = everything(&app.test_env).await;
    for personal in ["@example.com", "asha rao", "9876543210"] {
        assert!(text.contains(personal), "{personal}");
    }

    app.begin().await;
    let report = app.finish().await;

    let left = app.test_env.dump(Table::Registrations).await;
    let left: Vec<&str> = left.iter().map(|item| item["pk"].as_str().unwrap()).collect();
    assert_eq!(left, ["EVENT", "EVENT"]);
    let (text, records) = (everything(&app.test_env).await, app.records());
    for personal in ["@example.com", "asha rao", "9876543210"] {
        assert!(!text.contains(personal), "{personal}");
        assert!(!records.to_lowercase().contains(personal), "{personal}");
    }
    // The event that is over stays in the log, with what it cost.
    assert!(text.contains("candidate.created") && text.contains("1000"));

    let sum: u64 = paid.iter().map(|order| order["amount"].as_u64().unwrap()).sum();
    assert_eq!(records.lines().count(), paid.len() + 1);
    for order in &paid {
        let reference = order["order_id"].as_str().unwrap();
        let is_online = order["channel"] == "online";
        assert_eq!(records.contains(reference), is_online, "{reference}");
    }
    assert_eq!(report["records"]["payments"], paid.len());
    assert_eq!(report["records"]["paid"].as_f64().unwrap() * 100.0, sum as f64);
    assert_eq!(report["erased"]["CANDIDATE"], 36);
    assert_eq!(report["erased"]["ORDER"], orders.len());
    assert_eq!(report["redacted"], 1);
    assert_eq!(report.get("sheet_emptied"), None);
    assert!(report["finished_at"].is_string());
    let erased: u64 = report["erased"]
        .as_object()
        .unwrap()
        .values()
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(erased, before.len() as u64);
}

/// One that was made, and one that a worker is at, which is by somebody's address.
#[tokio::test]
async fn no_export_is_left_with_what_was_typed_for_it_and_no_part_of_its_file() {
    let app = App::with_candidates(3).await;
    let env = app.test_env.env();
    let (files, jobs) = (
        ExportFiles::from_env(&env).unwrap(),
        Jobs::<Export>::from_env(&env).unwrap(),
    );
    for (random, state, is_whole) in [
        ("0123456789ABCDEF", "done", true),
        ("FEDCBA9876543210", "running", false),
    ] {
        let key = ExportFiles::key(&format!("{random}/one.csv"));
        let upload = files.begin(&key, "text/csv").await.unwrap();
        let part = b"asha1@example.com".to_vec();
        let tag = files.put_part(&key, &upload, 1, part).await.unwrap();
        if is_whole {
            files
                .complete(&key, &upload, std::slice::from_ref(&tag))
                .await
                .unwrap();
        }
        let job = json!({
            "id": format!("01747735200000-{random}"), "state": state, "lease": "lease", "writes": 1, "heartbeat": 0,
            "created_at": "2025-05-20T10:00:00Z", "created_by": "admin",
            "work": {
                "kind": "candidates", "format": "csv", "filters": { "email": "asha1@example.com" },
                "file": { "key": key, "upload": upload },
            },
        });
        let by = AuditEntry::new(
            app.test_env.clock.now(),
            &Entropy::system(),
            "admin",
            "export.started",
            random,
            Value::Null,
            Value::Null,
        );
        let begun = jobs.begin(None, &serde_json::from_value(job).unwrap(), &by).await;
        assert_eq!(begun.unwrap(), Write::Done);
    }
    assert_eq!(app.test_env.export_files().len(), 2);

    app.begin().await;
    let report = app.finish().await;

    assert_eq!(app.test_env.export_files(), Vec::<Vec<u8>>::new());
    assert_eq!(report["exports"], 1);
    let admin = app.test_env.dump(Table::Admin).await;
    assert!(!admin.iter().any(|item| item["pk"] == "EXPORTS"), "{admin:?}");
    let text = everything(&app.test_env).await;
    assert!(!text.contains("@example.com"));
    // Who exported what stays in the log.
    assert!(text.contains("export.started"));
}

/// One that was stopped would otherwise keep whom it was for, and what it says.
#[tokio::test]
async fn no_message_is_left() {
    let app = App::with_candidates(1).await;
    let message = json!({
        "pk": "MESSAGES", "sk": "01747735200000-0123456789ABCDEF", "state": "stopped",
        "work": { "audience": { "customer_ids": ["C0123456789A"] }, "text": { "subject": "News", "body": "Dear Asha Rao" } },
    });
    app.test_env.put(Table::Admin, &message).await;
    app.begin().await;
    app.finish().await;
    let text = everything(&app.test_env).await;
    assert!(!text.contains("c0123456789a") && !text.contains("asha rao"));
}

#[tokio::test]
async fn the_file_for_the_accounts_tells_what_was_paid_by_what_and_what_went_back() {
    let app = App::with_candidates(0).await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let refund = RefundId::parse("refund-1").unwrap();
    app.test_env
        .change_paid(
            &order,
            Change::RefundReported {
                refund_id: refund,
                amount: Some(domain::Paise::new(40_050)),
                event: RefundEvent::Succeeded,
            },
        )
        .await;
    let lost = Change::DisputeReported(DisputeReport {
        id: "433475258".to_owned(),
        state: DisputeState::Lost,
        word: "CHARGEBACK_MERCHANT_LOST".to_owned(),
        amount: Some(domain::Paise::new(30_000)),
        updated_at: None,
    });
    app.test_env.change_paid(&order, lost).await;
    app.settle().await;
    app.begin().await;
    let report = app.finish().await;
    assert_eq!(
        (&report["records"]["refunded"], &report["records"]["lost"]),
        (&json!(400.5), &json!(300))
    );
    let records = app.records();
    let lines: Vec<&str> = records.lines().collect();
    assert_eq!(
        lines[0],
        "\u{feff}\"Entry\",\"Reference\",\"When\",\"Amount\",\"Currency\",\"By\",\"For\",\"Refund\""
    );
    let year = day_after_the_event(6, 0).year();
    let payment = format!("\"payment\",\"{}\",\"{year}-", order.order_id);
    assert!(lines[1].starts_with(&payment), "{}", lines[1]);
    assert!(lines[1].contains("+05:30\",\"1000.00\",\"INR\","), "{}", lines[1]);
    assert!(lines[2].starts_with("\"refund SUCCESS\","), "{}", lines[2]);
    assert!(
        lines[3].starts_with("\"dispute LOST\",")
            && lines[3].contains("\"300.00\"")
            && lines[3].ends_with("\"433475258\""),
        "{}",
        lines[3]
    );
    assert!(
        lines[2].contains("\"400.50\"") && lines[2].ends_with("\"refund-1\""),
        "{}",
        lines[2]
    );
}

#[tokio::test]
async fn what_forgotten_people_paid_is_in_the_accounts_and_then_gone() {
    let app = App::with_candidates(0).await;
    let by_upi = Method {
        group: Some("upi".to_owned()),
        card: None,
        upi: Some(Upi {
            upi_id: Some("asha@okaxis".to_owned()),
        }),
        reference: Some("1453002795".to_owned()),
    };
    let online = app.test_env.written_order(SINGLE, "asha@example.com").await;
    app.test_env.record_paid_by(&online, &by_upi).await;
    let lost = Change::DisputeReported(DisputeReport {
        id: "433475258".to_owned(),
        state: DisputeState::Lost,
        word: "CHARGEBACK_MERCHANT_LOST".to_owned(),
        amount: Some(domain::Paise::new(30_000)),
        updated_at: None,
    });
    app.test_env.change_paid(&online, lost).await;
    app.test_env.forget(&online).await;
    app.test_env.clock.advance(Duration::minutes(1));
    let counter = app.test_env.counter_order(SINGLE, "binu@example.com").await;
    app.test_env.record_paid(&counter).await;
    let handed_back = Change::RefundRequested {
        refund_id: RefundId::parse("refund-1").unwrap(),
        amount: domain::Paise::new(40_050),
        reason: "Binu is ill".to_owned(),
        by: "admin".to_owned(),
        mode: Some(PaymentMode::Cash.into()),
    };
    app.test_env.change_paid(&counter, handed_back).await;
    app.test_env.forget(&counter).await;
    let text = everything(&app.test_env).await;
    for personal in ["@example.com", "asha rao", "9876543210", "okaxis", "is ill"] {
        assert!(!text.contains(personal), "{personal}");
    }

    app.begin().await;
    let report = app.finish().await;
    let records = &report["records"];
    let sums = ["payments", "paid", "refunded", "lost"].map(|name| records[name].clone());
    assert_eq!(sums, [json!(2), json!(2_000), json!(400.5), json!(300)]);
    let records = app.records();
    let lines: Vec<Vec<&str>> = records
        .lines()
        .skip(1)
        .map(|line| {
            let cells = line.strip_prefix('"').and_then(|line| line.strip_suffix('"'));
            cells.unwrap().split("\",\"").collect()
        })
        .collect();
    let cells: Vec<[&str; 4]> = lines
        .iter()
        .map(|line| [line[0], line[3], line[5], line[7]])
        .collect();
    assert_eq!(
        cells,
        [
            ["payment", "1000.00", "upi", ""],
            ["dispute LOST", "300.00", "", "433475258"],
            ["payment", "1000.00", "cash", ""],
            ["refund SUCCESS", "400.50", "cash", "refund-1"],
        ]
    );
    // The report counts it by its kind.
    assert!(!everything(&app.test_env).await.contains("forgotten#"));
}

/// Both payments of an order went back, of which one was counted.
#[tokio::test]
async fn no_more_is_refunded_in_the_accounts_than_was_paid() {
    let app = App::with_candidates(0).await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    for refund in ["refund-1", "refund-2"] {
        let change = Change::RefundReported {
            refund_id: RefundId::parse(refund).unwrap(),
            amount: Some(order.amount),
            event: RefundEvent::Succeeded,
        };
        app.test_env.change_paid(&order, change).await;
    }
    app.settle().await;
    app.begin().await;
    let report = app.finish().await;
    let records = &report["records"];
    assert_eq!(
        (&records["paid"], &records["refunded"]),
        (&json!(1_000), &json!(1_000))
    );
    let records = app.records();
    let refunds = records
        .lines()
        .filter(|line| line.starts_with("\"refund SUCCESS\""));
    let amounts: Vec<&str> = refunds.map(|line| line.split("\",\"").nth(3).unwrap()).collect();
    assert_eq!(amounts, ["1000.00", "0.00"]);
}

/// A chargeback that is lost, and then its arbitration, are about the same money.
#[tokio::test]
async fn the_rows_of_lost_disputes_add_up_to_what_the_accounts_say_is_lost() {
    let app = App::with_candidates(0).await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    let reports = [
        ("1", DisputeState::Lost, "CHARGEBACK_MERCHANT_LOST", 70_000),
        ("2", DisputeState::Lost, "ARBITRATION_MERCHANT_LOST", 70_000),
        ("3", DisputeState::Won, "DISPUTE_MERCHANT_WON", 70_000),
    ];
    for (id, state, word, amount) in reports {
        let report = DisputeReport {
            id: id.to_owned(),
            state,
            word: word.to_owned(),
            amount: Some(domain::Paise::new(amount)),
            updated_at: None,
        };
        app.test_env
            .change_paid(&order, Change::DisputeReported(report))
            .await;
    }
    app.settle().await;
    app.begin().await;
    let report = app.finish().await;
    let records = app.records();
    let amounts = |what: &str| -> Vec<f64> {
        let lines = records.lines().filter(|line| line.starts_with(what));
        lines
            .map(|line| line.split("\",\"").nth(3).unwrap().parse().unwrap())
            .collect()
    };
    assert_eq!(amounts("\"dispute LOST\""), [700.0, 300.0]);
    assert_eq!(report["records"]["lost"], 1_000);
    // What was asked for and stayed here.
    assert_eq!(amounts("\"dispute WON\""), [700.0]);
}

#[tokio::test]
async fn an_event_of_another_kind_is_refused_and_without_a_job_nothing_is_done() {
    let app = App::with_candidates(2).await;
    let before = app.test_env.dump(Table::Registrations).await;
    assert!(app.closer.handle(json!({ "job": "moon" })).await.is_err());
    assert_eq!(app.minute().await.unwrap(), "nothing to do");
    app.close_registration().await;
    assert_eq!(app.minute().await.unwrap(), "nothing to do");
    assert_eq!(
        app.test_env.dump(Table::Registrations).await.len(),
        before.len() + 1
    );
}

#[tokio::test]
async fn another_worker_leaves_the_job_to_one_that_is_alive_and_takes_it_from_one_that_is_not() {
    let app = App::with_candidates(2).await;
    app.begin().await;
    let mut items = app.test_env.dump(Table::Registrations).await;
    let job = items.iter_mut().find(|item| item["sk"] == "CLOSING").unwrap();
    job["heartbeat"] = json!(app.test_env.clock.now().unix_timestamp());
    job["wakes"] = Value::Null;
    app.test_env.put(Table::Registrations, job).await;
    assert_eq!(app.minute().await.unwrap(), "nothing to do");
    app.minute().await.unwrap();
    app.finish().await;
}
