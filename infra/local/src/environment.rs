//! The variables of the functions: the values that a deployed stack gets from template.yaml and its parameters.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use aws_emulation::{DynamoDb, Invocation, Lambda, Mailbox, ObjectStore, Secrets};
use config::{Env, Secret};
use serde_json::{Value, json};
use sheets_simulator::ServiceAccount;
use store::tables::Table;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::clock::ShiftedClock;
use crate::iam::{REGION, Service, access_key, arn};
use crate::keys::TokenKeys;
use crate::media;
use crate::{StartError, durable, spreadsheet, tables};

/// How many orders the payment provider opens in a minute, as the parameter of template.yaml has it.
pub(crate) const PROVIDER_CREATES: u32 = 200;

/// The domain that mail is sent from.
pub(crate) const MAIL_DOMAIN: &str = "expo.example";

/// The bucket that the file for the accounts is kept in.
const RECORDS_BUCKET: &str = "records";

/// The bucket that exports are written to.
const EXPORTS_BUCKET: &str = "exports";

const PROVIDER_SECRET: &str = "provider";
const ADMIN_TOKEN_SECRET: &str = "admin-token";
const SHEETS_SECRET: &str = "sheets";

/// The whole ARN of a secret, with the six characters that Secrets Manager adds.
fn secret(name: &str) -> String {
    arn("secretsmanager", &format!("secret:local/{name}-a1B2c3"))
}

/// The secrets of the local system, by the ARNs that the variables hold. They open nothing else.
pub(crate) fn secrets(
    provider: &provider_simulator::SimulatorConfig,
    keys: &TokenKeys,
    account: &ServiceAccount,
) -> [(String, String); 3] {
    let provider = json!({ "client_id": provider.client_id, "client_secret": provider.client_secret });
    let admin = json!({ "private_key": keys.private });
    let sheets = json!({ "client_email": account.client_email, "private_key": account.private_key });
    [
        (secret(PROVIDER_SECRET), provider.to_string()),
        (secret(ADMIN_TOKEN_SECRET), admin.to_string()),
        (secret(SHEETS_SECRET), sheets.to_string()),
    ]
}

/// The emulated AWS services.
pub(crate) struct Services {
    pub(crate) dynamodb: Arc<DynamoDb>,
    pub(crate) mailbox: Mailbox,
    pub(crate) objects: ObjectStore,
    pub(crate) secrets: Secrets,
    pub(crate) lambda: Lambda,
}

impl Services {
    /// The services on what the folder `data` holds, and what functions ask Lambda to run later.
    ///
    /// # Errors
    /// When something in it cannot be read or made, or no loopback port can be opened.
    pub(crate) async fn open(
        data: &Path,
        clock: &ShiftedClock,
        secrets: [(String, String); 3],
    ) -> Result<(Services, UnboundedReceiver<Invocation>), StartError> {
        let (database, mails, objects) = (
            data.join("dynamodb.sqlite"),
            data.join("mail.jsonl"),
            data.join("objects"),
        );
        let (lambda, invocations) = Lambda::serve(|_| Ok(()))
            .await
            .map_err(|error| StartError::because("Serving the functions' calls of each other", error))?;
        let services = Services {
            dynamodb: DynamoDb::file(&database)
                .await
                .map(Arc::new)
                .map_err(|error| StartError::in_file(&database, &error))?,
            mailbox: Mailbox::file(&mails, clock.for_emulators())
                .await
                .map_err(|error| StartError::in_file(&mails, &error))?,
            objects: objects_in(&objects, clock)
                .await
                .map_err(|error| StartError::in_file(&objects, &error))?,
            secrets: Secrets::serve(secrets)
                .await
                .map_err(|error| StartError::because("Serving the secrets", error))?,
            lambda,
        };
        Ok((services, invocations))
    }
}

/// The object store, with the buckets that nothing but a function sees.
async fn objects_in(folder: &Path, clock: &ShiftedClock) -> std::io::Result<ObjectStore> {
    let objects = ObjectStore::with_clock(folder, clock.for_emulators()).await?;
    objects.ensure_bucket(RECORDS_BUCKET)?;
    objects.ensure_bucket(EXPORTS_BUCKET)?;
    Ok(objects)
}

