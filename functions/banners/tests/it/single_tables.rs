//! One table that does not answer while the others do: a change of a banner is whole or not made.

use crate::{ADD, Banners, form, picture, place, shown, start, with};
use store::tables::Table;
use test_support::Request;

/// The banners, the administrator's session, and the audit log.
const NEEDED: [Table; 3] = [Table::Content, Table::Access, Table::Admin];

#[tokio::test]
async fn adding_changing_and_deleting_a_banner_need_its_table_the_session_and_the_audit_log() {
    let app = start().await;
    app.assert_needs(&NEEDED, |_| Request::post(ADD, &form())).await;
    let mut made = app.listed().await;
    made.truncate(4);
    let change = with(form(), "deskImgLink", picture(200));
    let update = |number: usize| Request::put(place("updateLink", &made[number]["_id"]), &change);
    app.assert_needs(&NEEDED, update).await;
    // What is shown is there, whatever failed on the way.
    for banner in app.listed().await {
        for address in shown(&banner) {
            assert!(app.addresses().contains(&address), "{address}");
        }
    }
    let delete = |number: usize| Request::delete(place("deleteBanner", &made[number]["_id"]));
    app.assert_needs(&NEEDED, delete).await;
    assert!(app.listed().await.is_empty());
    // Each change that was made has its entry, and none that was not.
    assert_eq!(app.audit_log().await.len(), 3 * 4);
}
