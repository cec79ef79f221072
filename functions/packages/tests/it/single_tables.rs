//! One table that does not answer while the others do: a change of a package is whole or not made.

use crate::{PACKAGES, Packages, form, start};
use serde_json::json;
use store::tables::Table;
use test_support::{Request, SINGLE};

/// The catalogue, the totals of its candidates, the administrator's session, and the audit log.
const NEEDED: [Table; 4] = [
    Table::Catalogue,
    Table::Registrations,
    Table::Access,
    Table::Admin,
];

#[tokio::test]
async fn making_editing_and_deleting_a_package_need_its_table_the_totals_the_session_and_the_audit_log() {
    let app = start().await;
    app.assert_needs(&NEEDED, |_| Request::post(PACKAGES, &form()))
        .await;
    let mut edit = form();
    edit["_id"] = json!(SINGLE);
    app.assert_needs(&NEEDED, |_| Request::post(PACKAGES, &edit))
        .await;
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(app.save(&form()).await.json["package"]["_id"].clone());
    }
    let delete = |number: usize| {
        Request::delete(format!(
            "{PACKAGES}/{}?if_unused=true",
            made[number].as_str().unwrap()
        ))
    };
    app.assert_needs(&NEEDED, delete).await;
    // Each change that was made has its entry, and none that was not.
    assert_eq!(app.audit_log().await.len(), 4 * 3);
}
