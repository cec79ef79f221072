//! What organisers write to candidates.

use aws_emulation::Fault as MailFault;
use config::Env;
use domain::{
    Entropy,
    job::{Job, JobId},
    message::{Audience, MessageText},
};
use http::StatusCode;
use serde_json::{Value, json};
use store::{AuditEntry, CandidateMessage, Jobs, MessagePhase, Write};

use crate::rights::smoke::{PATIENCE, PAUSE, SmokeTest};

impl SmokeTest {
    /// A message that is looked at, tried on oneself, sent, and comes back; and one whose worker died. `list` is one of the door.
    pub(super) async fn messages(&mut self, list: &str, tables: &Env) {
        let form = |audience: Value| json!({ "audience": audience, "subject": "News", "body": "{name}: {exams}, {pass_link}" });
        for audience in [json!({}), json!({ "not_checked_in": list })] {
            self.call("POST /api/messages/preview", &[], form(audience)).await;
        }
        let (status, answer) = self.ask("POST /api/messages/test", &[], form(json!({}))).await;
        // The account of this test may have no address.
        let expected = [StatusCode::OK, StatusCode::CONFLICT];
        assert!(expected.contains(&status), "{answer}{}", self.refusals());
        self.system.mailbox().fail(MailFault::Bounced);
        let id = self.sent(&form(json!({ "status": "PAID" }))).await;
        let message = self.ended(&id).await;
        self.system.mailbox().heal();
        assert!(message["sent"].as_u64() > Some(0), "{message}{}", self.refusals());
        self.until_it(&id, "comes back", |message| message["bounced"].as_u64() > Some(0))
            .await;
        self.get("/api/messages", &[]).await;
        self.left_out().await;
        let found = self
            .get("/api/messages/{id}/recipients?outcome=sent", &[&id])
            .await;
        let bounced = self
            .get("/api/messages/{id}/recipients?outcome=bounced", &[&id])
            .await;
        let one = found["recipients"][0]["email"]
            .as_str()
            .or(bounced["recipients"][0]["email"].as_str());
        let by_address = format!(
            "/api/messages/{{id}}/recipients?email={}",
            one.unwrap_or_default()
        );
        self.get(&by_address, &[&id]).await;
        for act in ["POST /api/messages/{id}/stop", "POST /api/messages/{id}/resume"] {
            let (status, answer) = self.ask(act, &[&id], json!({})).await;
            assert_eq!(status, StatusCode::CONFLICT, "{answer}{}", self.refusals());
        }
        let dead = self.a_dead_message(tables).await;
        self.reconcile().await;
        self.ended(&dead).await;
    }

    /// An address that messages are not to go to, and are to go to again.
    async fn left_out(&mut self) {
        for left_out in [true, false] {
            let form = json!({ "email": "elsewhere@example.com", "left_out": left_out });
            self.call("PUT /api/messages/left-out", &[], form).await;
        }
        self.get("/api/messages/left-out", &[]).await;
    }

    async fn sent(&mut self, form: &Value) -> String {
        let key = "00000000-0000-4000-8000-00000000face".to_owned();
        let headers = [("idempotency-key".to_owned(), key)];
        let sent = self
            .ask_with("POST /api/messages", &[], &headers, form.to_string())
            .await;
        let (status, begun) = sent;
        assert_eq!(status, StatusCode::ACCEPTED, "{begun}{}", self.refusals());
        begun["message_id"].as_str().unwrap().to_owned()
    }

    async fn ended(&mut self, id: &str) -> Value {
        self.until_it(id, "ends", |message| message["state"] == "done")
            .await
    }

    /// A message once something is so of it.
    async fn until_it(&mut self, id: &str, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..PATIENCE {
            let message = self.get("/api/messages/{id}", &[id]).await;
            if is_so(&message) {
                return message;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("the message {id} never {what}{}", self.refusals());
    }

    /// A message that is on its way and whose worker has given no sign of life.
    async fn a_dead_message(&self, tables: &Env) -> String {
        let now = self.system.clock().now();
        let text = MessageText::parse(Some("News".to_owned()), Some("Text".to_owned())).unwrap();
        let work = CandidateMessage {
            phase: MessagePhase::Sending.into(),
            ..CandidateMessage::new(text, Audience::default())
        };
        let entropy = Entropy::system();
        let id = JobId::generate(now, &entropy);
        let mut job = Job::new(id.clone(), "lease".to_owned(), "admin", now, work);
        job.heartbeat = 0;
        let (none, action) = (Value::Null, "message.sent");
        let entry = AuditEntry::new(now, &entropy, "admin", action, id.as_str(), none.clone(), none);
        let begun = Jobs::from_env(tables).unwrap().begin(None, &job, &entry).await;
        assert_eq!(begun.unwrap(), Write::Done);
        id.to_string()
    }
}
