//! The system put together, started and stopped.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use aws_emulation::{Lambda, Mailbox};
use axum::Router;
use config::Secret;
use domain::Entropy;
use provider_simulator::{Simulator, SimulatorConfig};
use sheets_simulator::SheetsSimulator;
use store::tables::Table;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::clock::ShiftedClock;
use crate::edge::{self, WebAcl};
use crate::environment::{self, Addresses, Environment, PROVIDER_CREATES, Services};
use crate::functions::Functions;
use crate::gateway::{self, Gateway};
use crate::guard::{self, Entry, Record};
use crate::keys::TokenKeys;
use crate::outside::{self, Controls};
use crate::site::{Provider, Site};
use crate::template::{RouteLimits, Template};
use crate::{
    StartError, dev_server, durable, invocations, mail_events, media, schedule, seed, spreadsheet, stream,
    tables,
};

/// How long requests under way may take to finish when the system stops.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(3);

/// What a start may write, in bytes, with something to spare.
const ROOM: usize = 4 * 1024 * 1024;

/// What a system is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port of the site and its API; 0 takes a free one.
    pub port: u16,
    /// The port of the outside services; 0 takes a free one.
    pub outside_port: u16,
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
    /// The folder for everything that is kept; made if missing.
    pub data: PathBuf,
    /// The password of the administrator.
    pub administrator_password: String,
    /// A folder with `<function>/bootstrap` for those functions that run as the separate program that Lambda would
    /// run, if any do.
    pub bootstraps: Option<PathBuf>,
    /// The folder to record the used rights in, if any.
    pub rights_record: Option<PathBuf>,
}

/// Where the web app comes from.
#[derive(Clone, Debug)]
pub enum Web {
    /// The folder of the built app.
    Built(PathBuf),
    /// The address of a running development server.
    DevServer(String),
}

/// A running system. It stops with [`System::stop`]; when it is only dropped, its tasks end with the runtime.
pub struct System {
    site_url: String,
    outside_url: String,
    api_url: String,
    clock: ShiftedClock,
    mailbox: Mailbox,
    simulator: Simulator,
    sheets: SheetsSimulator,
    rights: Arc<Record>,
    stopping: watch::Sender<bool>,
    servers: JoinSet<()>,
    background: Vec<JoinHandle<()>>,
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
        let mut template = Template::read(&options.template)?;
        if !options.limits {
            template.limits = RouteLimits::default();
        }
        if options.port == options.outside_port && options.port != 0 {
            return Err(StartError::new(format!(
                "PORT and OUTSIDE_PORT are both {}: give each its own port.",
                options.port
            )));
        }
        let (site_listener, site_url) = listen(options.port, "PORT").await?;
        let (outside_listener, outside_url) = listen(options.outside_port, "OUTSIDE_PORT").await?;
        let (api_listener, api_url) = listen(0, "PORT").await?;
        let provider = Provider::simulated(&outside_url);
        let pages = match &options.web {
            Web::Built(folder) => {
                let headers = template.pages.take().ok_or_else(|| {
                    StartError::new(
                        "template.yaml has no distribution, which says the headers of pages.".to_owned(),
                    )
                })?;
                Site::open(folder.clone(), provider, headers)?.router()
            }
            Web::DevServer(origin) => dev_server::router(origin, provider),
        };

