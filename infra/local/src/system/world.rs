//! The services that the functions call, emulated and simulated, on the data of the folder.

use std::path::PathBuf;
use std::sync::Arc;

use aws_emulation::Invocation;
use axum::Router;
use config::Secret;
use domain::Entropy;
use provider_simulator::Simulator;
use sheets_simulator::SheetsSimulator;
use store::tables::Table;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::StartError;
use crate::clock::ShiftedClock;
use crate::edge::{self, WebAcl};
use crate::environment::{self, Addresses, Environment, Services};
use crate::functions::Invoked;
use crate::keys::TokenKeys;
use crate::outside::{self, Controls};
use crate::system::ports::{Port, Ports};
use crate::system::{Options, Schedules};
use crate::template::PageHeaders;
use crate::{invocations, mail_events, media, schedule, spreadsheet, stream, tables};

pub(super) struct World {
    pub(super) clock: ShiftedClock,
    pub(super) services: Services,
    pub(super) simulator: Simulator,
    pub(super) sheets: SheetsSimulator,
    pub(super) environment: Environment,
    /// What the front door proves by that a request came through it.
    proof: Secret,
}

impl World {
    /// Also returns what functions will ask Lambda to run later.
    ///
    /// # Errors
    /// When something in the folder cannot be read or made, or no loopback port can be opened.
    pub(super) async fn open(
        options: &Options,
        ports: &Ports<Port>,
        clock: ShiftedClock,
    ) -> Result<(World, UnboundedReceiver<Invocation>), StartError> {
        let file = |name: &str| options.data.join(name);
        let keys = TokenKeys::load_or_make(&file("admin-token.key"))?;
        let provider = options.provider(&ports.outside.url(), &clock);
        let account = spreadsheet::account(&file("service-account.json"))?;
        let secrets = environment::secrets(&provider, &keys, &account);
        let addresses = Addresses {
            site: ports.site.url(),
            portal: ports.site.url_at(&options.portal_host),
            outside: ports.outside.url(),
            outside_for_functions: ports.outside.loopback_url(),
            proof: Secret::from(Entropy::system().symbols(32).as_str()),
            provider: provider.limits,
        };
        let sheets = spreadsheet::open(account, &clock, &file("sheets.json"))?;
        let simulator = Simulator::open(provider, file("provider.json"))
            .map_err(|error| StartError::in_file(&file("provider.json"), &error))?;
        let (services, invocations) = Services::open(&options.data, &clock, secrets).await?;
        let environment = Environment::new(&services, &addresses, &keys);
        let world = World {
            clock,
            services,
            simulator,
            sheets,
            environment,
            proof: addresses.proof,
        };
        Ok((world, invocations))
    }

    /// The site as CloudFront shows it: the pages, and what is behind them, with the `headers` of its answers.
    ///
    /// # Errors
    /// When the template of the web ACL cannot be read, or the bucket of pictures not be reached.
    pub(super) fn site(
        &self,
        pages: Router,
        api: Router,
        headers: Option<PageHeaders>,
        options: &Options,
    ) -> Result<Router, StartError> {
        let mut behind = edge::compressing(edge::proving(api, self.proof.clone()))
            .merge(media::router(&self.services.objects, &self.environment.whole())?);
        if let Some(headers) = headers {
            behind = edge::adding(behind, headers);
        }
        let site = behind.fallback_service(pages);
        if !options.limits {
            return Ok(site);
        }
        let acl = WebAcl::read(&options.edge, self.clock.clone())?;
        Ok(edge::behind_web_acl(site, acl))
    }

    /// The services outside the product, with what a test may do to the system.
    pub(super) fn outside(&self, site_url: &str, portal_url: &str, functions: &Invoked) -> Router {
        let mailbox = &self.services.mailbox;
        let controls = Controls {
            clock: self.clock.clone(),
            mailbox: mailbox.clone(),
            reconcile: Arc::clone(&functions.reconcile),
            collect: Arc::clone(&functions.collect),
            close: Arc::clone(&functions.close),
            operations: Arc::clone(&functions.operations),
        };
        outside::router(mailbox.clone(), site_url, portal_url, controls)
            .merge(self.simulator.router())
            .merge(self.sheets.router())
    }

    /// Begins what runs without a request: the functions behind the stream, EventBridge, the clock and one another, and
    /// the webhooks of the payment provider. Also returns how many polls of the stream have found nothing.
    ///
    /// # Errors
    /// When there is no stream.
    pub(super) fn in_background(
        &self,
        invocations: UnboundedReceiver<Invocation>,
        functions: Invoked,
        checkpoint: PathBuf,
        schedules: Schedules,
    ) -> Result<(Vec<JoinHandle<()>>, watch::Receiver<u64>), StartError> {
        let dynamodb = &self.services.dynamodb;
        let registrations = dynamodb
            .stream(tables::name(Table::Registrations))
            .map_err(|error| StartError::because("Opening the stream of registrations", error))?;
        let (notifier, mapping) = functions.notifier;
        let (mail_events, rules) = functions.mail_events;
        let events = self.services.mailbox.events();
        let (found_nothing, empty_polls) = watch::channel(0);
        self.simulator.spawn_delivery();
        let mut background = vec![
            tokio::spawn(stream::poll(
                registrations,
                mapping,
                checkpoint,
                notifier,
                found_nothing,
            )),
            tokio::spawn(invocations::run(invocations, functions.workers)),
            tokio::spawn(mail_events::run(events, rules, mail_events)),
        ];
        match schedules {
            Schedules::EveryMinute => {
                let scheduled = [functions.reconcile, functions.collect, functions.close];
                background.push(tokio::spawn(schedule::every_minute(
                    scheduled,
                    Arc::clone(dynamodb),
                )));
            }
            Schedules::OnRequest => {}
        }
        Ok((background, empty_polls))
    }
}
