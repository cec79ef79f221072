//! EventBridge between SES and a function: what the template asks SES to tell, handed over by the template's rules.

use std::collections::BTreeSet;
use std::future::Future;
use std::time::Duration;

use aws_emulation::MailEvent;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::filter::Filter;
use crate::rights::Stack;
use crate::template::Function;

/// Lambda waits a minute and more; nobody here wants to.
const PAUSE_BEFORE_RETRY: Duration = Duration::from_millis(200);

/// Which events a function gets, and how often.
pub(crate) struct Rules {
    told: BTreeSet<String>,
    patterns: Vec<Filter>,
    retries: u32,
}

impl Rules {
    /// The rules of a function of the template. `told` is what SES is to tell.
    pub(crate) fn new(function: &Function, told: &BTreeSet<String>, stack: &Stack) -> Rules {
        let patterns = function.event_patterns.iter().cloned();
        Rules {
            told: told.clone(),
            patterns: patterns
                .map(|pattern| pattern.resolved(&|name| stack.value(name)))
                .collect(),
            retries: function.event_retries,
        }
    }

    fn bring(&self, told: &MailEvent) -> bool {
        self.told.contains(told.kind) && self.patterns.iter().any(|pattern| pattern.passes(&told.event))
    }
}

/// Hands each event that a rule is for to `function`, until there can be no more.
pub(crate) async fn run<F, Fut>(mut events: UnboundedReceiver<MailEvent>, rules: Rules, function: F)
where
    F: Fn(Value) -> Fut,
    Fut: Future<Output = Result<Value, String>>,
{
    while let Some(told) = events.recv().await {
        if !rules.bring(&told) {
            continue;
        }
        let mut failures = 0;
        while let Err(error) = function(told.event.clone()).await {
            if failures == rules.retries {
                // In AWS it goes to the dead-letter queue.
                tracing::error!(error, "an event of the mail service was given up");
                break;
            }
            failures += 1;
            tracing::warn!(error, "an event of the mail service is handed over once more");
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
            told: BTreeSet::from(["bounce".to_owned()]),
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
    async fn what_ses_is_to_tell_and_a_rule_is_for_is_handed_over_until_it_is_taken_or_given_up() {
        assert_eq!(seen(0).await, ["bounce"]);
        assert_eq!(seen(1).await, ["bounce"; 2]);
        assert_eq!(seen(9).await, ["bounce"; 3]);
    }
}
