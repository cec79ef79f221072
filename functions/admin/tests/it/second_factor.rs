//! The second factor.

mod enrolment;
mod removal;

use crate::{App, PASSWORD, device, token};
use accounts::second_factor::code_at;
use domain::Entropy;
use futures::future::join_all;
use serde_json::json;
use std::ops::Deref;
use store::{Access, Administrator, Administrators, AuditEntry, Changed, MailsAfter, SessionsAfter};
use test_support::{Answer, Fault, Request};

/// An app whose Asha has a second factor.
pub(crate) struct Enrolled {
    app: App,
    secret: String,
    pub(crate) recovery_codes: Vec<String>,
    session: String,
}

impl Deref for Enrolled {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl App {
    /// A function for which administrators must have a second factor.
    async fn strict() -> Self {
        let app = Self::start().await;
        let env = app.test_env.env_with("SECOND_FACTOR_FOR_ADMINS", "true");
        let clock = app.test_env.clock.handle();
        let router = admin::app_with(env, clock, domain::Entropy::system())
            .await
            .unwrap();
        let test_env = app.0.test_env;
        Self(test_support::App { test_env, router })
    }

    /// The code of a secret, so many steps from now.
    fn code(&self, secret: &str, steps: i64) -> String {
        let then = self.test_env.clock.now() + time::Duration::seconds(30 * steps);
        code_at(secret, then).unwrap()
    }

    async fn begin(&self, token: &str) -> Answer {
        self.ask(token, Request::post("/api/admin/second-factor", &json!({})))
            .await
    }

    async fn confirm(&self, token: &str, code: &str) -> Answer {
        let body = json!({ "code": code, "password": PASSWORD });
        self.ask(token, Request::post("/api/admin/second-factor/confirm", &body))
            .await
    }

    async fn remove(&self, token: &str, code: &str) -> Answer {
        let body = json!({ "code": code, "password": PASSWORD });
        let request = Request::delete("/api/admin/second-factor").json(&body);
        self.ask(token, request).await
    }

    pub(crate) async fn enrol(self, token: String) -> Enrolled {
        let begun = self.begin(&token).await;
        let secret = begun.json["secret"].as_str().unwrap().to_owned();
        let confirmed = self.confirm(&token, &self.code(&secret, 0)).await;
        let session = crate::token(&confirmed).to_owned();
        let codes = confirmed.json["recovery_codes"].as_array().unwrap();
        let recovery_codes = codes
            .iter()
            .map(|code| code.as_str().unwrap().to_owned())
            .collect();
        self.wait(30);
        Enrolled {
            app: self,
            secret,
            recovery_codes,
            session,
        }
    }
}

impl Enrolled {
    async fn start() -> Self {
        let app = App::start().await;
        let token = token(&app.login("Asha", PASSWORD).await).to_owned();
        app.enrol(token).await
    }

    pub(crate) async fn challenge(&self) -> String {
        challenge(&self.login("Asha", PASSWORD).await)
    }

    pub(crate) async fn answer(&self, challenge: &str, code: &str) -> Answer {
        let body = json!({ "challenge": challenge, "code": code });
        self.call(Request::post("/api/admin/login/second-factor", &body).from_address("203.0.113.9"))
            .await
    }

    async fn sign_in(&self, code: &str) -> Answer {
        self.answer(&self.challenge().await, code).await
    }
}

fn challenge(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["second_factor"], "totp");
    assert_eq!(answer.json.get("token"), None);
    answer.json["challenge"].as_str().unwrap().to_owned()
}

fn refusal(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.code())
}

#[tokio::test]
async fn a_wrong_code_opens_nothing() {
    let enrolled = Enrolled::start().await;
    for code in ["000000", "12345", "abcdef", "AAAAAA-AAAAAA-AAAAAA-AAAAAA"] {
        let answer = enrolled.sign_in(code).await;
        assert_eq!(refusal(&answer), (401, "invalid_code"), "{code}");
        assert_eq!(answer.json["msg"], answer.json["message"]);
        enrolled.wait(60 * 60);
    }
}

#[tokio::test]
async fn a_code_is_good_in_its_own_step_alone() {
    for (steps, is_accepted) in [(-1, false), (0, true), (1, false)] {
        let enrolled = Enrolled::start().await;
        enrolled.wait(300);
        let answer = enrolled.sign_in(&enrolled.code(&enrolled.secret, steps)).await;
        assert_eq!(answer.status == 200, is_accepted, "{steps}: {}", answer.json);
    }
}

#[tokio::test]
async fn a_code_is_accepted_once_however_often_it_is_sent_at_once() {
    let enrolled = Enrolled::start().await;
    let code = enrolled.code(&enrolled.secret, 0);
    let challenge = enrolled.challenge().await;
    let answers = join_all((0..4).map(|_| enrolled.answer(&challenge, &code))).await;
    let opened = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(opened, 1);
    enrolled.wait(10);
    let again = enrolled.sign_in(&code).await;
    assert_eq!(refusal(&again), (401, "invalid_code"));
    // Nor the one before it, which was never used.
    let earlier = enrolled.sign_in(&enrolled.code(&enrolled.secret, -1)).await;
    assert_eq!(refusal(&earlier), (401, "invalid_code"));
    enrolled.wait(60);
    let next = enrolled.sign_in(&enrolled.code(&enrolled.secret, 0)).await;
    assert_eq!(next.status, 200);
}

