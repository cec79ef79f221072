//! The functions, each with the variables that the template gives it: in process, or as the program that Lambda runs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use config::{ConfigError, Env};
use domain::{Clock, Entropy};
use operations::Operations;
use sync::{Pauses, SyncWorker};

use crate::StartError;
use crate::bootstrap::Bootstrap;
use crate::environment::Environment;
use crate::gateway::Handler;
use crate::mail_events::Rules;
use crate::on_event::{OnEvent, Ran, as_program, closed, collected, flagged, notified, on_event, reconciled};
use crate::schedule::Scheduled;
use crate::stack::Stack;
use crate::template::{Function, Schedule, Stream, Template};

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
    /// The function that closes the event.
    pub(crate) close: Arc<Scheduled>,
    /// The function that the people on call invoke.
    pub(crate) operations: Arc<Operations>,
    /// The functions that others call with events, and themselves.
    pub(crate) workers: Workers,
}

/// The functions that others call with events, and themselves.
pub(crate) struct Workers {
    pub(crate) bulk: Arc<bulk::BulkWorker>,
    pub(crate) exports: Arc<exports::ExportWorker>,
    pub(crate) imports: Arc<imports::ImportWorker>,
    pub(crate) messages: Arc<messages::MessageWorker>,
    pub(crate) sync: Arc<SyncWorker>,
}

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
        let mut started = Started::default();
        for (name, function) in &template.functions {
            let variables = environment.of(name, &function.variables)?;
            let program = bootstraps.map(|folder| folder.join(name).join("bootstrap"));
            if let Some(program) = program.filter(|program| program.exists()) {
                started.as_program(name, function, &program, variables).await?;
                continue;
            }
            let rules = || {
                let stack = Stack::new(template, environment);
                Rules::new(function, &template.mail_events, &stack)
            };
            let known = started
                .in_process(name, function, rules, Env::from_pairs(variables), clock.clone())
                .await
                .map_err(|error| StartError::because(format!("Starting the function {name}"), error))?;
            if !known {
                return Err(StartError::new(format!(
                    "template.yaml has the function {name}, which infra/local does not run; add it to \
                     infra/local/src/functions.rs."
                )));
            }
        }
        started.complete()
    }
}

/// What has been started so far.
#[derive(Default)]
struct Started {
    routed: BTreeMap<String, Handler>,
    notifier: Option<(OnEvent, Stream)>,
    mail_events: Option<(OnEvent, Rules)>,
    reconcile: Option<Arc<Scheduled>>,
    collect: Option<Arc<Scheduled>>,
    close: Option<Arc<Scheduled>>,
    operations: Option<Arc<Operations>>,
    bulk: Option<Arc<bulk::BulkWorker>>,
    exports: Option<Arc<exports::ExportWorker>>,
    imports: Option<Arc<imports::ImportWorker>>,
    messages: Option<Arc<messages::MessageWorker>>,
    sync: Option<Arc<SyncWorker>>,
}

impl Started {
    async fn as_program(
        &mut self,
        name: &str,
        function: &Function,
        program: &Path,
        variables: BTreeMap<String, String>,
    ) -> Result<(), StartError> {
        // These are called in other ways, too.
        if [
            "bulk",
            "closing",
            "exam-details",
            "exports",
            "imports",
            "mail-events",
            "messages",
            "reconciler",
            "sync",
        ]
        .contains(&name)
        {
            return Err(StartError::new(format!(
                "The local system runs {name} in its own process only: remove {}.",
                program.display()
            )));
        }
        let bootstrap = Bootstrap::start(name, program, variables).await?;
        if let Some(stream) = function.stream.clone() {
            self.notifier = Some((as_program(bootstrap, function.timeout), stream));
        } else {
            self.routed.insert(name.to_owned(), Handler::from(bootstrap));
        }
        Ok(())
    }

