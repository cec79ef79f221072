//! Who may see results and change them, and what they need.

use super::*;
use domain::Role;
use test_support::SINGLE;

#[tokio::test]
async fn administrators_change_them_counter_and_accountant_read_them_and_the_door_nothing() {
    let app = App::start().await;
    let order = app.holder(SINGLE, "asha@example.com").await;
    let csv = format!("pass_no,marks,out_of\n{},60,100\n", pass_no(&order));
    app.commit(&csv).await;
    for (role, reads) in [(Role::Counter, 200), (Role::Accountant, 200), (Role::Door, 403)] {
        let token = app.test_env.token_of(role).await;
        for read in ["/api/results".to_owned(), path("")] {
            let answer = app.call(Request::get(read).bearer(&token)).await;
            assert_eq!(answer.status, reads, "{role:?}");
        }
        let before = app.everything().await;
        for change in [
            Request::post(path(""), &json!({ "csv": csv })),
            Request::post(path("/publish"), &json!({})),
            Request::post(path("/withdraw"), &json!({})),
            Request::put(path(&format!("/{}", order.customer_id)), &correction(1.0, 0)),
        ] {
            let answer = app.call(change.bearer(&token)).await;
            assert_eq!(answer.status, 403, "{role:?}");
        }
        assert_eq!(app.everything().await, before, "{role:?}");
    }
}

/// The answer is a failure while a table does not answer, and nothing is half-written.
#[tokio::test]
async fn a_file_is_taken_while_all_of_its_tables_answer() {
    let app = App::start().await;
    let order = app.holder(SINGLE, "asha@example.com").await;
    let needed = [
        Table::Catalogue,
        Table::Registrations,
        Table::Admin,
        Table::Access,
        Table::CheckIn,
    ];
    app.assert_needs(&needed, |number| {
        let csv = format!("pass_no,marks,out_of\n{},{number},100\n", pass_no(&order));
        Request::post(path(""), &json!({ "csv": csv, "commit": true }))
    })
    .await;
}
