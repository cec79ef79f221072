//! Forms that add something: each adds it once, however often it is sent with its key.

use crate::{Answer, App, Fault, Request};
use futures::future::join_all;
use std::sync::atomic::{AtomicU64, Ordering};
use store::tables::Table;

/// How many send the same form at once.
const AT_ONCE: usize = 20;

impl App {
    /// Checks of a form that adds one item to `table` that it does so once: after an answer that was lost, sent at once by
    /// many, and that its key fits no `other` form. With the guard off it adds more.
    pub async fn assert_adds_once(&self, table: Table, form: &Request, other: &Request) {
        let there = async || self.test_env.dump(table).await.len();
        let made = async || self.audit_log().await.len();
        let (before, made_before) = (there().await, made().await);
        let lost = key();
        self.test_env.database.set(Fault::CrashAfter(0));
        assert_eq!(self.send(form, &lost).await.status, 500);
        self.test_env.database.set(Fault::None);
        assert_eq!(there().await, before + 1, "it was added, and nobody knows");
        let again = self.send(form, &lost).await;
        assert_eq!(again.status, 200, "{}", again.json);
        assert_eq!(self.send(form, &lost).await.json, again.json);
        let refused = self.send(other, &lost).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code()),
            (409, "idempotency_key_reused")
        );
        assert_eq!((there().await, made().await), (before + 1, made_before + 1));

        let one = key();
        let answers = join_all((0..AT_ONCE).map(|_| self.send(form, &one))).await;
        for answer in &answers {
            assert_eq!(answer.status, 200, "{}", answer.json);
            assert_eq!(answer.json, answers[0].json);
        }
        assert_ne!(answers[0].json, again.json, "another key adds another");
        assert_eq!((there().await, made().await), (before + 2, made_before + 2));

        self.test_env.database.set(Fault::NoConditions);
        let unguarded = key();
        join_all((0..AT_ONCE).map(|_| self.send(form, &unguarded))).await;
        self.test_env.database.set(Fault::None);
        assert!(
            there().await > before + 3,
            "the key is what keeps it from being added twice"
        );
    }

    async fn send(&self, form: &Request, key: &str) -> Answer {
        let request = form.clone().header("Idempotency-Key", key);
        self.call_as_admin(request).await
    }
}

/// A key that no other form has.
fn key() -> String {
    static FORMS: AtomicU64 = AtomicU64::new(0);
    let number = FORMS.fetch_add(1, Ordering::SeqCst);
    format!("00000000-0000-4000-8000-{number:012}")
}
