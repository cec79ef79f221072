//! One table that does not answer while the others do: a change of an exam is whole or not made.

use crate::{DETAILS, created, form, id, place, start, with};
use serde_json::Value;
use store::tables::Table;
use test_support::Request;

/// The catalogue, the administrator's session, and the audit log.
const NEEDED: [Table; 3] = [Table::Catalogue, Table::Access, Table::Admin];
/// A deletion and a move also need the totals, which say whom they concern.
const WITH_TOTALS: [Table; 4] = [
    Table::Catalogue,
    Table::Registrations,
    Table::Access,
    Table::Admin,
];

#[tokio::test]
async fn making_editing_and_deleting_an_exam_need_its_table_the_session_and_the_audit_log() {
    let app = start().await;
    app.assert_needs(&NEEDED, |number| {
        Request::post(DETAILS, &with(form(), "venue", format!("Hall {number}")))
    })
    .await;
    let mut made: Vec<Value> = Vec::new();
    for _ in 0..4 {
        made.push(created(&app, &form()).await);
    }
    let edit = with(form(), "examFee", 1);
    app.assert_needs(&NEEDED, |number| Request::put(place(id(&made[number])), &edit))
        .await;
    app.assert_needs(&WITH_TOTALS, |number| {
        let moved = with(form(), "venue", format!("Room {number}"));
        Request::put(place(id(&made[number])), &moved)
    })
    .await;
    app.assert_needs(&WITH_TOTALS, |number| {
        Request::delete(format!("{}?if_unused=true", place(id(&made[number]))))
    })
    .await;
    // Each change that was made has its entry, and none that was not.
    assert_eq!(app.audit_log().await.len(), 3 * 4 + 2 * 3);
}