    /// Returns whether the function is known.
    async fn in_process(
        &mut self,
        name: &str,
        function: &Function,
        rules: impl FnOnce() -> Rules,
        env: Env,
        clock: Clock,
    ) -> Result<bool, ConfigError> {
        let entropy = Entropy::system();
        let for_boundary = env.clone();
        let router = match name {
            "admin" => admin::app_with(env, clock, entropy).await?,
            "banners" => banners::app_with(env, clock, entropy).await?,
            "brand" => brand::app_with(env, clock, entropy).await?,
            "inst-brand" => inst_brand::app_with(env, clock, entropy).await?,
            "check-in" => check_in::app_with(env, clock, entropy).await?,
            "bulk" => {
                let (router, worker) = bulk::app_and_worker_with(env, clock, entropy, Pauses::real()).await?;
                self.bulk = Some(Arc::new(worker));
                router
            }
            "colleges" => colleges::app_with(env, clock, entropy).await?,
            "exam-details" => {
                let (router, collector) = exam_details::app_and_collector_with(env, clock, entropy).await?;
                self.collect = on_schedule("exam-details", &function.schedules, collector, collected);
                router
            }
            "closing" => {
                let (router, closer) =
                    closing::app_and_closer_with(env, clock, entropy, Pauses::real()).await?;
                self.close = on_schedule("closing", &function.schedules, closer, closed);
                router
            }
            "event" => event::app_with(env, clock, entropy).await?,
            "exams" => exams::app_with(env, clock, entropy).await?,
            "exports" => {
                let (router, worker) = exports::app_and_worker_with(env, clock, entropy).await?;
                self.exports = Some(Arc::new(worker));
                router
            }
            "imports" => {
                let (router, worker) = imports::app_and_worker_with(env, clock, entropy).await?;
                self.imports = Some(Arc::new(worker));
                router
            }
            "messages" => {
                let started = messages::app_and_worker_with(env, clock, entropy, Pauses::real());
                let (router, worker) = started.await?;
                self.messages = Some(Arc::new(worker));
                router
            }
            "contact" => contact::app_with(env, clock, entropy).await?,
            "customers" => customers::app_with(env, clock, entropy).await?,
            "seating" => seating::app_with(env, clock, entropy).await?,
            "order" => order::app_with(env, clock, entropy).await?,
            "packages" => packages::app_with(env, clock, entropy).await?,
            "passes" => passes::app_with(env, clock, entropy).await?,
            "payment-webhook" => payment_webhook::app_with(env, clock, entropy).await?,
            "payments" => payments::app_with(env, clock, entropy).await?,
            "results" => results::app_with(env, clock, entropy).await?,
            "till" => till::app_with(env, clock, entropy).await?,
            "sync" => {
                let (router, worker) = sync::app_and_worker_with(env, clock, entropy, Pauses::real()).await?;
                self.sync = Some(Arc::new(worker));
                router
            }
            "notifier" => {
                let on_event = on_event(notifier::handler_with(env, clock, entropy).await?, notified);
                self.notifier = function.stream.clone().map(|stream| (on_event, stream));
                return Ok(true);
            }
            "mail-events" => {
                let on_event = on_event(mail_events::handler_with(env, clock, entropy).await?, flagged);
                self.mail_events = Some((on_event, rules()));
                return Ok(true);
            }
            "operations" => {
                let operations = operations::handler_with(env, clock, entropy).await?;
                self.operations = Some(Arc::new(operations));
                return Ok(true);
            }
            "reconciler" => {
                let reconciler = reconciler::handler_with(env, clock, entropy).await?;
                self.reconcile = on_schedule("reconciler", &function.schedules, reconciler, reconciled);
                return Ok(true);
            }
            _ => return Ok(false),
        };
        // As `http_api::serve` does it in Lambda.
        let router = http_api::require_viewer_proof(router, &for_boundary)?;
        self.routed.insert(name.to_owned(), Handler::from(router));
        Ok(true)
    }

    fn complete(self) -> Result<Functions, StartError> {
        let invoked = Invoked {
            notifier: there(self.notifier, "notifier behind the stream of registrations")?,
            mail_events: there(self.mail_events, "function mail-events")?,
            reconcile: there(self.reconcile, "reconciler on a schedule")?,
            collect: there(self.collect, "exam-details on a schedule")?,
            close: there(self.close, "closing on a schedule")?,
            operations: there(self.operations, "function operations")?,
            workers: Workers {
                bulk: there(self.bulk, "function bulk")?,
                exports: there(self.exports, "function exports")?,
                imports: there(self.imports, "function imports")?,
                messages: there(self.messages, "function messages")?,
                sync: there(self.sync, "function sync")?,
            },
        };
        Ok(Functions {
            routed: self.routed,
            invoked,
        })
    }
}

fn there<T>(started: Option<T>, what: &str) -> Result<T, StartError> {
    started.ok_or_else(|| StartError::new(format!("template.yaml has no {what}.")))
}

/// A function with what handles its events, unless nothing calls it by the clock.
fn on_schedule<T: Send + Sync + 'static>(
    name: &'static str,
    schedules: &[Schedule],
    built: T,
    handle: fn(Arc<T>, serde_json::Value) -> Ran,
) -> Option<Arc<Scheduled>> {
    (!schedules.is_empty()).then(|| {
        let schedules = schedules.to_vec();
        Arc::new(Scheduled::new(name, schedules, on_event(built, handle)))
    })
}
