//! An isolated environment for each test.

mod pictures;
mod tables;

use crate::{TestClock, catalogue, database::DatabaseProxy};
use aws_emulation::{DynamoDb, Invocation, Lambda, Mailbox, ObjectStore, Secrets};
use aws_sdk_dynamodb::Client;
use config::Env;
use domain::{Entropy, Role};
use http_api::{Staff, TokenKeys, TokenSigner};
use provider_simulator::{Simulator, SimulatorConfig, WebhookMode};
use serde_json::json;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};
use store::{Access, Catalogue, Registrations, Session, tables::Table};
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;

/// The id and name of the administrator that every test environment has.
const ADMIN: (&str, &str) = ("admin-1", "admin");

/// The bucket of the pictures.
const BUCKET: &str = "media";
const RECORDS_BUCKET: &str = "records";

/// The bucket of the exports.
const EXPORTS: &str = "exports";

/// Everything outside the functions.
pub struct TestEnv {
    /// Where the functions' database requests pass, and fail on demand.
    pub database: DatabaseProxy,
    /// The mail service.
    pub mailbox: Mailbox,
    /// The payment provider. It withholds its webhooks: tests take and deliver them.
    pub provider: Simulator,
    /// The time.
    pub clock: TestClock,
    provider_url: String,
    client: Client,
    signer: TokenSigner,
    public_key: String,
    secrets: Secrets,
    lambda: Lambda,
    invocations: Mutex<UnboundedReceiver<Invocation>>,
    refuses_invocations: Arc<AtomicBool>,
    objects: ObjectStore,
    folder: TempDir,
    dynamodb: DynamoDb,
}

impl TestEnv {
    /// A test environment with the six tables, the small catalogue and one administrator.
    pub async fn start() -> Self {
        crate::log::want_lines();
        let clock = TestClock::default();
        let dynamodb = DynamoDb::memory().await.unwrap();
        let database = DatabaseProxy::serve(dynamodb.endpoint().to_owned()).await;
        let mailbox = Mailbox::memory().await.unwrap();
        let keys = TokenKeys::generate(&Entropy::system()).unwrap();
        let now = clock.clone();
        let provider = Simulator::new(SimulatorConfig {
            clock: Arc::new(move || now.now()),
            ..SimulatorConfig::default()
        });
        provider.set_webhooks(WebhookMode::Withhold);
        let provider_url = provider.serve().await.unwrap();
        let provider_secret = json!({ "client_id": "local-client", "client_secret": "local-secret" });
        let token_secret = json!({ "private_key": keys.private_key.expose() });
        let secrets = Secrets::serve([
            ("test/provider".to_owned(), provider_secret.to_string()),
            ("test/token".to_owned(), token_secret.to_string()),
        ])
        .await
        .unwrap();
        let refuses_invocations = Arc::new(AtomicBool::new(false));
        let refuses = Arc::clone(&refuses_invocations);
        let admit = move |_: &Invocation| match refuses.load(Ordering::SeqCst) {
            true => Err("refused on demand".to_owned()),
            false => Ok(()),
        };
        let (lambda, invocations) = Lambda::serve(admit).await.unwrap();
        let folder = TempDir::new().unwrap();
        let now = clock.clone();
        let objects = ObjectStore::with_clock(folder.path(), Arc::new(move || now.now()))
            .await
            .unwrap();
        objects.ensure_bucket(BUCKET).unwrap();
        objects.ensure_bucket(RECORDS_BUCKET).unwrap();
        objects.ensure_bucket(EXPORTS).unwrap();
        let test_env = Self {
            database,
            mailbox,
            provider,
            clock,
            provider_url,
            client: Client::new(&past_the_injector(&dynamodb).aws_for("DYNAMODB").unwrap()),
            signer: TokenSigner::new(&keys.private_key).unwrap(),
            public_key: keys.public_key,
            secrets,
            lambda,
            invocations: Mutex::new(invocations),
            refuses_invocations,
            objects,
            folder,
            dynamodb,
        };
        test_env.create_tables().await;
        catalogue::seed(&test_env.catalogue()).await;
        test_env
    }

    async fn create_tables(&self) {
        for table in Table::ALL {
            // Until a test asks for it: at each write the database looks through all that a stream has brought.
            let definition = table
                .definition(table.variable())
                .unwrap()
                .set_stream_specification(None);
            definition.send_with(&self.client).await.unwrap();
        }
    }

