//! The functions, each with the variables that the template gives it: in process, or as the program that Lambda runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use exam_details::Collector;
use futures::FutureExt;
use futures::future::BoxFuture;
use mail_events::MailEvents;
use notifier::Notifier;
use operations::Operations;
use reconciler::{Job, Reconciler};
use serde_json::Value;
use sync::{JobWorker, Pauses};

use crate::StartError;
use crate::bootstrap::Bootstrap;
use crate::environment::Environment;
use crate::gateway::Handler;
use crate::mail_events::Rules;
use crate::schedule::Scheduled;
use crate::stack::Stack;
use crate::template::{Schedule, Stream, Template};

/// Everything that the template runs.
pub(crate) struct Functions {
    /// The functions behind the HTTP API, by the names of their crates.
    pub(crate) routed: BTreeMap<String, Handler>,
    pub(crate) invoked: Invoked,
}

/// The functions that other services invoke with events, and people.
pub(crate) struct Invoked {
    /// The function behind the stream of registrations.
    pub(crate) notifier: (OnEvent, Stream),
    /// The function behind EventBridge, and the events it gets.
    pub(crate) mail_events: (OnEvent, Rules),
    /// The reconciler, with its schedule.
    pub(crate) reconcile: Arc<Scheduled>,
    /// The function that collects pictures which nothing shows.
    pub(crate) collect: Arc<Scheduled>,
    /// The function that the people on call invoke.
    pub(crate) operations: Arc<Operations>,
    /// The function that others call with events, and itself.
    pub(crate) sync: Arc<JobWorker>,
}

/// Handles the events of one function.
pub(crate) type OnEvent = Box<dyn Fn(Value) -> Ran + Send + Sync>;

impl Functions {
    /// Starts every function of the template; those with a program in the folder `bootstraps` as that program.
    ///
    /// # Errors
    /// When a function refuses its variables, its program cannot be started, or the template has one that is not built
    /// here.
    pub(crate) async fn start(
        template: &Template,
        environment: &Environment,
        clock: &Clock,
        bootstraps: Option<&Path>,
    ) -> Result<Functions, StartError> {
        let mut routed = BTreeMap::new();
        let mut notifier = None;
        let mut mail_events = None;
        let mut reconcile = None;
        let mut collect = None;
        let mut sync = None;
        let mut operations = None;
        for (name, function) in &template.functions {
            let variables = environment.of(name, &function.variables)?;
            if let Some(program) = bootstraps.map(|folder| folder.join(name).join("bootstrap"))
                && program.exists()
            {
                // These are called in other ways, too.
                if matches!(
                    name.as_str(),
                    "exam-details" | "mail-events" | "reconciler" | "sync"
                ) {
                    return Err(StartError::new(format!(
                        "The local system runs {name} in its own process only: remove {}.",
                        program.display()
                    )));
                }
                let bootstrap = Bootstrap::start(name, &program, variables).await?;
                if let Some(stream) = function.stream.clone() {
                    notifier = Some((as_program(bootstrap, function.timeout), stream));
                } else {
                    routed.insert(name.clone(), Handler::from(bootstrap));
                }
                continue;
            }
            let env = Env::from_pairs(variables);
            let for_boundary = env.clone();
            let (clock, entropy) = (clock.clone(), Entropy::system());
            let refused =
                |error: ConfigError| StartError::because(format!("Starting the function {name}"), error);
            let router = match name.as_str() {
                "admin" => admin::app_with(env, clock, entropy).await,
                "banners" => banners::app_with(env, clock, entropy).await,
                "brand" => brand::app_with(env, clock, entropy).await,
                "inst-brand" => inst_brand::app_with(env, clock, entropy).await,
                "colleges" => colleges::app_with(env, clock, entropy).await,
                "exam-details" => exam_details::app_and_collector_with(env, clock, entropy)
                    .await
                    .map(|(router, collector)| {
                        collect = on_schedule("exam-details", &function.schedules, collector, collected);
                        router
                    }),
                "exams" => exams::app_with(env, clock, entropy).await,
                "contact" => contact::app_with(env, clock, entropy).await,
                "customers" => customers::app_with(env, clock, entropy).await,
                "order" => order::app_with(env, clock, entropy).await,
                "packages" => packages::app_with(env, clock, entropy).await,
                "payment-webhook" => payment_webhook::app_with(env, clock, entropy).await,
                "payments" => payments::app_with(env, clock, entropy).await,
                "sync" => sync::app_and_worker_with(env, clock, entropy, Pauses::real())
                    .await
                    .map(|(router, worker)| {
                        sync = Some(Arc::new(worker));
                        router
                    }),
                "notifier" => {
                    let built = notifier::handler_with(env, clock, entropy)
                        .await
                        .map_err(refused)?;
                    let on_event = on_event(built, notified);
                    notifier = function.stream.clone().map(|stream| (on_event, stream));
                    continue;
                }
                "mail-events" => {
                    let built = mail_events::handler_with(env, clock, entropy)
                        .await
                        .map_err(refused)?;
                    let rules = Rules::new(
                        function,
                        &template.mail_events,
                        &Stack::new(template, environment),
                    );
                    mail_events = Some((on_event(built, flagged), rules));
                    continue;
                }
                "operations" => {
                    let built = operations::handler_with(env, clock, entropy)
                        .await
                        .map_err(refused)?;
                    operations = Some(Arc::new(built));
                    continue;
                }
                "reconciler" => {
                    let built = reconciler::handler_with(env, clock, entropy)
                        .await
                        .map_err(refused)?;
                    reconcile = on_schedule("reconciler", &function.schedules, built, reconciled);
                    continue;
                }
                _ => {
                    return Err(StartError::new(format!(
                        "template.yaml has the function {name}, which infra/local does not run; add it to \
                         infra/local/src/functions.rs."
                    )));
                }
            };
            // As `http_api::serve` does it in Lambda.
            let router = router.and_then(|router| http_api::require_viewer_proof(router, &for_boundary));
            routed.insert(name.clone(), Handler::from(router.map_err(refused)?));
        }
        let missing = |what| StartError::new(format!("template.yaml has no {what}."));
        let invoked = Invoked {
            notifier: notifier.ok_or_else(|| missing("notifier behind the stream of registrations"))?,
            mail_events: mail_events.ok_or_else(|| missing("function mail-events"))?,
            reconcile: reconcile.ok_or_else(|| missing("reconciler on a schedule"))?,
            collect: collect.ok_or_else(|| missing("exam-details on a schedule"))?,
            operations: operations.ok_or_else(|| missing("function operations"))?,
            sync: sync.ok_or_else(|| missing("function sync"))?,
        };
        Ok(Functions { routed, invoked })
    }
}

