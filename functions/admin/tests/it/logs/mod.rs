//! The audit log.

mod entries;
mod pages;
mod search;

use crate::App;
use serde_json::{Value, json};
use store::{AuditEntry, AuditLog};
use test_support::{Answer, Request};
use time::OffsetDateTime;

impl App {
    async fn logs(&self, query: &str) -> Answer {
        self.call_as_admin(Request::get(format!("/api/admin/logs{query}")))
            .await
    }

    async fn keep(&self, at: OffsetDateTime, subject: &str) {
        let (before, after) = (json!({ "price": 1000 }), json!({ "price": 1200.5 }));
        self.keep_of("Asha", "package.updated", at, subject, before, after)
            .await;
    }

    async fn keep_of(
        &self,
        by: &str,
        action: &str,
        at: OffsetDateTime,
        subject: &str,
        before: Value,
        after: Value,
    ) {
        let entropy = domain::Entropy::system();
        let entry = AuditEntry::new(at, &entropy, by, action, subject, before, after);
        AuditLog::from_env(&self.test_env.env())
            .unwrap()
            .keep(&entry)
            .await
            .unwrap();
    }

    /// The subjects of the whole log, read page by page, and how many pages there were.
    async fn subjects(&self, limit: usize) -> (Vec<String>, usize) {
        let (mut subjects, mut pages, mut cursor) = (Vec::new(), 0, String::new());
        loop {
            let answer = self.logs(&format!("?limit={limit}{cursor}")).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            let entries = answer.json["entries"].as_array().unwrap();
            assert!(entries.len() <= limit);
            subjects.extend(
                entries
                    .iter()
                    .map(|entry| entry["subject"].as_str().unwrap().to_owned()),
            );
            pages += 1;
            match answer.json["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return (subjects, pages),
            }
        }
    }
}

/// The entries without the one about Asha's account.
fn without_account(subjects: &[String]) -> Vec<&str> {
    subjects
        .iter()
        .map(String::as_str)
        .filter(|subject| subject.starts_with('p'))
        .collect()
}
