//! The system put together, started and stopped.

mod folder;
mod options;
mod ports;
mod world;

use std::collections::BTreeSet;
use std::fs::File;
use std::sync::Arc;

use aws_emulation::Mailbox;
use provider_simulator::Simulator;
use sheets_simulator::SheetsSimulator;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use self::options::{Options, Schedules, Web};
use self::ports::{Ports, Served};
use self::world::World;
use crate::StartError;
use crate::clock::ShiftedClock;
use crate::functions::Functions;
use crate::gateway::{self, Gateway};
use crate::guard::{self, Entry, Record};
use crate::site::{Hosts, Provider};
use crate::{seed, tables};

/// A running system. It stops with [`System::stop`]; when it is only dropped, its tasks end with the runtime.
pub struct System {
    world: World,
    rights: Arc<Record>,
    served: Served,
    portal_url: String,
    background: Vec<JoinHandle<()>>,
    empty_polls: watch::Receiver<u64>,
    // Held so that no second system works on the same data.
    _lock: File,
}

impl System {
    /// Starts everything and returns when both ports are served. `progress` gets a line for each step.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what to do.
    pub async fn start(options: Options, progress: impl Fn(&str)) -> Result<System, StartError> {
        progress("reading template.yaml");
        let mut template = options.template()?;
        let ports = Ports::take(&options).await?;
        let provider = Provider::simulated(&ports.outside.url());
        let portal_url = ports.site.url_at(&options.portal_host);
        let hosts = Hosts::new(&ports.site.url(), &portal_url);
        let headers = template.pages.take();
        let pages = options.web.router(headers.clone(), provider, hosts)?;

        progress("opening the data in the folder of the local system");
        let lock = folder::lock(&options.data)?;
        folder::make_sure_of_room(&options.data)?;
        let clock = ShiftedClock::kept(&options.data.join("clock"))?;
        if clock.shift() != 0 {
            progress(&format!("the clock is {} s ahead, as it was left", clock.shift()));
        }
        let (mut world, invocations) = World::open(&options, &ports, clock.clone()).await?;
        let rights = Arc::new(Record::new(options.rights_record.as_deref())?);
        guard::install(&mut world.environment, &template, Arc::clone(&rights)).await?;
        let env = world.environment.whole();
        tables::ensure(&env).await?;
        if seed::catalogue(&env).await? {
            progress("filled the empty catalogue with sample data");
        }
        let beside = options.data.join("environment");
        world.environment.write_beside(&beside, &ports.outside.url())?;

        progress("starting the functions");
        let (time, bootstraps) = (clock.for_functions(), options.bootstraps.as_deref());
        let Functions { routed, invoked } =
            Functions::start(&template, &world.environment, &time, bootstraps)
                .await
                .map_err(|error| error.and(guard::refusals(&rights.entries())))?;
        seed::administrator(&env, time.clone(), &options.administrator_password).await?;
        if seed::content(&env, &time).await? {
            progress("filled the empty site with sample banners");
        }

        let mut gateway = Gateway::new(&template, routed, clock)?;
        if let Some(most) = options.instances {
            gateway = gateway.with_instances(most);
        }
        let api = gateway::router(Arc::new(gateway));
        let routers = Ports {
            site: world.site(pages, api.clone(), headers, &options)?,
            outside: world.outside(&ports.site.url(), &portal_url, &invoked),
            api,
        };
        let checkpoint = options.data.join("stream-checkpoint");
        let (background, empty_polls) =
            world.in_background(invocations, invoked, checkpoint, options.schedules)?;
        Ok(System {
            world,
            rights,
            served: ports.serve(routers),
            portal_url,
            background,
            empty_polls,
            _lock: lock,
        })
    }

    /// Where the site is, such as `http://localhost:8080`.
    pub fn site_url(&self) -> &str {
        &self.served.urls.site
    }

    /// Where portal and door are, such as `http://admin.localhost:8080`.
    pub fn portal_url(&self) -> &str {
        &self.portal_url
    }

    /// Where the outside services are, such as `http://localhost:8081`.
    pub fn outside_url(&self) -> &str {
        &self.served.urls.outside
    }

    /// The gateway's own address, which bypasses CloudFront; on a free port.
    pub fn api_url(&self) -> &str {
        &self.served.urls.api
    }

    /// The clock of the whole system.
    pub fn clock(&self) -> &ShiftedClock {
        &self.world.clock
    }

    /// Everybody's mailbox.
    pub fn mailbox(&self) -> &Mailbox {
        &self.world.services.mailbox
    }

    /// The payment provider.
    pub fn simulator(&self) -> &Simulator {
        &self.world.simulator
    }

    /// The spreadsheet.
    pub fn sheets(&self) -> &SheetsSimulator {
        &self.world.sheets
    }

    /// Returns when the function behind the stream has done everything that follows from what was written before the call.
    pub async fn stream_is_read(&self) {
        let mut empty_polls = self.empty_polls.clone();
        let seen = *empty_polls.borrow_and_update();
        // The first one may have begun before the call.
        let read = empty_polls.wait_for(|polls| *polls >= seen + 2);
        // An error is the end of the system, which writes nothing any more.
        let _ = read.await;
    }

    /// The rights that the functions have used so far, and what they were refused.
    pub fn rights(&self) -> BTreeSet<Entry> {
        self.rights.entries()
    }

    /// Stops listening, lets requests under way finish for a few seconds, and ends.
    pub async fn stop(mut self) {
        self.served.stop().await;
        for task in &self.background {
            task.abort();
        }
    }
}
