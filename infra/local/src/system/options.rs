//! What a system is started with.

use std::path::PathBuf;

use axum::Router;
use provider_simulator::SimulatorConfig;

use crate::StartError;
use crate::clock::ShiftedClock;
use crate::dev_server;
use crate::environment::PROVIDER_CREATES;
use crate::site::{Hosts, Provider, Site};
use crate::template::{PageHeaders, RouteLimits, Template};

/// What a system is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port of the site and its API; 0 takes a free one.
    pub port: u16,
    /// The port of the outside services; 0 takes a free one.
    pub outside_port: u16,
    /// The host of portal and door; they are at the site's where it is `localhost`.
    pub portal_host: String,
    /// Where the web app comes from.
    pub web: Web,
    /// The path of template.yaml.
    pub template: PathBuf,
    /// The path of the template of the web ACL.
    pub edge: PathBuf,
    /// Whether the limits of the two templates hold. Without them a load test measures the functions.
    pub limits: bool,
    /// How many orders the payment provider opens in a minute, where it is not as template.yaml says.
    pub provider_creates: Option<u32>,
    /// How many functions run at the same time, as the quota of an account of AWS has it; any number where it is not set.
    pub instances: Option<usize>,
    /// The folder for everything that is kept; made if missing.
    pub data: PathBuf,
    /// The password of the administrator.
    pub administrator_password: String,
    /// Who runs the functions that are on a schedule.
    pub schedules: Schedules,
    /// A folder with `<function>/bootstrap` for those functions that run as the separate program that Lambda would
    /// run, if any do.
    pub bootstraps: Option<PathBuf>,
    /// The folder to record the used rights in, if any.
    pub rights_record: Option<PathBuf>,
}

/// Who runs the functions that are on a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedules {
    /// The machine's clock, once a minute; what has expired is deleted then, too.
    EveryMinute,
    /// Nobody but requests to the outside services, such as `POST /reconcile`: a test that takes more than a minute on a
    /// slow machine sees what it sees on a fast one.
    OnRequest,
}

/// Where the web app comes from.
#[derive(Clone, Debug)]
pub enum Web {
    /// The folder of the built app.
    Built(PathBuf),
    /// The address of a running development server.
    DevServer(String),
}

impl Options {
    pub(super) fn template(&self) -> Result<Template, StartError> {
        let mut template = Template::read(&self.template)?;
        if !self.limits {
            template.limits = RouteLimits::default();
        }
        Ok(template)
    }

    /// The payment provider, whose browser script and checkout page are at `url`.
    pub(super) fn provider(&self, url: &str, clock: &ShiftedClock) -> SimulatorConfig {
        let mut config = SimulatorConfig {
            public_url: url.to_owned(),
            merchant: domain::event::NAME.to_owned(),
            clock: clock.for_emulators(),
            ..SimulatorConfig::default()
        };
        if self.limits {
            let creates = self.provider_creates.unwrap_or(PROVIDER_CREATES);
            // A few people who look at the line still want to see what became of their payments.
            let granted = creates.max(PROVIDER_CREATES);
            config.limits.create_order = creates;
            config.limits.order = granted.saturating_mul(2);
            config.limits.payments = granted / 2;
        }
        config
    }
}

impl Web {
    /// Every page and file, at the host that it belongs to. `headers` are those of pages, which only the built app gets.
    pub(super) fn router(
        &self,
        headers: Option<PageHeaders>,
        provider: Provider,
        hosts: Option<Hosts>,
    ) -> Result<Router, StartError> {
        let (pages, of_both) = match self {
            Web::Built(folder) => {
                let headers = headers.ok_or_else(|| {
                    StartError::new("template.yaml has no distribution, which says the headers of pages.")
                })?;
                (Site::open(folder.clone(), provider, headers)?.router(), None)
            }
            Web::DevServer(origin) => (
                dev_server::router(origin, provider),
                Some(dev_server::ITS_OWN_SCRIPTS),
            ),
        };
        Ok(match hosts {
            Some(hosts) => hosts.before(pages, of_both),
            None => pages,
        })
    }
}
