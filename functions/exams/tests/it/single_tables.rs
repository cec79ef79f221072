//! One table that does not answer while the others do: a change of a stream is whole or not made.

use crate::{EXAMS, created, form, place, start};
use serde_json::Value;
use store::tables::Table;
use test_support::{Request, STREAM};

/// The catalogue, the administrator's session, and the audit log.
const NEEDED: [Table; 3] = [Table::Catalogue, Table::Access, Table::Admin];

#[tokio::test]
async fn making_renaming_and_deleting_a_stream_need_its_table_the_session_and_the_audit_log() {
    let app = start().await;
    app.assert_needs(&NEEDED, |_| Request::post(EXAMS, &form("Arts", Value::Null)))
        .await;
    app.assert_needs(&NEEDED, |_| {
        Request::put(place(STREAM), &form("Sciences", Value::Null))
    })
    .await;
    let mut made = Vec::new();
    for _ in 0..4 {
        made.push(created(&app, "Law").await);
    }
    app.assert_needs(&NEEDED, |number| Request::delete(place(&made[number])))
        .await;
    // Each change that was made has its entry, and none that was not.
    assert_eq!(app.audit_log().await.len(), 4 * 4);
}