        progress("opening the data in the folder of the local system");
        let lock = lock(&options.data)?;
        make_sure_of_room(&options.data)?;
        let in_file = |name: &str| {
            let path = options.data.join(name);
            move |error: std::io::Error| StartError::in_file(&path, &error)
        };
        let clock = ShiftedClock::kept(&options.data.join("clock")).map_err(in_file("clock"))?;
        if clock.shift() != 0 {
            progress(&format!("the clock is {} s ahead, as it was left", clock.shift()));
        }
        let keys = TokenKeys::load_or_make(&options.data.join("admin-token.key"))?;
        let mut simulated = SimulatorConfig {
            public_url: outside_url.clone(),
            clock: clock.for_emulators(),
            ..SimulatorConfig::default()
        };
        if options.limits {
            simulated.limits.create_order = options.provider_creates.unwrap_or(PROVIDER_CREATES);
        }
        let provider_creates = simulated.limits.create_order;
        let account = spreadsheet::account(&options.data.join("service-account.json"))?;
        let secrets = environment::secrets(&simulated, &keys, &account);
        let sheets = spreadsheet::open(account, clock.for_emulators(), &options.data.join("sheets.json"))
            .map_err(in_file("sheets.json"))?;
        let simulator = Simulator::open(simulated, options.data.join("provider.json"))
            .map_err(in_file("provider.json"))?;
        let lambda = Lambda::serve(|_| Ok(())).await;
        let (lambda, events) = lambda
            .map_err(|error| StartError::because("Serving the functions' calls of each other", error))?;
        let services = Services::open(&options.data, &clock, secrets, lambda).await?;
        let outside_port = outside_listener.local_addr().map(|address| address.port());
        let addresses = Addresses {
            site: site_url.clone(),
            outside: outside_url.clone(),
            outside_for_functions: format!("http://127.0.0.1:{}", outside_port.unwrap_or_default()),
            proof: Secret::from(Entropy::system().symbols(32).as_str()),
            provider_creates,
        };
        let mut environment = Environment::new(&services, &addresses, &keys);
        let record = Record::new(options.rights_record.as_deref())
            .map_err(|error| StartError::because("Recording the rights", error))?;
        let seen = Arc::new(record);
        guard::install(&mut environment, &template, Arc::clone(&seen)).await?;
        let env = environment.whole();
        let settings = env
            .aws_for("DYNAMODB")
            .map_err(|error| StartError::because("Reaching the database", error))?;
        tables::ensure(&aws_sdk_dynamodb::Client::new(&settings)).await?;
        if seed::catalogue(&env).await? {
            progress("filled the empty catalogue with sample data");
        }

        let beside = options.data.join("environment");
        durable::replace(&beside, environment.beside(&outside_url).as_bytes())
            .map_err(in_file("environment"))?;

        progress("starting the functions");
        let bootstraps = options.bootstraps.as_deref();
        let functions = Functions::start(&template, &environment, &clock.for_functions(), bootstraps)
            .await
            .map_err(|error| error.and(guard::refusals(&seen.entries())))?;
        seed::administrator(&env, clock.for_functions(), &options.administrator_password).await?;
        let gateway = Gateway::new(&template, functions.handlers, clock.clone())?;
        let api = gateway::router(Arc::new(gateway));
        let mut site = edge::proving(api.clone(), addresses.proof)
            .merge(media::router(&services.objects, &env)?)
            .fallback_service(pages);
        if options.limits {
            site = edge::behind_web_acl(site, WebAcl::read(&options.edge, clock.clone())?);
        }
        if seed::content(&env, &clock.for_functions()).await? {
            progress("filled the empty site with sample banners");
        }
        let Services {
            dynamodb,
            mailbox,
            objects,
            secrets,
            lambda,
        } = services;
        let controls = Controls {
            clock: clock.clone(),
            mailbox: mailbox.clone(),
            reconcile: Arc::clone(&functions.reconcile),
            collect: Arc::clone(&functions.collect),
            operations: functions.operations,
        };
        let outside = outside::router(mailbox.clone(), &site_url, controls)
            .merge(simulator.router())
            .merge(sheets.router());
        simulator.spawn_delivery();