/// The control: without the condition of the write, a code is good for everybody who has seen it.
#[tokio::test]
async fn without_conditions_a_code_is_accepted_again() {
    let enrolled = Enrolled::start().await;
    let code = enrolled.code(&enrolled.secret, 0);
    assert_eq!(enrolled.sign_in(&code).await.status, 200);
    enrolled.test_env.database.set(Fault::NoConditions);
    assert_eq!(enrolled.sign_in(&code).await.status, 200);
}

#[tokio::test]
async fn a_recovery_code_is_good_once_and_the_others_stay() {
    let enrolled = Enrolled::start().await;
    let [first, second, ..] = &enrolled.recovery_codes[..] else {
        panic!("no codes");
    };
    let typed = first.to_lowercase().replace('-', " ");
    assert_eq!(enrolled.sign_in(&typed).await.status, 200);
    let entries = enrolled.entries("admin.logged_in").await;
    assert_eq!(
        entries.last().unwrap()["after"],
        json!({ "second_factor": "recovery code" })
    );
    assert_eq!(refusal(&enrolled.sign_in(first).await), (401, "invalid_code"));
    assert_eq!(enrolled.sign_in(second).await.status, 200);
    let stored = format!("{:?}", enrolled.test_env.dump(store::tables::Table::Admin).await);
    assert!(enrolled.recovery_codes.iter().all(|code| !stored.contains(code)));
}

#[tokio::test]
async fn a_code_stays_used_when_the_account_changes_as_it_was_read_before() {
    let enrolled = Enrolled::start().await;
    let (env, clock) = (enrolled.test_env.env(), &enrolled.test_env.clock);
    let administrators = Administrators::from_env(&env).unwrap();
    let access = Access::from_env(&env).unwrap();
    let after = Administrator {
        daily_report: true,
        ..administrators.find("asha").await.unwrap().unwrap()
    };
    let code = &enrolled.recovery_codes[0];
    assert_eq!(enrolled.sign_in(code).await.status, 200);
    let (no, entropy) = (serde_json::Value::Null, Entropy::system());
    let entry = AuditEntry::new(clock.now(), &entropy, "Asha", "a test", &after.id, no.clone(), no);
    let (keep, mails) = (SessionsAfter::Keep, MailsAfter::default());
    let changed = administrators
        .change(&after, &access, keep, None, &entry, mails)
        .await;
    assert_eq!(changed.unwrap(), Changed::Stale);
    assert_eq!(refusal(&enrolled.sign_in(code).await), (401, "invalid_code"));
}

#[tokio::test]
async fn a_challenge_is_good_for_five_minutes_one_account_and_its_present_password() {
    let enrolled = Enrolled::start().await;
    let challenge = enrolled.challenge().await;
    enrolled.wait(299);
    let kept = enrolled.answer(&challenge, "000000").await;
    assert_eq!(refusal(&kept), (401, "invalid_code"));
    enrolled.wait(1);
    let right = enrolled.code(&enrolled.secret, 0);
    assert_eq!(
        refusal(&enrolled.answer(&challenge, &right).await),
        (401, "challenge_expired")
    );
    let mut altered = enrolled.challenge().await.into_bytes();
    let last = altered.len() - 1;
    altered[last] = if altered[last] == b'A' { b'B' } else { b'A' };
    for forged in ["x", "AAAA", std::str::from_utf8(&altered).unwrap()] {
        let answer = enrolled.answer(forged, &right).await;
        assert_eq!(refusal(&answer), (401, "challenge_expired"), "{forged}");
    }
    let challenge = enrolled.challenge().await;
    enrolled
        .accounts()
        .reset("Asha", "another-password")
        .await
        .unwrap();
    assert_eq!(
        refusal(&enrolled.answer(&challenge, &right).await),
        (401, "challenge_expired")
    );
    for body in [json!({}), json!({ "challenge": challenge, "code": "" })] {
        let answer = enrolled
            .call(Request::post("/api/admin/login/second-factor", &body))
            .await;
        assert_eq!(answer.status, 422);
    }
}

#[tokio::test]
async fn guessing_of_codes_is_slowed_down_and_a_known_device_is_not_locked_out_by_it() {
    let enrolled = Enrolled::start().await;
    let first = enrolled.sign_in(&enrolled.code(&enrolled.secret, 0)).await;
    let known = device(&first);
    enrolled.wait(60);
    let challenge_here = challenge(&enrolled.login_with(&known, "Asha", PASSWORD).await);
    let mut guesses = 0;
    for _ in 0..20 {
        let answer = enrolled.sign_in("000000").await;
        guesses += usize::from(answer.status == 401);
        assert!([401, 429].contains(&answer.status.as_u16()));
    }
    assert_eq!(guesses, 5);
    let right = enrolled.code(&enrolled.secret, 0);
    assert_eq!(enrolled.sign_in(&right).await.status, 429);
    assert_eq!(enrolled.answer(&challenge_here, &right).await.status, 200);
}
