//! A pass that does not arrive, from the payment to the portal.

use http::{Method, StatusCode};
use local::System;
use serde_json::{Value, json};

use super::Fixture;
use crate::client::{ask, ask_as};
use crate::journey::{becomes, order, pay};
use crate::sheet::token;

struct Portal<'a> {
    system: &'a System,
    token: String,
}

impl Portal<'_> {
    async fn call(&self, method: Method, path: &str) -> Value {
        let url = format!("{}{path}", self.system.site_url());
        let (status, answer) = ask_as(&self.token, method, &url, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    /// What the page "Needs attention" lists: the order and the flag.
    async fn flags(&self) -> Vec<(String, String)> {
        let flags = self.call(Method::GET, "/api/admin/attention").await;
        let text = |flag: &Value, member: &str| flag[member].as_str().unwrap().to_owned();
        let flags = flags.as_array().unwrap().iter();
        flags
            .map(|flag| (text(flag, "order_id"), text(flag, "flag")))
            .collect()
    }

    /// How the candidate's page shows the mail of an order.
    async fn mail_of(&self, order: &str) -> Value {
        let candidate = order.split('-').next().unwrap();
        let file = self
            .call(Method::GET, &format!("/api/customers/{candidate}"))
            .await;
        file["payments"][0]["mail"].clone()
    }

    async fn resend(&self, order: &str) {
        self.call(Method::POST, &format!("/api/payments/{order}/resend-email"))
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bounced_pass_is_flagged_until_one_is_delivered() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let portal = Portal {
        system: &system,
        token: token(&system).await,
    };
    let faults = format!("{}/mail/faults", system.outside_url());
    let fault = async |fault: Value| {
        let (status, _) = ask(Method::POST, &faults, Some(json!({ "fault": fault }))).await;
        assert_eq!(status, StatusCode::NO_CONTENT);
    };
    fault(json!("bounced")).await;
    let order = order(&system, "asha@x.example").await;
    pay(&system, &order);

    becomes("the flag", async || {
        portal.flags().await == [(order.clone(), "MAIL_BOUNCED".to_owned())]
    })
    .await;
    becomes("the mark on the candidate's page", async || {
        portal.mail_of(&order).await == "bounced"
    })
    .await;

    fault(Value::Null).await;
    portal.resend(&order).await;
    becomes("the end of the flag", async || portal.flags().await.is_empty()).await;
    assert_eq!(portal.mail_of(&order).await, "sent");
    system.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_addresses_of_the_mailbox_simulator_bounce_and_complain_automatically() {
    let fixture = Fixture::new();
    let system = fixture.start().await;
    let portal = Portal {
        system: &system,
        token: token(&system).await,
    };
    for (name, flag, mail) in [
        ("bounce+asha", "MAIL_BOUNCED", "bounced"),
        ("complaint", "MAIL_COMPLAINT", "complaint"),
    ] {
        let order = order(&system, &format!("{name}@simulator.amazonses.com")).await;
        pay(&system, &order);
        let flag = (order.clone(), flag.to_owned());
        becomes("the flag", async || portal.flags().await.contains(&flag)).await;
        becomes("the mark on the candidate's page", async || {
            portal.mail_of(&order).await == mail
        })
        .await;
    }
    assert_eq!(portal.flags().await.len(), 2);
    system.stop().await;
}