        let (stopping, _) = watch::channel(false);
        let mut servers = JoinSet::new();
        servers.spawn(serve(site_listener, site, stopping.subscribe()));
        servers.spawn(serve(outside_listener, outside, stopping.subscribe()));
        servers.spawn(serve(api_listener, api, stopping.subscribe()));
        let source = dynamodb
            .stream(tables::name(Table::Registrations))
            .map_err(|error| StartError::because("Opening the stream of registrations", error))?;
        let (notifier, mapping) = functions.notifier;
        let checkpoint = options.data.join("stream-checkpoint");
        let polling = stream::poll(source, mapping, checkpoint, notifier);
        let (function, rules) = functions.mail_events;
        let mail_news = mail_events::run(mailbox.events(), rules, move |event| {
            let function = Arc::clone(&function);
            async move {
                let outcome = function.handle(event).await.map_err(|error| error.to_string())?;
                serde_json::to_value(outcome).map_err(|error| error.to_string())
            }
        });
        let dynamodb = Arc::new(dynamodb);
        let minutes = schedule::every_minute([functions.reconcile, functions.collect], dynamodb);
        let kept = async move {
            // These serve for as long as they are held.
            let _held = (objects, secrets, lambda);
            minutes.await;
        };
        Ok(System {
            site_url,
            outside_url,
            api_url,
            clock,
            mailbox,
            simulator,
            sheets,
            rights: seen,
            stopping,
            servers,
            background: vec![
                tokio::spawn(polling),
                tokio::spawn(kept),
                tokio::spawn(invocations::run(events, functions.sync)),
                tokio::spawn(mail_news),
            ],
            _lock: lock,
        })
    }

    /// Where the site is, such as `http://localhost:8080`.
    pub fn site_url(&self) -> &str {
        &self.site_url
    }

    /// Where the outside services are, such as `http://localhost:8081`.
    pub fn outside_url(&self) -> &str {
        &self.outside_url
    }

    /// The gateway's own address, which bypasses CloudFront; on a free port.
    pub fn api_url(&self) -> &str {
        &self.api_url
    }

    /// The clock of the whole system.
    pub fn clock(&self) -> &ShiftedClock {
        &self.clock
    }

    /// Everybody's mailbox.
    pub fn mailbox(&self) -> &Mailbox {
        &self.mailbox
    }

    /// The payment provider.
    pub fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    /// The spreadsheet.
    pub fn sheets(&self) -> &SheetsSimulator {
        &self.sheets
    }

    /// The rights that the functions have used so far, and what they were refused.
    pub fn rights(&self) -> BTreeSet<Entry> {
        self.rights.entries()
    }

    /// Stops listening, lets requests under way finish for a few seconds, and ends.
    pub async fn stop(mut self) {
        self.stopping.send_replace(true);
        let finished = async { while self.servers.join_next().await.is_some() {} };
        if tokio::time::timeout(PATIENCE_AT_THE_END, finished).await.is_err() {
            tracing::warn!("some requests were cut off");
        }
        for task in &self.background {
            task.abort();
        }
    }
}

async fn listen(port: u16, variable: &str) -> Result<(TcpListener, String), StartError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|error| {
        if error.kind() == std::io::ErrorKind::AddrInUse {
            StartError::new(format!(
                "Port {port} is in use by another program: stop that one, or choose another port with {variable}=…"
            ))
        } else {
            StartError::because(format!("Listening on port {port} ({variable})"), error)
        }
    })?;
    let address = listener
        .local_addr()
        .map_err(|error| StartError::because(format!("Listening on port {port}"), error))?;
    Ok((listener, format!("http://localhost:{}", address.port())))
}

/// A start that runs out of room half-way would fail in a place that says little about it.
fn make_sure_of_room(data: &Path) -> Result<(), StartError> {
    let room = tempfile::NamedTempFile::new_in(data).and_then(|mut file| file.write_all(&vec![1; ROOM]));
    room.map_err(|error| StartError::in_file(data, &error))
}

fn lock(data: &Path) -> Result<File, StartError> {
    if data.metadata().is_ok_and(|there| !there.is_dir()) {
        return Err(StartError::new(format!(
            "LOCAL_DATA is {}, which is a file: choose a folder for the data with LOCAL_DATA=…",
            data.display()
        )));
    }
    let failed = |error: &std::io::Error| StartError::in_file(data, error);
    std::fs::create_dir_all(data).map_err(|error| failed(&error))?;
    let lock = File::create(data.join("lock")).map_err(|error| failed(&error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StartError::new(format!(
            "Another local system is working on {}: stop it, or choose another folder with LOCAL_DATA=…",
            data.display()
        ))),
        Err(TryLockError::Error(error)) => Err(failed(&error)),
    }
}

async fn serve(listener: TcpListener, router: Router, mut stopping: watch::Receiver<bool>) {
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    let until = async move {
        // An error means that the system itself is gone.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    };
    if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(until).await {
        tracing::error!(%error, "a port is no longer served");
    }
}
