//! Administrators, from making one to locking one out.

use crate::{Outcome, operations};
use accounts::Accounts;
use domain::{Clock, Entropy};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::World;

async fn opens(world: &World, name: &str, password: &str) -> bool {
    let accounts = Accounts::from_env(&world.env(), Clock::system(), Entropy::system(), "a test");
    accounts.unwrap().opens(name, password).await.unwrap()
}

/// The actions in the audit log, in order, and who did them.
async fn log(world: &World) -> Vec<(Value, Value)> {
    let items = world.dump(Table::Admin).await;
    let entries = items
        .into_iter()
        .filter(|item| item["pk"].as_str().unwrap().starts_with("AUDIT#"));
    entries
        .map(|entry| (entry["username"].clone(), entry["action"].clone()))
        .collect()
}

fn assert_done(outcome: &Outcome, said: &str) {
    assert!(outcome.success, "{}", outcome.err);
    assert_eq!(outcome.out.trim_end(), said);
    assert_eq!(outcome.err, "");
}

fn assert_refused(outcome: &Outcome, said: &str) {
    assert!(!outcome.success, "{}", outcome.out);
    assert_eq!(outcome.err.trim_end(), said);
    assert_eq!(outcome.out, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_made_given_another_password_and_locked() {
    let world = World::start().await;
    let list = operations(&world, "admin list", None, "").await;
    assert_done(&list, "There is no administrator.");

    let made = operations(
        &world,
        "admin create --username Asha",
        Some("from-a-variable"),
        "",
    )
    .await;
    assert_done(&made, "Asha is an administrator now.");
    assert!(opens(&world, "asha", "from-a-variable").await);

    let reset = operations(
        &world,
        "admin reset --username ASHA",
        None,
        "from-standard-input\n",
    )
    .await;
    assert_done(&reset, "Asha has a new password, and no session of the old one.");
    assert!(opens(&world, "asha", "from-standard-input").await);
    assert!(!opens(&world, "asha", "from-a-variable").await);

    let locked = operations(&world, "admin disable --username asha", None, "").await;
    assert_done(
        &locked,
        "Asha cannot sign in any more, and is signed out everywhere.",
    );
    assert!(!opens(&world, "asha", "from-standard-input").await);
    let list = operations(&world, "admin list", None, "").await;
    assert_done(&list, "Asha (disabled)");

    let by = |action: &str| (json!("make admin"), json!(action));
    assert_eq!(
        log(&world).await,
        [
            by("admin.created"),
            by("admin.password_reset"),
            by("admin.disabled")
        ]
    );
    let token = &world.dump(Table::Access).await[0];
    assert_eq!(token["ver"], 2, "the reset and the lock each end every session");
    let kept = json!(world.dump(Table::Admin).await).to_string();
    assert!(!kept.contains("from-"), "no password is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_is_given_with_the_account_and_changed_with_the_end_of_its_sessions() {
    let world = World::start().await;
    let made = operations(
        &world,
        "admin create --username Asha --role counter",
        Some("from-a-variable"),
        "",
    )
    .await;
    assert_done(&made, "Asha is a clerk at the counter now.");
    let list = operations(&world, "admin list", None, "").await;
    assert_done(&list, "Asha (counter)");
    let account = || async {
        let items = world.dump(Table::Admin).await;
        items.into_iter().find(|item| item["sk"] == "ADMIN").unwrap()
    };
    let before = account().await;
    assert_eq!(before["role"], "counter");

    let changed = operations(&world, "admin role --username asha --role accountant", None, "").await;
    assert_done(
        &changed,
        "Asha is an accountant now, and is signed out everywhere.",
    );
    let mut expected = before;
    expected["role"] = json!("accountant");
    assert_eq!(account().await, expected, "nothing else changes");
    assert_eq!(world.dump(Table::Access).await[0]["ver"], 1);
    assert_eq!(
        log(&world).await.last(),
        Some(&(json!("make admin"), json!("admin.role_changed")))
    );

    let refused = operations(&world, "admin role --username asha --role superuser", None, "").await;
    assert!(!refused.success);
    assert!(
        refused.err.starts_with("`superuser` is no role."),
        "{}",
        refused.err
    );
    assert_eq!(account().await["role"], "accountant");

    // What somebody wrote into the table by hand is told, not hidden.
    let mut odd = account().await;
    odd["role"] = json!("superuser");
    world.put(Table::Admin, &odd).await;
    let list = operations(&world, "admin list", None, "").await;
    assert_done(&list, "Asha (a role that is not known, which opens nothing)");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_is_made_up_is_shown_and_opens() {
    let world = World::start().await;
    let made = operations(&world, "admin create --username Asha --generate", None, "").await;
    assert!(made.success, "{}", made.err);
    let password = made.out.trim_end().trim_end_matches('.');
    let password = password
        .strip_prefix("Asha is an administrator now with the password ")
        .unwrap();
    assert_eq!(password.len(), 23);
    assert!(opens(&world, "Asha", password).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_is_one_sentence_and_changes_nothing() {
    let world = World::start().await;
    let first = operations(&world, "admin create --username Asha", Some("expo-admin"), "").await;
    assert!(first.success, "{}", first.err);
    let before = world.dump(Table::Admin).await;
    let needs = "the password of an administrator needs 8 characters or more, and 256 bytes at most.";
    for (arguments, password, said) in [
        (
            "admin create --username asha",
            "expo-admin",
            "asha: there is an administrator of that name already.".to_owned(),
        ),
        (
            "admin reset --username Binu",
            "expo-admin",
            "Binu: there is no administrator of that name.".to_owned(),
        ),
        (
            "admin disable --username Binu",
            "",
            "Binu: there is no administrator of that name.".to_owned(),
        ),
        (
            "admin create --username Binu",
            "seven77",
            format!("Binu: {needs}"),
        ),
        ("admin reset --username Asha", "seven77", format!("Asha: {needs}")),
        (
            "admin create --username Binu",
            "",
            "A password is needed: type it, or give it in ADMIN_PASSWORD or on standard input.".to_owned(),
        ),
    ] {
        let given = Some(password).filter(|password| !password.is_empty());
        assert_refused(&operations(&world, arguments, given, "").await, &said);
    }
    assert_eq!(world.dump(Table::Admin).await, before);
    assert!(world.dump(Table::Access).await.is_empty());
}
