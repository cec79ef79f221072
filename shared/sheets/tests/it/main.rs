//! The client against the simulated Google.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use aws_emulation::Secrets;
use config::Env;
use domain::{Clock, Entropy};
use sheets::{Pauses, Sheets, SheetsConfig, SheetsError, Spreadsheet, Value};
use sheets_simulator::{Call, Cell, Fault, Rule, ServiceAccount, SheetsSimulator, SimulatorConfig};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use time::OffsetDateTime;

/// A client and what it writes. Pauses take no time and are added up.
struct Fixture {
    sheets: Sheets,
    simulator: SheetsSimulator,
    waited: Arc<AtomicI64>,
    secrets: Secrets,
}

impl Fixture {
    async fn new() -> Self {
        let account = ServiceAccount::shared().unwrap();
        Self::with(account.clone(), account, "sheet-1").await
    }

    /// A client with the key of `ours`, of a spreadsheet of this id, at a Google that knows `known` and `sheet-1`.
    async fn with(ours: ServiceAccount, known: ServiceAccount, spreadsheet: &str) -> Self {
        let waited = Arc::new(AtomicI64::new(0));
        let now = {
            let waited = Arc::clone(&waited);
            move || OffsetDateTime::UNIX_EPOCH + time::Duration::milliseconds(waited.load(Ordering::SeqCst))
        };
        let simulator = SheetsSimulator::new(SimulatorConfig {
            clock: Arc::new(now.clone()),
            ..SimulatorConfig::new(known, "sheet-1", "Candidates")
        });
        let simulator = simulator.unwrap();
        let url = simulator.serve().await.unwrap();
        let secret = serde_json::to_string(&ours).unwrap();
        let secrets = Secrets::serve([("key", secret)]).await.unwrap();
        let env = Env::from_pairs([
            ("AWS_REGION", "ap-south-1"),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("AWS_ENDPOINT_URL", secrets.endpoint()),
            ("SHEET_ID", spreadsheet),
            ("SHEETS_URL", &url),
            ("SHEETS_TOKEN_URL", &format!("{url}/token")),
            ("SHEETS_SECRET", "key"),
        ]);
        let counted = Arc::clone(&waited);
        let pauses = Pauses::from_fn(move |pause| {
            counted.fetch_add(i64::try_from(pause.as_millis()).unwrap(), Ordering::SeqCst);
            Box::pin(std::future::ready(()))
        });
        let spreadsheet = Spreadsheet::from_env(&env).unwrap().unwrap();
        let config =
            SheetsConfig::from_env(&env, spreadsheet, Clock::from_fn(now), Entropy::system(), pauses);
        Self {
            sheets: Sheets::new(config.unwrap()),
            simulator,
            waited,
            secrets,
        }
    }

    fn fail(&self, call: Call, times: Option<u32>, fault: Fault) {
        self.simulator.fail(Rule {
            call: Some(call),
            after: 0,
            times,
            fault,
        });
    }

    fn waited(&self) -> Duration {
        Duration::from_millis(self.waited.load(Ordering::SeqCst).try_into().unwrap())
    }
}

fn row(texts: [&str; 2]) -> Vec<Value> {
    texts.map(|text| Value::Text(text.to_owned())).into()
}

#[tokio::test]
async fn the_tab_is_made_with_room_and_made_longer_and_never_shorter() {
    let fixture = Fixture::new().await;
    let grid = fixture.sheets.open(5, 2).await.unwrap();
    assert_eq!((grid.rows, grid.columns), (5, 2));
    let grid = fixture.sheets.grow(grid, 9, 2).await.unwrap();
    assert_eq!((grid.rows, grid.columns), (9, 2));
    let again = fixture.sheets.open(3, 1).await.unwrap();
    assert_eq!(again, grid);
    assert_eq!(fixture.simulator.tabs()[1], ("Candidates".to_owned(), 9, 2));
}

#[tokio::test]
async fn a_tab_whose_making_was_not_confirmed_is_found() {
    let fixture = Fixture::new().await;
    fixture.fail(Call::Write, Some(1), Fault::DropAfterCommit);
    assert_eq!(fixture.sheets.open(5, 2).await.unwrap().rows, 5);
    assert_eq!(fixture.simulator.tabs().len(), 2);
}