    /// What the functions are configured with.
    #[must_use]
    pub fn env(&self) -> Env {
        let provider = format!("{}/pg", self.provider_url);
        let mut pairs = vec![
            ("AWS_REGION", "ap-south-1"),
            ("AWS_ACCESS_KEY_ID", aws_emulation::ACCESS_KEY_ID),
            ("AWS_SECRET_ACCESS_KEY", aws_emulation::SECRET_ACCESS_KEY),
            ("TIME_OUT_FACTOR", aws_emulation::TIME_OUT_FACTOR),
            ("AWS_ENDPOINT_URL_DYNAMODB", self.database.endpoint()),
            ("AWS_ENDPOINT_URL_S3", self.objects.endpoint()),
            ("AWS_ENDPOINT_URL_LAMBDA", self.lambda.endpoint()),
            ("AWS_ENDPOINT_URL_SES", self.mailbox.endpoint()),
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", self.secrets.endpoint()),
            ("MEDIA_BUCKET", BUCKET),
            ("RECORDS_BUCKET", RECORDS_BUCKET),
            ("EXPORTS_BUCKET", EXPORTS),
            ("AWS_LAMBDA_FUNCTION_NAME", "sync"),
            ("SYNC_FUNCTION", "sync"),
            ("EXPORTS_FUNCTION", "exports"),
            ("IMPORTS_FUNCTION", "imports"),
            ("MESSAGES_FUNCTION", "messages"),
            ("BULK_FUNCTION", "bulk"),
            ("MAILS_PER_SECOND", "10"),
            ("SITE_ORIGIN", "https://expo.example"),
            ("PORTAL_ORIGIN", "https://admin.expo.example"),
            ("MAIL_FROM", "Scholarship Expo <pass@expo.example>"),
            ("CONTACT_TO", "organisers@expo.example"),
            ("PROVIDER_URL", &provider),
            ("PROVIDER_SECRET", "test/provider"),
            // As many as the simulator opens: more than any test sends.
            ("PROVIDER_CREATES_PER_MINUTE", "100000"),
            ("ADMIN_TOKEN_PUBLIC_KEY", &self.public_key),
            ("ADMIN_TOKEN_SECRET", "test/token"),
            ("SECOND_FACTOR_FOR_ADMINS", "false"),
        ];
        pairs.extend(Table::ALL.map(|table| (table.variable(), table.variable())));
        Env::from_pairs(pairs)
    }

    /// Gives a secret another value, or makes one.
    pub fn put_secret(&self, name: &str, value: &str) {
        self.secrets.put(name, value);
    }

    /// The catalogue, past the fault injector.
    #[must_use]
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.client.clone(), Table::Catalogue.variable().to_owned())
    }

    /// The registrations, past the fault injector.
    #[must_use]
    pub fn registrations(&self) -> Registrations {
        Registrations::new(self.client.clone(), Table::Registrations.variable().to_owned())
    }

    /// A token of the administrator.
    pub async fn admin_token(&self) -> String {
        self.token_of(Role::Admin).await
    }

    /// A token of the same person in another role.
    pub async fn token_of(&self, role: Role) -> String {
        self.token_by_name(ADMIN.1, role).await
    }

    /// A token that bears another name.
    pub async fn token_by_name(&self, username: &str, role: Role) -> String {
        let access = Access::from_env(&past_the_injector(&self.dynamodb)).unwrap();
        let now = self.clock.now();
        let version = access.version_for_new_token(ADMIN.0, now).await.unwrap().version;
        let session = Session {
            id: Entropy::system().symbols(20),
            ver: version,
            began: now,
            last_seen: now,
            device: "A test".to_owned(),
            restriction: None,
        };
        access.begin_session(ADMIN.0, role, &session).await.unwrap();
        let bearer = Staff {
            id: ADMIN.0.to_owned(),
            username: username.to_owned(),
            role,
            version,
            session: session.id,
        };
        self.sign(bearer)
    }

    /// A token as the function `admin` signs it.
    #[must_use]
    pub fn sign(&self, bearer: Staff) -> String {
        self.signer.sign(bearer, self.clock.now()).unwrap()
    }

    /// What functions were called asynchronously with since this was last asked; nobody else runs them.
    #[must_use]
    pub fn invocations(&self) -> Vec<Invocation> {
        let mut taken = self.invocations.lock().unwrap();
        std::iter::from_fn(|| taken.try_recv().ok()).collect()
    }

    /// The events that `function` was called with since this was last asked. No other function may have been called.
    #[must_use]
    pub fn events_of(&self, function: &str) -> Vec<serde_json::Value> {
        let taken = self.invocations().into_iter();
        taken
            .inspect(|invocation| assert_eq!(invocation.function, function))
            .map(|invocation| invocation.event)
            .collect()
    }

    /// From now on Lambda refuses to take events, or takes them again.
    pub fn refuse_invocations(&self, refuse: bool) {
        self.refuses_invocations.store(refuse, Ordering::SeqCst);
    }
}

/// What reaches the database without passing the fault injector.
fn past_the_injector(dynamodb: &DynamoDb) -> Env {
    Env::from_pairs([
        ("AWS_REGION", "ap-south-1"),
        ("AWS_ACCESS_KEY_ID", "test"),
        ("AWS_SECRET_ACCESS_KEY", "test"),
        ("TIME_OUT_FACTOR", aws_emulation::TIME_OUT_FACTOR),
        ("AWS_ENDPOINT_URL_DYNAMODB", dynamodb.endpoint()),
        ("TABLE_ACCESS", Table::Access.variable()),
    ])
}