type Ran = BoxFuture<'static, Result<Value, String>>;

/// A function with what handles its events, unless nothing calls it by the clock.
fn on_schedule<T: Send + Sync + 'static>(
    name: &'static str,
    schedules: &[Schedule],
    built: T,
    handle: fn(Arc<T>, Value) -> Ran,
) -> Option<Arc<Scheduled>> {
    (!schedules.is_empty()).then(|| {
        let schedules = schedules.to_vec();
        Arc::new(Scheduled::new(name, schedules, on_event(built, handle)))
    })
}

fn on_event<T: Send + Sync + 'static>(built: T, handle: fn(Arc<T>, Value) -> Ran) -> OnEvent {
    let built = Arc::new(built);
    Box::new(move |event| handle(Arc::clone(&built), event))
}

fn as_program(bootstrap: Bootstrap, timeout: Duration) -> OnEvent {
    let bootstrap = Arc::new(bootstrap);
    Box::new(move |event| {
        let bootstrap = Arc::clone(&bootstrap);
        async move {
            let answer = bootstrap.invoke(event.to_string(), timeout).await?;
            serde_json::from_str(&answer).map_err(|error| error.to_string())
        }
        .boxed()
    })
}

fn notified(notifier: Arc<Notifier>, event: Value) -> Ran {
    async move {
        let outcome = notifier.handle(event).await.map_err(|error| error.to_string())?;
        serde_json::to_value(outcome).map_err(|error| error.to_string())
    }
    .boxed()
}

fn flagged(mail_events: Arc<MailEvents>, event: Value) -> Ran {
    async move {
        let outcome = mail_events
            .handle(event)
            .await
            .map_err(|error| error.to_string())?;
        serde_json::to_value(outcome).map_err(|error| error.to_string())
    }
    .boxed()
}

fn collected(collector: Arc<Collector>, event: Value) -> Ran {
    async move { collector.handle(event).await.map_err(|error| error.to_string()) }.boxed()
}

fn reconciled(reconciler: Arc<Reconciler>, event: Value) -> Ran {
    async move {
        let summary = match Job::of(&event).map_err(|error| error.to_string())? {
            Job::Due => reconciler.run().await.map(serde_json::to_value),
            Job::Recon => reconciler.recon().await.map(serde_json::to_value),
        };
        summary
            .map_err(|error| error.to_string())?
            .map_err(|error| error.to_string())
    }
    .boxed()
}