#[tokio::test]
async fn texts_stay_texts_and_an_empty_one_empties_its_cell() {
    let fixture = Fixture::new().await;
    fixture.sheets.open(5, 2).await.unwrap();
    fixture
        .sheets
        .write(1, &[row(["=1+1", "+91 98765"]), row(["007", "x"])])
        .await
        .unwrap();
    let text = |text: &str| Cell::Text(text.to_owned());
    assert_eq!(
        fixture.simulator.contents(),
        [[text("=1+1"), text("+91 98765")], [text("007"), text("x")]]
    );
    fixture.sheets.write(2, &[row(["007", ""])]).await.unwrap();
    assert_eq!(fixture.simulator.contents()[1], [text("007")]);
    fixture.sheets.clear(2, 5, 2).await.unwrap();
    assert_eq!(fixture.simulator.contents().len(), 1);
}

#[tokio::test]
async fn a_token_is_asked_for_once_and_again_in_its_last_minute() {
    let fixture = Fixture::new().await;
    fixture.sheets.open(5, 2).await.unwrap();
    fixture.waited.fetch_add(3_538_000, Ordering::SeqCst);
    fixture.sheets.open(5, 2).await.unwrap();
    assert_eq!(fixture.simulator.calls(Call::Token), 1);
    fixture.waited.fetch_add(1_000, Ordering::SeqCst);
    fixture.sheets.open(5, 2).await.unwrap();
    assert_eq!(fixture.simulator.calls(Call::Token), 2);
}

#[tokio::test]
async fn pauses_grow_and_end_at_the_deadline() {
    let fixture = Fixture::new().await;
    fixture.fail(Call::Read, None, Fault::Status { status: 503 });
    assert_eq!(fixture.sheets.open(5, 2).await, Err(SheetsError::Unreachable));
    let (waited, tries) = (fixture.waited(), fixture.simulator.calls(Call::Read));
    assert!(
        waited > Duration::from_secs(15) && waited < Duration::from_secs(50),
        "{waited:?}"
    );
    assert!((5..=8).contains(&tries), "{tries}");
}

#[tokio::test]
async fn a_requested_wait_is_respected_unless_it_is_too_long() {
    let fixture = Fixture::new().await;
    fixture.fail(Call::Read, Some(1), Fault::Quota { retry_after: Some(7) });
    fixture.sheets.open(5, 2).await.unwrap();
    assert_eq!(fixture.waited(), Duration::from_secs(7));
    fixture.fail(
        Call::Read,
        Some(1),
        Fault::Quota {
            retry_after: Some(600),
        },
    );
    assert_eq!(fixture.sheets.open(5, 2).await, Err(SheetsError::Quota));
    assert_eq!(fixture.waited(), Duration::from_secs(7));
}

#[tokio::test]
async fn a_permanent_error_is_reported_at_once() {
    let refused = |status| SheetsError::Refused { status };
    for (status, error) in [
        (403, SheetsError::NotShared),
        (404, SheetsError::NoSpreadsheet),
        (400, refused(400)),
        (409, refused(409)),
    ] {
        let fixture = Fixture::new().await;
        fixture.fail(Call::Read, None, Fault::Status { status });
        assert_eq!(fixture.sheets.open(5, 2).await, Err(error));
        assert_eq!(
            (fixture.waited(), fixture.simulator.calls(Call::Read)),
            (Duration::ZERO, 1)
        );
    }
}

#[tokio::test]
async fn a_wrong_spreadsheet_a_revoked_one_and_too_many_cells_are_distinguished() {
    let account = ServiceAccount::shared().unwrap();
    let fixture = Fixture::with(account.clone(), account, "another").await;
    assert_eq!(fixture.sheets.open(5, 2).await, Err(SheetsError::NoSpreadsheet));
    let fixture = Fixture::new().await;
    assert_eq!(fixture.sheets.open(5_000_000, 3).await, Err(SheetsError::Full));
    fixture.simulator.share(false);
    assert_eq!(fixture.sheets.open(5, 2).await, Err(SheetsError::NotShared));
}

