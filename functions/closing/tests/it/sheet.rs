//! The Google Sheet, emptied at the end.

use super::*;
use sheets_simulator::{ServiceAccount, SheetsSimulator, SimulatorConfig};

const SECRET: &str = "test/sheets";

impl App {
    /// With a spreadsheet of two candidates that is shared with the service account.
    async fn with_sheet() -> (Self, SheetsSimulator) {
        let test_env = TestEnv::start().await;
        test_env.clock.set_to(day_after_the_event(6, 0));
        let account = ServiceAccount::shared().unwrap();
        let clock = test_env.clock.clone();
        let sheets = SheetsSimulator::new(SimulatorConfig {
            clock: Arc::new(move || clock.now()),
            ..SimulatorConfig::new(account.clone(), "sheet-1", "Candidates")
        });
        let sheets = sheets.unwrap();
        let url = sheets.serve().await.unwrap();
        let key = json!({ "client_email": account.client_email, "private_key": account.private_key });
        test_env.put_secret(SECRET, &key.to_string());
        let row = |text: &str| vec![text.to_owned(), "asha@example.com".to_owned()];
        sheets.fill(&[row("Customer ID"), row("C1"), row("C2")]);
        let token_url = format!("{url}/token");
        let settings = [
            ("SHEET_ID", "sheet-1"),
            ("SHEETS_URL", url.as_str()),
            ("SHEETS_TOKEN_URL", token_url.as_str()),
            ("SHEETS_SECRET", SECRET),
        ];
        (Self::of(test_env, &settings).await, sheets)
    }
}

#[tokio::test]
async fn no_row_of_the_spreadsheet_is_left() {
    let (app, sheets) = App::with_sheet().await;
    assert!(!sheets.contents().is_empty());
    app.begin().await;
    assert_eq!(app.finish().await["sheet_emptied"], true);
    let left = sheets.contents();
    assert!(
        left.iter().flatten().all(|cell| cell.shown().is_empty()),
        "{left:?}"
    );
}

#[tokio::test]
async fn a_spreadsheet_that_is_no_longer_shared_holds_nothing_up_and_is_named_in_the_report() {
    let (app, sheets) = App::with_sheet().await;
    sheets.share(false);
    app.begin().await;
    let report = app.finish().await;
    assert_eq!(
        (&report["sheet_emptied"], &report["step"]),
        (&json!(false), &json!("done"))
    );
}
