//! Invitations of staff by mail.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::{Email, Entropy, Role};
use serde_json::{Value, json};
use store::{
    Administrator, Administrators, AuditEntry, Invitation, InvitationChange, InvitationMail, InvitationToken,
    Invitations, MailsAfter, Write, tables::Table,
};
use test_support::{Fault, Log};
use time::Duration;

const BINU: &str = "binu@organiser.example";

impl App {
    fn invitations(&self) -> Invitations {
        Invitations::from_env(&self.test_env.env()).unwrap()
    }

    /// As the portal does it.
    async fn invite(&self) -> Invitation {
        let env = self.test_env.env();
        let now = self.test_env.clock.now();
        let invitation = Invitation::new(&Entropy::system(), now);
        let email = Email::parse(BINU).unwrap();
        let until = invitation.expires_at;
        let mail = InvitationMail::new(email.clone(), "binu", Role::Counter, "asha", until);
        let account = Administrator {
            email: Some(email),
            invitation: Some(invitation.clone()),
            ..crate::account("binu", Role::Counter)
        };
        let mails = MailsAfter {
            told: None,
            invitation: Some(InvitationChange {
                invitations: &self.invitations(),
                void: None,
                sent: Some((&invitation, &mail)),
            }),
        };
        let entry = AuditEntry::new(
            now,
            &Entropy::system(),
            "asha",
            "admin.created",
            "binu",
            Value::Null,
            Value::Null,
        );
        let administrators = Administrators::from_env(&env).unwrap();
        let created = administrators.create(&account, &entry, mails).await;
        assert_eq!(created.unwrap(), Write::Done);
        invitation
    }

    async fn invitation_items(&self) -> Vec<Value> {
        self.test_env.of_kind(Table::Registrations, "INVITATION").await
    }

    /// The links of the mails that were sent, the last one first.
    fn links(&self) -> Vec<InvitationToken> {
        let mails = self.test_env.mailbox.mails();
        let link = |text: &str| {
            let rest = text.split_once("/login/invitation#").unwrap().1;
            InvitationToken::parse(rest.split_whitespace().next().unwrap()).unwrap()
        };
        mails.iter().rev().map(|mail| link(&mail.text)).collect()
    }
}

#[tokio::test]
async fn an_invitation_is_mailed_once_with_a_link_that_only_the_mail_has() {
    let app = App::start().await;
    let invitation = app.invite().await;
    let log = Log::start();
    assert_eq!(log.event(app.run()).await.mailed, 1);
    assert_eq!(app.run().await.mailed, 0);
    let mails = app.test_env.mailbox.mails();
    assert_eq!((mails.len(), mails[0].to.as_str()), (1, BINU));
    let link = app.links().remove(0);
    assert_eq!(link.id(), invitation.id);
    assert!(app.invitations().of_link(&link).await.unwrap().is_some());
    let guessed = InvitationToken::new(&invitation.id, &Entropy::system());
    assert!(app.invitations().of_link(&guessed).await.unwrap().is_none());
    let secret = link.to_string().split_once('.').unwrap().1.to_owned();
    let items = json!(app.invitation_items().await).to_string();
    assert!(!items.contains(&secret), "{items}");
    assert!(
        !log.text().contains(&secret) && !log.text().contains("binu"),
        "{}",
        log.text()
    );
}

#[tokio::test]
async fn what_is_sent_again_has_another_link_and_the_one_before_opens_nothing() {
    let app = App::start().await;
    app.invite().await;
    // The mail goes out, and its sender dies before that is noted.
    app.test_env.database.set(Fault::CrashBefore(2));
    let _ = app.reconciler.run().await;
    app.test_env.database.set(Fault::None);
    app.test_env.clock.advance(Duration::seconds(61));
    app.run().await;
    let links = app.links();
    assert_eq!(links.len(), 2);
    assert!(app.invitations().of_link(&links[0]).await.unwrap().is_some());
    assert!(app.invitations().of_link(&links[1]).await.unwrap().is_none());
}

#[tokio::test]
async fn a_mail_service_that_is_down_is_tried_again_until_the_invitation_is_over() {
    let app = App::start().await;
    app.invite().await;
    app.test_env.mailbox.fail(MailFault::Down);
    assert_eq!(app.run().await.unmailed, 1);
    app.test_env.clock.advance(Duration::hours(71));
    assert_eq!(app.run().await.unmailed, 1);
    assert!(app.invitation_items().await.len() <= 1);
    app.test_env.mailbox.heal();
    app.test_env.clock.advance(Duration::hours(2));
    assert_eq!(app.run().await.mailed, 0);
    assert!(app.invitation_items().await.is_empty());
}

async fn runs_at_once(fault: Fault) -> usize {
    let app = App::start().await;
    app.invite().await;
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.test_env.mailbox.mails().len()
}

#[tokio::test]
async fn runs_side_by_side_send_an_invitation_once() {
    assert_eq!(runs_at_once(Fault::None).await, 1);
}

#[tokio::test]
async fn without_the_lease_they_would_send_it_several_times() {
    assert!(runs_at_once(Fault::NoConditions).await > 1);
}
