//! What cannot be done is said in one sentence, and changes nothing.

use crate::App;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Fault, Log};

/// What is refused of a request, which must leave the tables as they are.
async fn refused(app: &App, request: Value) -> String {
    let before = app.test_env.dump(Table::Admin).await;
    let log = Log::start();
    let answer = log.event(app.ask(request)).await;
    assert_eq!(answer.as_object().unwrap().len(), 1, "{answer}");
    assert_eq!(app.test_env.dump(Table::Admin).await, before);
    assert!(app.test_env.dump(Table::Access).await.is_empty());
    let line = &log.invocations()[0];
    assert_eq!(
        (&line["outcome"], &line["Errors"]),
        (&json!("refused"), &json!(0))
    );
    answer["refused"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_unknown_action_or_member_is_refused_by_name() {
    let app = App::start().await;
    for (request, named) in [
        (json!({}), "missing field `action`"),
        (Value::Null, "null"),
        (
            json!({ "action": "delete", "username": "Asha" }),
            "unknown variant `delete`, expected one of `list`, `create`",
        ),
        (
            json!({ "action": "list", "verbose": true }),
            "unknown field `verbose`",
        ),
        (
            json!({ "action": "disable", "name": "Asha" }),
            "unknown field `name`",
        ),
        (json!({ "action": "disable" }), "missing field `username`"),
        (
            json!({ "action": "disable", "username": "Asha", "password": "expo-admin" }),
            "unknown field `password`",
        ),
        (
            json!({ "action": "change_role", "username": "Asha" }),
            "missing field `role`",
        ),
        (json!({ "action": "rebuild", "resume": "all" }), "string \"all\""),
        (json!({ "action": "rebuild", "from": 7 }), "unknown field `from`"),
    ] {
        let said = refused(&app, request.clone()).await;
        assert!(
            said.starts_with("The request cannot be read: "),
            "{request}: {said}"
        );
        assert!(said.contains(named), "{request}: {said}");
    }
    assert!(
        app.test_env.dump(Table::Registrations).await.is_empty(),
        "no rebuild began"
    );
}

#[tokio::test]
async fn an_account_that_cannot_be_made_or_found_is_refused_by_name() {
    let app = App::start().await;
    let create = |username: &str, password: &str| json!({ "action": "create", "username": username, "password": password });
    let _ = app.done(create("Asha", "kadavu plum lantern")).await;
    let needs =
        "Please use at least 12 characters. A few words that do not belong together are easy to remember.";
    let unknown = "Binu: there is no administrator of that name.";
    for (request, said) in [
        (
            create("asha", "kadavu plum lantern"),
            "asha: there is an administrator of that name already.".to_owned(),
        ),
        (create("Binu", "seven77"), format!("Binu: {needs}")),
        (
            create("  ", "kadavu plum lantern"),
            "  : Please enter a username.".to_owned(),
        ),
        (
            create("eve/1", "kadavu plum lantern"),
            "eve/1: Please use letters a to z and digits, with . - _ or @ between them: that is all a username may have."
                .to_owned(),
        ),
        (
            create("Binu", "binu-admin-2026"),
            "Binu: This is made of words that everybody knows of you and this site. \
             Please add a few words that do not belong together."
                .to_owned(),
        ),
        (
            json!({ "action": "create", "username": "Binu", "role": "superuser" }),
            "`superuser` is no role: it may be admin, counter, door or accountant.".to_owned(),
        ),
        (
            json!({ "action": "change_role", "username": "Asha", "role": "unrecognised" }),
            "`unrecognised` is no role: it may be admin, counter, door or accountant.".to_owned(),
        ),
        (
            json!({ "action": "change_role", "username": "Binu", "role": "door" }),
            unknown.to_owned(),
        ),
        (
            json!({ "action": "reset_password", "username": "Binu" }),
            unknown.to_owned(),
        ),
        (
            json!({ "action": "reset_password", "username": "Asha", "password": "seven77" }),
            format!("Asha: {needs}"),
        ),
        (
            json!({ "action": "disable", "username": "Binu" }),
            unknown.to_owned(),
        ),
    ] {
        assert_eq!(refused(&app, request).await, said);
    }
}

/// As in the portal, where the person chooses it.
#[tokio::test]
async fn a_typed_password_is_not_made_of_the_address_of_the_account() {
    let app = App::start().await;
    app.done(json!({ "action": "create", "username": "Asha" })).await;
    let items = app.test_env.dump(Table::Admin).await;
    let mut account = items.into_iter().find(|item| item["pk"] == "ADMIN#asha").unwrap();
    account["email"] = json!("meera.krishnan@organiser.example");
    app.test_env.put(Table::Admin, &account).await;
    let reset = |password| json!({ "action": "reset_password", "username": "Asha", "password": password });
    let said = refused(&app, reset("krishnan-meera-2026")).await;
    assert!(said.contains("everybody knows of you"), "{said}");
    app.done(reset("kadavu plum lantern")).await;
}

#[tokio::test]
async fn tables_that_do_not_answer_are_an_error_and_no_refusal() {
    let app = App::start().await;
    app.test_env.database.set(Fault::TableBroken(Table::Admin));
    let log = Log::start();
    let asked = app
        .function
        .handle(json!({ "action": "disable", "username": "Asha" }));
    let error = log.event(asked).await.unwrap_err().to_string();
    assert!(error.starts_with("Asha: DynamoDB did not answer"), "{error}");
}
