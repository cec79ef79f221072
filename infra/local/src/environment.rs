//! The variables of the functions: the values that a deployed stack gets from template.yaml and its parameters.

use std::collections::BTreeMap;

use aws_emulation::{DynamoDb, Lambda, Mailbox, ObjectStore, Secrets};
use config::Env;
use serde_json::json;
use sheets_simulator::ServiceAccount;
use store::tables::Table;

use crate::StartError;
use crate::keys::TokenKeys;
use crate::media;
use crate::rights::access_key;
use crate::{spreadsheet, tables};

const PROVIDER_SECRET: &str = "local/provider";
const ADMIN_TOKEN_SECRET: &str = "local/admin-token";
const SHEETS_SECRET: &str = "local/sheets";

/// The secrets of the local system, by the names that the variables hold. They open nothing else.
pub(crate) fn secrets(
    provider: &provider_simulator::SimulatorConfig,
    keys: &TokenKeys,
    account: &ServiceAccount,
) -> [(String, String); 3] {
    let provider = json!({ "client_id": provider.client_id, "client_secret": provider.client_secret });
    let admin = json!({ "private_key": keys.private });
    let sheets = json!({ "client_email": account.client_email, "private_key": account.private_key });
    [
        (PROVIDER_SECRET.to_owned(), provider.to_string()),
        (ADMIN_TOKEN_SECRET.to_owned(), admin.to_string()),
        (SHEETS_SECRET.to_owned(), sheets.to_string()),
    ]
}

/// The emulated AWS services.
pub(crate) struct Services {
    pub(crate) dynamodb: DynamoDb,
    pub(crate) mailbox: Mailbox,
    pub(crate) objects: ObjectStore,
    pub(crate) secrets: Secrets,
    pub(crate) lambda: Lambda,
}

/// Where the two ports are.
pub(crate) struct Addresses {
    /// The site, as people open it.
    pub(crate) site: String,
    /// The outside world, as people open it.
    pub(crate) outside: String,
    /// The same, as the functions reach it.
    pub(crate) outside_for_functions: String,
}

/// Knows the value of every variable.
pub(crate) struct Environment {
    /// Where the database meets the functions within their rights.
    guarded_dynamodb: String,
    /// What Lambda itself sets, and where the emulated services are.
    always: BTreeMap<String, String>,
    /// What the template sets, for those functions that name it.
    named: BTreeMap<String, String>,
}

impl Environment {
    pub(crate) fn new(
        services: &Services,
        guarded_dynamodb: String,
        addresses: &Addresses,
        keys: &TokenKeys,
    ) -> Environment {
        let outside = &addresses.outside_for_functions;
        let provider_url = format!("{outside}/pg");
        let token_url = format!("{outside}/token");
        let sheet_page = format!("{}/sheets", addresses.outside);
        let always = [
            ("AWS_REGION", "ap-south-1"),
            ("AWS_ACCESS_KEY_ID", aws_emulation::ACCESS_KEY_ID),
            ("AWS_SECRET_ACCESS_KEY", aws_emulation::SECRET_ACCESS_KEY),
            ("AWS_ENDPOINT_URL_DYNAMODB", services.dynamodb.endpoint()),
            ("AWS_ENDPOINT_URL_LAMBDA", services.lambda.endpoint()),
            ("AWS_ENDPOINT_URL_S3", services.objects.endpoint()),
            ("AWS_ENDPOINT_URL_SES", services.mailbox.endpoint()),
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", services.secrets.endpoint()),
        ];
        let mut named = BTreeMap::from(
            [
                ("SITE_ORIGIN", addresses.site.as_str()),
                ("PROVIDER_URL", &provider_url),
                ("PROVIDER_API_VERSION", "2025-01-01"),
                ("PROVIDER_SECRET", PROVIDER_SECRET),
                ("MAIL_FROM", "Scholarship Expo <pass@expo.example>"),
                ("CONTACT_TO", "organisers@expo.example"),
                ("MAIL_CONFIGURATION_SET", ""),
                ("ADMIN_TOKEN_PUBLIC_KEY", keys.public.as_str()),
                ("ADMIN_TOKEN_SECRET", ADMIN_TOKEN_SECRET),
                ("MEDIA_BUCKET", media::BUCKET),
                ("SHEET_ID", spreadsheet::SPREADSHEET),
                ("SHEET_TAB", spreadsheet::TAB),
                ("SHEET_PAGE", &sheet_page),
                ("SHEETS_URL", outside),
                ("SHEETS_TOKEN_URL", &token_url),
                ("SHEETS_SECRET", SHEETS_SECRET),
                ("SYNC_FUNCTION", "sync"),
                // No CloudFront is in front: the address that the front door sees is the client's.
                ("VIEWER_HEADER_SECRET", ""),
            ]
            .map(owned),
        );
        for table in Table::ALL {
            named.insert(table.variable().to_owned(), tables::name(table).to_owned());
        }
        Environment {
            guarded_dynamodb,
            always: BTreeMap::from(always.map(owned)),
            named,
        }
    }

    /// The environment of a function: as in AWS it has the variables that the template gives it, and no others.
    ///
    /// # Errors
    /// When the template names a variable that has no value here.
    pub(crate) fn of(&self, function: &str, variables: &[String]) -> Result<Env, StartError> {
        let mut pairs = self.always.clone();
        pairs.insert("AWS_ACCESS_KEY_ID".to_owned(), access_key(function));
        // A function is known to the emulated Lambda by the name of its crate.
        pairs.insert("AWS_LAMBDA_FUNCTION_NAME".to_owned(), function.to_owned());
        pairs.insert(
            "AWS_ENDPOINT_URL_DYNAMODB".to_owned(),
            self.guarded_dynamodb.clone(),
        );
        for name in variables {
            let value = self.named.get(name).ok_or_else(|| {
                StartError::new(format!(
                    "template.yaml gives {function} the variable {name}, which has no local value; add it to \
                     infra/local/src/environment.rs."
                ))
            })?;
            pairs.insert(name.clone(), value.clone());
        }
        Ok(Env::from_pairs(pairs))
    }

    /// What the commands of infra/operations need, as lines that a shell reads.
    pub(crate) fn for_operations(&self) -> String {
        let tables = Table::ALL.map(Table::variable);
        let needed = |name: &str| {
            let aws = [
                "AWS_REGION",
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "AWS_ENDPOINT_URL_DYNAMODB",
            ];
            aws.contains(&name) || tables.contains(&name)
        };
        let all = self.always.iter().chain(&self.named);
        let lines = all
            .filter(|(name, _)| needed(name))
            .map(|(name, value)| format!("{name}='{value}'\n"));
        lines.collect()
    }

    /// The environment of the local system itself, which sees everything.
    pub(crate) fn whole(&self) -> Env {
        Env::from_pairs(self.always.clone().into_iter().chain(self.named.clone()))
    }
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}
