//! The candidates in a spreadsheet, through the function's router and its events, isolated for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod begin;
mod contents;
mod deletion;
mod faults;
mod leases;
mod metrics;
mod payments;
mod sizes;
mod start;

use aws_emulation::Secrets;
use axum::Router;
use config::Env;
use domain::payment::{Channel, Status};
use domain::registration::{ExamPreference, PaymentMode, Selection};
use domain::{CustomerId, Email, Entropy, IndianPhone, PackageId, Paise, Person, PersonName};
use futures::FutureExt;
use serde_json::{Value, json};
use sheets::Pauses;
use sheets_simulator::{Cell, ServiceAccount, SheetsSimulator, SimulatorConfig};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::read_model::Row;
use store::tables::Table;
use sync::SyncWorker;
use test_support::{Answer, Request, TestClock, TestEnv, call};

const SYNC: &str = "/api/sync";
const SYNC_ALL: &str = "/api/sync-all";
const SECRET: &str = "test/sheets";

/// The function, both sides of it, with a spreadsheet that is shared with it.
struct App {
    test_env: TestEnv,
    sheets: SheetsSimulator,
    /// Its requests wait for the job however long that takes: the clock is stopped meanwhile.
    router: Router,
    /// Its pauses take no time and move the clock.
    worker: SyncWorker,
    env: Env,
    token: String,
    revision: AtomicU64,
    secrets: Secrets,
    /// The text of the secret.
    key: Value,
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let account = ServiceAccount::shared().unwrap();
        let clock = test_env.clock.clone();
        let sheets = SheetsSimulator::new(SimulatorConfig {
            clock: Arc::new(move || clock.now()),
            ..SimulatorConfig::new(account.clone(), "sheet-1", "Candidates")
        });
        let sheets = sheets.unwrap();
        let url = sheets.serve().await.unwrap();
        let key = json!({ "client_email": account.client_email, "private_key": account.private_key });
        let secrets = Secrets::serve([(SECRET, key.to_string())]).await.unwrap();
        let env = test_env.env_and(&[
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", secrets.endpoint()),
            ("SHEET_ID", "sheet-1"),
            ("SHEETS_URL", &url),
            ("SHEETS_TOKEN_URL", &format!("{url}/token")),
            ("SHEETS_SECRET", SECRET),
        ]);
        let patient = Pauses::from_fn(|_| tokio::time::sleep(Duration::from_millis(2)).boxed());
        let (router, _) =
            sync::app_and_worker_with(env.clone(), test_env.clock.handle(), Entropy::system(), patient)
                .await
                .unwrap();
        let token = test_env.admin_token().await;
        let worker = worker(&env, &test_env.clock).await;
        Self {
            test_env,
            sheets,
            router,
            worker,
            env,
            token,
            revision: AtomicU64::new(0),
            secrets,
            key,
        }
    }

    /// A worker beside the first, as another environment of the function has it.
    async fn another_worker(&self) -> SyncWorker {
        worker(&self.env, &self.test_env.clock).await
    }

    /// The same function, whose requests do not wait in vain: their pauses move the clock.
    async fn hasty_router(&self) -> Router {
        let pauses = self.test_env.clock.pauses();
        let (router, _) = sync::app_and_worker_with(
            self.env.clone(),
            self.test_env.clock.handle(),
            Entropy::system(),
            pauses,
        )
        .await
        .unwrap();
        router
    }

    /// Asks for a sync, runs what it calls, and returns when it does.
    async fn sync(&self, path: &str) -> Answer {
        let asking = call(&self.router, Request::post(path, &json!({})).bearer(&self.token));
        tokio::pin!(asking);
        loop {
            tokio::select! {
                answer = &mut asking => return answer,
                () = tokio::time::sleep(Duration::from_millis(2)) => self.run_events().await,
            }
        }
    }

    /// Runs every event that waits, and those that come of them.
    async fn run_events(&self) {
        loop {
            let waiting = self.test_env.invocations();
            if waiting.is_empty() {
                return;
            }
            for invocation in waiting {
                assert_eq!(invocation.function, "sync");
                self.worker.handle(invocation.event).await.unwrap();
            }
        }
    }

    /// Begins a job and returns its event, which nobody has worked on.
    async fn begin(&self) -> Value {
        let router = self.hasty_router().await;
        let answer = call(&router, Request::post(SYNC_ALL, &json!({})).bearer(&self.token)).await;
        assert_eq!(answer.status, 202, "{}", answer.json);
        let mut events = self.test_env.invocations();
        assert_eq!(events.len(), 1);
        events.remove(0).event
    }

    async fn state(&self) -> Value {
        let answer = call(&self.router, Request::get(SYNC).bearer(&self.token)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// Makes these the candidates of the list, with the aggregates that go with them.
    async fn register(&self, rows: &[Row]) {
        let items = |row: &Row| {
            let shard = row.customer_id.as_str().bytes().last().unwrap() % 2;
            [
                json!({
                    "pk": format!("REG#{}", row.customer_id),
                    "sk": "PROJECTION",
                    "kind": "PROJECTION",
                    "row": row,
                }),
                json!({
                    "pk": format!("BY_MODE#{}#{shard}", row.payment_mode.as_str()),
                    "sk": row.cursor().as_str(),
                    "kind": "ENTRY",
                }),
            ]
        };
        self.test_env
            .put_all(Table::Registrations, rows.iter().flat_map(items))
            .await;
        self.revise(u64::try_from(rows.len()).unwrap()).await;
    }

    /// Makes the aggregates say that something has changed, and how many candidates there are.
    async fn revise(&self, candidates: u64) {
        let revision = self.revision.fetch_add(1, Ordering::SeqCst) + 1;
        let aggregates = [
            json!({ "pk": "AGGREGATES#0", "sk": "HEAD", "revision": revision, "current": 1, "building": 0 }),
            json!({
                "pk": "AGGREGATES#3",
                "sk": "0000000001#KINDS0",
                "KIND#PAID#online#allColleges": candidates,
            }),
        ];
        self.test_env.put_all(Table::Registrations, aggregates).await;
    }

    /// The column of customer ids, without its head.
    fn ids(&self) -> Vec<String> {
        let rows = self.sheets.contents();
        rows.iter().skip(1).map(|row| row[0].shown()).collect()
    }
}

async fn worker(env: &Env, clock: &TestClock) -> SyncWorker {
    let started =
        sync::app_and_worker_with(env.clone(), clock.handle(), Entropy::system(), clock.pauses()).await;
    started.unwrap().1
}

/// The candidate of a number, each a minute after the one before.
fn row(number: u32, name: &str) -> Row {
    Row {
        customer_id: CustomerId::parse(&format!("C{number:011}")).unwrap(),
        person: Person {
            // As it is stored: no name is asked again by the rule of today.
            name: serde_json::from_value::<PersonName>(name.into()).unwrap(),
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
        created_at: time::macros::datetime!(2025-05-01 00:00 UTC) + time::Duration::minutes(number.into()),
        paid: Vec::new(),
        oversold: false,
        withdrawn: false,
        chosen: Vec::new(),
        filled_in: None,
        places: 0,
    }
}

fn rows(count: u32) -> Vec<Row> {
    (1..=count).map(|number| row(number, "Asha Rao")).collect()
}

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}
