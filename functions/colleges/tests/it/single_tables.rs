//! One table that does not answer while the others do: a change of a college is whole or not made.

use crate::{COLLEGES, edit, form, place, start};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{COLLEGE, COURSE, Request};

/// The catalogue, the administrator's session, and the audit log.
const NEEDED: [Table; 3] = [Table::Catalogue, Table::Access, Table::Admin];
/// A deletion, and taking an exam out, also need the totals, which say who would lose something by it.
const WITH_TOTALS: [Table; 4] = [
    Table::Catalogue,
    Table::Registrations,
    Table::Access,
    Table::Admin,
];

#[tokio::test]
async fn making_editing_and_deleting_a_college_need_its_table_the_session_and_the_audit_log() {
    let app = start().await;
    app.assert_needs(&NEEDED, |_| Request::post(COLLEGES, &form()))
        .await;
    let mut edit = edit(COLLEGE, "Backwater", Value::Null);
    edit["courseList"] = json!([COURSE, "backwater-bsc"]);
    app.assert_needs(&NEEDED, |_| Request::post(COLLEGES, &edit))
        .await;
    let mut made = Vec::new();
    for _ in 0..3 {
        let answer = app.call_as_admin(Request::post(COLLEGES, &form())).await;
        made.push(answer.json["college"]["_id"].as_str().unwrap().to_owned());
    }
    app.assert_needs(&WITH_TOTALS, |number| {
        Request::delete(format!("{}?if_unused=true", place(&made[number])))
    })
    .await;
    // Each change that was made has its entry, and none that was not.
    assert_eq!(app.audit_log().await.len(), 2 * 4 + 3 + 3);
}
