//! One table that does not answer while the others do: an admission is whole or not there.

use crate::{App, TEN, code, scan};
use store::tables::Table;
use test_support::{Request, SINGLE};

#[tokio::test]
async fn an_admission_needs_the_candidates_the_token_and_its_own_table() {
    let app = App::start().await;
    let mut scans = Vec::new();
    for number in 0..6 {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.paid_order(SINGLE, &email).await;
        scans.push(scan(&code(&order), "Gate 1", TEN));
    }
    // The catalogue is read once, and then kept.
    app.verdict(&scan("1", "Gate 1", TEN)).await;
    let needed = [Table::Registrations, Table::Access, Table::CheckIn];
    let request = |number: usize| Request::post("/api/check-in/redeem", &scans[number]);
    app.assert_needs(&needed, request).await;
}