/// Where the two ports are.
pub(crate) struct Addresses {
    /// The site, as people open it.
    pub(crate) site: String,
    /// Portal and door, as people open them.
    pub(crate) portal: String,
    /// The outside services, as people open it.
    pub(crate) outside: String,
    /// The same, as the functions reach it.
    pub(crate) outside_for_functions: String,
    /// What the front door proves by that a request came through it.
    pub(crate) proof: Secret,
    /// What the provider grants in a minute.
    pub(crate) provider: provider_simulator::Limits,
}

/// Knows the value of every variable.
pub(crate) struct Environment {
    /// Where the functions reach the services, when that is another address than the services' own.
    redirected: BTreeMap<String, String>,
    /// What Lambda itself sets, and where the emulated services are.
    always: BTreeMap<String, String>,
    /// What the template sets, for those functions that name it.
    named: BTreeMap<String, String>,
}

impl Environment {
    pub(crate) fn new(services: &Services, addresses: &Addresses, keys: &TokenKeys) -> Environment {
        let outside = &addresses.outside_for_functions;
        let provider_url = format!("{outside}/pg");
        let granted = &addresses.provider;
        let [creates, order_reads, payment_reads] =
            [granted.create_order, granted.order, granted.payments].map(|count| count.to_string());
        let token_url = format!("{outside}/token");
        let sheet_page = format!("{}/sheets", addresses.outside);
        let mail_from = format!("{} <pass@{MAIL_DOMAIN}>", domain::event::NAME);
        let organisers = format!("organisers@{MAIL_DOMAIN}");
        let secrets = [PROVIDER_SECRET, ADMIN_TOKEN_SECRET, SHEETS_SECRET].map(secret);
        let always = [
            ("AWS_REGION", REGION),
            ("AWS_ACCESS_KEY_ID", aws_emulation::ACCESS_KEY_ID),
            ("AWS_SECRET_ACCESS_KEY", aws_emulation::SECRET_ACCESS_KEY),
            ("TIME_OUT_FACTOR", aws_emulation::TIME_OUT_FACTOR),
            (
                Service::DynamoDb.endpoint_variable(),
                services.dynamodb.endpoint(),
            ),
            (Service::Lambda.endpoint_variable(), services.lambda.endpoint()),
            (Service::S3.endpoint_variable(), services.objects.endpoint()),
            (Service::Ses.endpoint_variable(), services.mailbox.endpoint()),
            (
                Service::SecretsManager.endpoint_variable(),
                services.secrets.endpoint(),
            ),
        ];
        let mut named = BTreeMap::from(
            [
                ("SITE_ORIGIN", addresses.site.as_str()),
                ("PORTAL_ORIGIN", addresses.portal.as_str()),
                ("PROVIDER_URL", &provider_url),
                ("PROVIDER_API_VERSION", "2025-01-01"),
                ("PROVIDER_CREATES_PER_MINUTE", &creates),
                // A browser on this machine is not one of many behind an address.
                ("TRUSTED_NETWORKS", "127.0.0.1/32,::1/128"),
                ("PROVIDER_ORDER_READS_PER_MINUTE", &order_reads),
                ("PROVIDER_PAYMENT_READS_PER_MINUTE", &payment_reads),
                ("PROVIDER_REFUNDS_PER_MINUTE", "100"),
                ("UNPAID_KEPT_DAYS", "90"),
                ("PROVIDER_SECRET", &secrets[0]),
                ("MAIL_FROM", &mail_from),
                ("CONTACT_TO", &organisers),
                ("MAIL_CONFIGURATION_SET", "local"),
                ("ADMIN_TOKEN_PUBLIC_KEY", keys.public.as_str()),
                ("ADMIN_TOKEN_SECRET", &secrets[1]),
                ("SECOND_FACTOR_FOR_ADMINS", "false"),
                ("MEDIA_BUCKET", media::BUCKET),
                ("RECORDS_BUCKET", RECORDS_BUCKET),
                ("SHEET_ID", spreadsheet::SPREADSHEET),
                ("SHEET_TAB", spreadsheet::TAB),
                ("SHEET_PAGE", &sheet_page),
                ("SHEETS_URL", outside),
                ("SHEETS_TOKEN_URL", &token_url),
                ("SHEETS_SECRET", &secrets[2]),
                ("SYNC_FUNCTION", "sync"),
                ("EXPORTS_FUNCTION", "exports"),
                ("IMPORTS_FUNCTION", "imports"),
                ("MESSAGES_FUNCTION", "messages"),
                ("BULK_FUNCTION", "bulk"),
                ("MAILS_PER_SECOND", "10"),
                ("EXPORTS_BUCKET", EXPORTS_BUCKET),
                ("VIEWER_HEADER_SECRET", addresses.proof.expose()),
            ]
            .map(owned),
        );
        for table in Table::ALL {
            named.insert(table.variable().to_owned(), tables::name(table).to_owned());
        }
        Environment {
            redirected: BTreeMap::new(),
            always: BTreeMap::from(always.map(owned)),
            named,
        }
    }

