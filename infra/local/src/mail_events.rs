//! EventBridge between SES and a function: delivers the events that the template asks for, by the template's rules.

use std::collections::BTreeSet;
use std::future::Future;
use std::time::Duration;

use aws_emulation::MailEvent;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::filter::Filter;
use crate::stack::Stack;
use crate::template::Function;

/// Lambda waits a minute and more, which is too long for a developer's machine.
const PAUSE_BEFORE_RETRY: Duration = Duration::from_millis(200);

/// Which events a function gets, and how often.
pub(crate) struct Rules {
    published: BTreeSet<String>,
    patterns: Vec<Filter>,
    retries: u32,
}

impl Rules {
    /// The rules of a function of the template. `published` are the kinds of events that SES publishes.
    pub(crate) fn new(function: &Function, published: &BTreeSet<String>, stack: &Stack) -> Rules {
        let patterns = function.event_patterns.iter().cloned();
        Rules {
            published: published.clone(),
            patterns: patterns
                .map(|pattern| pattern.resolved(&|name| stack.value(name)))
                .collect(),
            retries: function.event_retries,
        }
    }

    fn matches(&self, event: &MailEvent) -> bool {
        self.published.contains(event.kind)
            && self.patterns.iter().any(|pattern| pattern.passes(&event.event))
    }
}

/// Delivers each event that matches the rules to `function`, until the mailbox is gone.
pub(crate) async fn run<F, Fut>(mut events: UnboundedReceiver<MailEvent>, rules: Rules, function: F)
where
    F: Fn(Value) -> Fut,
    Fut: Future<Output = Result<Value, String>>,
{
    while let Some(event) = events.recv().await {
        if !rules.matches(&event) {
            continue;
        }
        let mut failures = 0;
        while let Err(error) = function(event.event.clone()).await {
            if failures == rules.retries {
                // In AWS it goes to the dead-letter queue.
                tracing::error!(error, "dropped a mail event after its last retry");
                break;
            }
            failures += 1;
            tracing::warn!(error, "retrying a mail event");
            tokio::time::sleep(PAUSE_BEFORE_RETRY).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::cell::RefCell;
    use tokio::sync::mpsc;

    /// How often the function saw each kind of event, by rules for bounces of one set, when it fails so many times.
    async fn seen(failing: usize) -> Vec<String> {
        let pattern = json!({"detail-type": ["Email Bounced"], "set": ["local"]});
        let rules = Rules {
            published: BTreeSet::from(["bounce".to_owned()]),
            patterns: vec![Filter::of(pattern).unwrap()],
            retries: 2,
        };
        let (sender, events) = mpsc::unbounded_channel();
        for (kind, detail_type, set) in [
            ("bounce", "Email Bounced", "local"),
            ("bounce", "Email Bounced", "another"),
            ("delivery", "Email Bounced", "local"),
            ("bounce", "Email Rejected", "local"),
        ] {
            let event = json!({"detail-type": detail_type, "set": set, "kind": kind});
            sender.send(MailEvent { kind, event }).unwrap();
        }
        drop(sender);
        let seen = RefCell::new(Vec::new());
        run(events, rules, |event: Value| {
            seen.borrow_mut().push(event["kind"].as_str().unwrap().to_owned());
            let fails = seen.borrow().len() <= failing;
            async move {
                match fails {
                    true => Err("no table".to_owned()),
                    false => Ok(Value::Null),
                }
            }
        })
        .await;
        seen.into_inner()
    }

    #[tokio::test(start_paused = true)]
    async fn a_published_event_that_matches_a_rule_is_retried_until_it_succeeds_or_is_dropped() {
        assert_eq!(seen(0).await, ["bounce"]);
        assert_eq!(seen(1).await, ["bounce"; 2]);
        assert_eq!(seen(9).await, ["bounce"; 3]);
    }
}
