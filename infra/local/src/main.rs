//! `local`: the system on one machine.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use config::Env;
use local::{ADMINISTRATOR, Options, Schedules, StartError, System, Template, Web};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

const DEFAULT_PASSWORD: &str = "expo-admin";

/// Runs the whole system on this machine; environment variables such as PORT configure it.
#[derive(Parser)]
#[command(name = "local")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Print the OpenAPI document.
    Openapi,
    /// Compare the rights that a test run recorded in a folder with template.yaml.
    Rights { folder: PathBuf },
}

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        None => run().await,
        Some(Command::Openapi) => openapi(),
        Some(Command::Rights { folder }) => rights(&folder),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn openapi() -> Result<(), StartError> {
    let document = local::openapi_document().map_err(|error| StartError::new(error.to_string()))?;
    print(&document);
    Ok(())
}

/// Succeeds silently, or fails with a line for each right that is unused or missing.
fn rights(folder: &Path) -> Result<(), StartError> {
    let template = Template::read(Path::new("template.yaml"))?;
    let record = local::guard::read_records(folder)?;
    let discrepancies = local::guard::discrepancies(&template, &record);
    if discrepancies.is_empty() {
        Ok(())
    } else {
        Err(StartError::new(discrepancies.join("\n")))
    }
}

async fn run() -> Result<(), StartError> {
    let env = Env::from_process();
    log(&env)?;
    let mut terminated = signal(SignalKind::terminate())
        .map_err(|error| StartError::new(format!("Signals cannot be received: {error}")))?;
    let options = options(&env)?;
    let password = options.administrator_password.clone();

    let started = Instant::now();
    let starting = System::start(options, |step| {
        print(&format!("{:6.2} s  {step}\n", started.elapsed().as_secs_f64()));
    });
    let system = starting.await?;
    print(&format!(
        "{:6.2} s  ready; Ctrl-C stops it\n\n\
         Site            {site}\n\
         Portal, door    {portal}/login, {portal}/door\n\
         API             {site}/api/packages/list\n\
         Administrator   {ADMINISTRATOR} with the password {password}, for POST {site}/api/admin/login\n\
         Outside services   {outside}\n\
         Mailbox         {outside}/mail  (JSON: {outside}/mail.json)\n\n",
        started.elapsed().as_secs_f64(),
        site = system.site_url(),
        portal = system.portal_url(),
        outside = system.outside_url(),
    ));
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated.recv() => {}
    }
    print("\nstopping\n");
    system.stop().await;
    Ok(())
}

/// Log lines for people: the functions' own from INFO on, but for the batches of the stream that went well; the emulators'
/// from ERROR on. `RUST_LOG` changes that.
fn log(env: &Env) -> Result<(), StartError> {
    let wanted = env
        .optional("RUST_LOG")
        .unwrap_or_else(|| "info,notifier=warn,dynoxide=error,s3s=error".to_owned());
    let wanted: Targets = wanted
        .parse()
        .map_err(|error| StartError::new(format!("RUST_LOG cannot be used: {error}")))?;
    let lines = tracing_subscriber::fmt::layer().compact().with_target(false);
    tracing_subscriber::registry()
        .with(lines.with_filter(wanted))
        .init();
    Ok(())
}

fn options(env: &Env) -> Result<Options, StartError> {
    let web = match env.optional("WEB_DEV_SERVER") {
        Some(origin) => Web::DevServer(origin),
        None => Web::Built(PathBuf::from("web/dist")),
    };
    Ok(Options {
        port: port(env, "PORT", 8080)?,
        outside_port: port(env, "OUTSIDE_PORT", 8081)?,
        portal_host: portal_host(env)?,
        web,
        template: PathBuf::from("template.yaml"),
        edge: PathBuf::from("infra/edge.yaml"),
        limits: limits(env)?,
        provider_creates: provider_creates(env)?,
        instances: instances(env)?,
        data: PathBuf::from(env.optional("LOCAL_DATA").unwrap_or_else(|| ".local".to_owned())),
        administrator_password: env
            .optional("LOCAL_ADMIN_PASSWORD")
            .unwrap_or_else(|| DEFAULT_PASSWORD.to_owned()),
        schedules: Schedules::EveryMinute,
        bootstraps: env.optional("LOCAL_BOOTSTRAPS").map(PathBuf::from),
        rights_record: env.optional("RIGHTS_RECORD").map(PathBuf::from),
    })
}

/// `localhost` is for browsers that do not know `admin.localhost` for this machine.
fn portal_host(env: &Env) -> Result<String, StartError> {
    const NAME: &str = "PORTAL_HOST";
    let host = env.optional(NAME).unwrap_or_else(|| "admin.localhost".to_owned());
    if host == "localhost" || host.ends_with(".localhost") {
        Ok(host)
    } else {
        Err(StartError::new(format!(
            "{NAME} is {host}: it may be localhost, or a name that ends with .localhost."
        )))
    }
}

/// A small number lets a few people see the line in front of the provider.
fn provider_creates(env: &Env) -> Result<Option<u32>, StartError> {
    const NAME: &str = "PROVIDER_CREATES_PER_MINUTE";
    let Some(value) = env.optional(NAME) else {
        return Ok(None);
    };
    match value.parse() {
        Ok(number @ 1..=100_000) => Ok(Some(number)),
        Ok(_) | Err(_) => Err(StartError::new(format!(
            "{NAME} is `{value}`: choose a number of orders from 1 to 100000."
        ))),
    }
}

/// With 10, as in a new account, a few people at once see how the site takes it that Lambda has no instance left.
fn instances(env: &Env) -> Result<Option<usize>, StartError> {
    const NAME: &str = "LOCAL_INSTANCES";
    let Some(value) = env.optional(NAME) else {
        return Ok(None);
    };
    match value.parse() {
        Ok(number @ 1..=10_000) => Ok(Some(number)),
        Ok(_) | Err(_) => Err(StartError::new(format!(
            "{NAME} is `{value}`: choose a number of functions at a time from 1 to 10000."
        ))),
    }
}

/// `LOCAL_LIMITS=off` is for load tests, whose clients all have this machine's address.
fn limits(env: &Env) -> Result<bool, StartError> {
    match env.optional("LOCAL_LIMITS").as_deref() {
        None | Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(StartError::new(format!(
            "LOCAL_LIMITS is {other}: it may be on or off."
        ))),
    }
}

fn port(env: &Env, name: &'static str, default: u16) -> Result<u16, StartError> {
    let Some(value) = env.optional(name) else {
        return Ok(default);
    };
    value.parse().map_err(|_| {
        StartError::new(format!(
            "{name} is `{value}`, which is not a port: choose a number from 0 to 65535, where 0 takes a free one."
        ))
    })
}

/// Writes to standard output. A closed pipe is no error: nobody reads what is missing.
fn print(text: &str) {
    let mut out = std::io::stdout();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