    /// The value of a variable of the template.
    pub(crate) fn value(&self, variable: &str) -> Option<&str> {
        self.named.get(variable).map(String::as_str)
    }

    /// Where a service is, as the local system itself reaches it.
    pub(crate) fn endpoint(&self, service: Service) -> &str {
        let address = self.always.get(service.endpoint_variable());
        address.map_or("", String::as_str)
    }

    /// Lets the functions reach a service at `address`.
    pub(crate) fn redirect(&mut self, service: Service, address: String) {
        let variable = service.endpoint_variable().to_owned();
        self.redirected.insert(variable, address);
    }

    /// The environment of a function: as in AWS it has the variables that the template gives it, and no others.
    ///
    /// # Errors
    /// When the template names a variable that has no value here.
    pub(crate) fn of(
        &self,
        function: &str,
        variables: &BTreeMap<String, Value>,
    ) -> Result<BTreeMap<String, String>, StartError> {
        let mut pairs = self.always.clone();
        pairs.insert("AWS_ACCESS_KEY_ID".to_owned(), access_key(function));
        // A function is known to the emulated Lambda by the name of its crate.
        pairs.insert("AWS_LAMBDA_FUNCTION_NAME".to_owned(), function.to_owned());
        pairs.extend(self.redirected.clone());
        for name in variables.keys() {
            let value = self.named.get(name).ok_or_else(|| {
                StartError::new(format!(
                    "template.yaml gives {function} the variable {name}, which has no local value; add it to \
                     infra/local/src/environment.rs."
                ))
            })?;
            pairs.insert(name.clone(), value.clone());
        }
        Ok(pairs)
    }

    /// Writes what a program beside the system needs into the file at `path`, a line each: where the function `operations`
    /// is, and the tables.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write_beside(&self, path: &Path, outside_url: &str) -> Result<(), StartError> {
        let tables = Table::ALL.map(Table::variable);
        let needed = |name: &str| {
            let aws = [
                "AWS_REGION",
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "TIME_OUT_FACTOR",
                Service::DynamoDb.endpoint_variable(),
            ];
            aws.contains(&name) || tables.contains(&name)
        };
        let all = self.always.iter().chain(&self.named);
        let lines = all
            .filter(|(name, _)| needed(name))
            .map(|(name, value)| format!("{name}='{value}'\n"));
        let written: String = lines
            .chain([format!("OPERATIONS_URL='{outside_url}/operations'\n")])
            .collect();
        durable::replace(path, written.as_bytes()).map_err(|error| StartError::in_file(path, &error))
    }

    /// The environment of the local system itself, which sees everything.
    pub(crate) fn whole(&self) -> Env {
        Env::from_pairs(self.always.clone().into_iter().chain(self.named.clone()))
    }
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}