#[tokio::test]
async fn a_key_of_another_account_and_a_withdrawn_token_are_reported() {
    let known = ServiceAccount::shared().unwrap();
    let ours = ServiceAccount::generate(&known.client_email).unwrap();
    let fixture = Fixture::with(ours, known.clone(), "sheet-1").await;
    assert_eq!(fixture.sheets.open(5, 2).await, Err(SheetsError::Credentials));
    assert_eq!(
        fixture.sheets.account().await.as_deref(),
        Some(known.client_email.as_str())
    );
    let fixture = Fixture::new().await;
    fixture.fail(Call::Read, None, Fault::TokenExpired);
    assert_eq!(fixture.sheets.open(5, 2).await, Err(SheetsError::Credentials));
    assert_eq!(fixture.simulator.calls(Call::Token), 2);
}

#[tokio::test]
async fn a_token_that_is_withdrawn_after_the_deadline_is_not_replaced() {
    let fixture = Fixture::new().await;
    fixture.fail(Call::Token, Some(1), Fault::Held);
    fixture.fail(Call::Read, None, Fault::TokenExpired);
    let open = fixture.sheets.open(5, 2);
    let meanwhile = async {
        while fixture.simulator.calls(Call::Token) == 0 {
            tokio::task::yield_now().await;
        }
        fixture.waited.fetch_add(43_000, Ordering::SeqCst);
        while fixture.simulator.calls(Call::Read) == 0 {
            fixture.simulator.release();
            tokio::task::yield_now().await;
        }
    };
    let (opened, ()) = tokio::join!(open, meanwhile);
    assert_eq!(opened, Err(SheetsError::Credentials));
    assert_eq!(fixture.simulator.calls(Call::Token), 1);
}

#[tokio::test]
async fn a_key_that_was_replaced_is_taken_up_at_the_next_sign_in() {
    let known = ServiceAccount::shared().unwrap();
    let deleted = ServiceAccount::generate(&known.client_email).unwrap();
    let fixture = Fixture::with(deleted, known.clone(), "sheet-1").await;
    assert_eq!(fixture.sheets.open(5, 2).await, Err(SheetsError::Credentials));
    fixture.secrets.put("key", serde_json::to_string(&known).unwrap());
    assert_eq!(fixture.sheets.open(5, 2).await.unwrap().rows, 5);
}

#[tokio::test]
async fn a_secret_without_a_usable_key_is_reported_by_its_variable_and_not_quoted() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.sheets.account().await, None);
    for (secret, problem) in [
        (
            r#"{"client_email": "a@x.example", "private_key": "PERSONAL"}"#,
            "its private_key is no RSA key of at least 2048 bits as PEM of PKCS#8",
        ),
        (
            r#"{"client_email": "a@x.example"}"#,
            "its secret: missing field `private_key`",
        ),
        (
            r#"{"private_key": "PERSONAL"}"#,
            "its secret: missing field `client_email`",
        ),
    ] {
        fixture.secrets.put("key", secret);
        let error = fixture.sheets.open(5, 2).await.unwrap_err();
        assert_eq!(error.to_string(), format!("SHEETS_SECRET: {problem}"));
        assert!(!error.passes());
        assert_eq!(fixture.simulator.calls(Call::Token), 0);
    }
}

#[tokio::test]
async fn an_unavailable_secret_is_retried_until_the_deadline() {
    let fixture = Fixture::new().await;
    fixture.secrets.set_down(true);
    let error = fixture.sheets.open(5, 2).await.unwrap_err();
    assert!(
        matches!(error, SheetsError::AccountUnread(_)) && error.passes(),
        "{error:?}"
    );
    assert!(
        fixture.waited() > Duration::from_secs(15),
        "{:?}",
        fixture.waited()
    );
    fixture.secrets.set_down(false);
    assert_eq!(fixture.sheets.open(5, 2).await.unwrap().rows, 5);
}

#[tokio::test]
async fn nothing_of_the_account_is_printed() {
    let fixture = Fixture::new().await;
    let printed = format!("{:?}", fixture.sheets);
    assert!(
        !printed.contains(&ServiceAccount::shared().unwrap().client_email) && !printed.contains("PRIVATE"),
        "{printed}"
    );
}
