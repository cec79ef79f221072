//! How long and how large: run by hand, with the figures in docs/performance.md.

use super::*;
use config::Env;
use domain::payment::{Channel, Status};
use domain::registration::{ExamPreference, PaymentMode, Selection};
use domain::{CustomerId, Email, IndianPhone, PackageId, Paise, Person, PersonName};
use std::{collections::BTreeMap, time::Instant};
use store::read_model::{PaidPart, Row};

fn row(number: u32) -> Row {
    let at = time::macros::datetime!(2025-05-01 00:00 UTC) + time::Duration::seconds(number.into());
    // Stored before such names were refused: a person who opens the file in another program looks for a formula.
    let name = if number % 100 == 7 {
        "=HYPERLINK(\"x\")"
    } else {
        "Asha Rao"
    };
    Row {
        customer_id: CustomerId::parse(&format!("C{number:011}")).unwrap(),
        person: Person {
            name: serde_json::from_value::<PersonName>(json!(name)).unwrap(),
            email: Email::parse(&format!("asha{number}@x.example")).unwrap(),
            phone: IndianPhone::parse("9876543210").unwrap(),
            phone2: None,
        },
        selection: Selection::AllColleges {
            package_id: PackageId::parse("all-inclusive").unwrap(),
            package_name: "All-Inclusive Exam Access".to_owned(),
        },
        exam_preference: ExamPreference::Offline.into(),
        payment_mode: PaymentMode::Online.into(),
        channel: Channel::Online.into(),
        amount: Paise::new(185_000),
        status: Status::Paid,
        created_at: at,
        paid: vec![PaidPart {
            amount: Paise::new(185_000),
            at,
            refunded: Paise::default(),
            lost: Paise::default(),
            handed_back: BTreeMap::new(),
            reference: Some("1453002795".to_owned()),
        }],
        withdrawn: false,
        chosen: Vec::new(),
        filled_in: None,
        places: 0,
        oversold: false,
    }
}

impl App {
    /// Makes so many the candidates of the lists, with the aggregates that go with them.
    async fn list(&self, count: u32) {
        let items = |number: u32| {
            let row = row(number);
            let shard = row.customer_id.as_str().bytes().last().unwrap() % 2;
            [
                json!({
                    "pk": format!("REG#{}", row.customer_id), "sk": "PROJECTION", "kind": "PROJECTION", "row": row,
                }),
                json!({
                    "pk": format!("BY_MODE#online#{shard}"), "sk": row.cursor().as_str(), "kind": "ENTRY",
                    "mode": "online", "course": "allColleges",
                }),
            ]
        };
        self.test_env
            .put_all(Table::Registrations, (1..=count).flat_map(items))
            .await;
        let aggregates = [
            json!({ "pk": "AGGREGATES#0", "sk": "HEAD", "revision": 1, "current": 1, "building": 0 }),
            json!({
                "pk": "AGGREGATES#3", "sk": "0000000001#KINDS0", "KIND#PAID#online#allColleges": count,
            }),
        ];
        self.test_env.put_all(Table::Registrations, aggregates).await;
    }
}

/// The most memory that this process had since it was last reset, and what it has, in MB.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let of = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let number = line.split_whitespace().nth(1).unwrap();
        number.parse::<u64>().unwrap() / 1024
    };
    (of("VmHWM:"), of("VmRSS:"))
}

/// `EXPORT_SIZES` are the numbers of candidates, `EXPORT_FILES` a folder for the files.
#[tokio::test]
#[ignore = "takes minutes"]
async fn measured() {
    let sizes = Env::from_process()
        .optional("EXPORT_SIZES")
        .unwrap_or_else(|| "20000".to_owned());
    for count in sizes.split_whitespace().map(|size| size.parse::<u32>().unwrap()) {
        let app = App::start().await;
        app.list(count).await;
        for format in ["csv", "xlsx"] {
            let id = app.begin("candidates", format, json!({})).await;
            // From here on the high-water mark is that of the export.
            std::fs::write("/proc/self/clear_refs", "5").unwrap();
            let before = memory().1;
            let begun = Instant::now();
            app.run_events().await;
            let (took, most) = (begun.elapsed(), memory().0);
            let state = app.state(&id).await;
            assert_eq!(
                (&state["state"], &state["rows"]),
                (&json!("done"), &json!(count)),
                "{state}"
            );
            let file = fetch(state["url"].as_str().unwrap()).await.1;
            eprintln!(
                "{count} candidates as {format}: {:.1} s, {:.1} MB, {} MB of memory more than the {before} MB before",
                took.as_secs_f64(),
                file.len() as f64 / 1e6,
                most.saturating_sub(before),
            );
            if let Some(folder) = Env::from_process().optional("EXPORT_FILES") {
                std::fs::write(format!("{folder}/candidates-{count}.{format}"), &file).unwrap();
            }
        }
    }
}
