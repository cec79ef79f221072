//! One table that does not answer while the others do: a registration at the counter is whole or not there.

use crate::{CUSTOMERS, form, start};
use store::tables::Table;
use test_support::Request;

#[tokio::test]
async fn a_registration_at_the_counter_needs_every_table_but_that_of_the_contents() {
    let app = start().await;
    let needed = [
        Table::Registrations,
        Table::Catalogue,
        Table::Access,
        Table::Admin,
    ];
    let request = |number: usize| {
        Request::post(CUSTOMERS, &form(&format!("asha{number}@example.com"))).header(
            "Idempotency-Key",
            format!("0b8f4ab2-34a1-4f0e-9d5c-1f1f6c1d2e3{number}"),
        )
    };
    app.assert_needs(&needed, request).await;
    assert_eq!(app.test_env.everybody().await.len(), 3);
    assert_eq!(app.audit_log().await.len(), 3);
}
