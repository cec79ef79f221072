//! Settings with something wrong, for tests of how a function starts.

use crate::TestEnv;
use config::Env;

/// Every variable of [`TestEnv::env`].
pub(crate) const VARIABLES: [&str; 35] = [
    "AWS_REGION",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "TIME_OUT_FACTOR",
    "AWS_ENDPOINT_URL_DYNAMODB",
    "AWS_ENDPOINT_URL_LAMBDA",
    "AWS_ENDPOINT_URL_S3",
    "AWS_ENDPOINT_URL_SES",
    "AWS_ENDPOINT_URL_SECRETS_MANAGER",
    "AWS_LAMBDA_FUNCTION_NAME",
    "SYNC_FUNCTION",
    "EXPORTS_FUNCTION",
    "IMPORTS_FUNCTION",
    "MESSAGES_FUNCTION",
    "BULK_FUNCTION",
    "MAILS_PER_SECOND",
    "EXPORTS_BUCKET",
    "MEDIA_BUCKET",
    "RECORDS_BUCKET",
    "SITE_ORIGIN",
    "PORTAL_ORIGIN",
    "MAIL_FROM",
    "CONTACT_TO",
    "PROVIDER_URL",
    "PROVIDER_SECRET",
    "PROVIDER_CREATES_PER_MINUTE",
    "ADMIN_TOKEN_PUBLIC_KEY",
    "ADMIN_TOKEN_SECRET",
    "SECOND_FACTOR_FOR_ADMINS",
    "TABLE_CATALOGUE",
    "TABLE_CONTENT",
    "TABLE_REGISTRATIONS",
    "TABLE_ADMIN",
    "TABLE_ACCESS",
    "TABLE_CHECK_IN",
];

impl TestEnv {
    /// What the functions are configured with, one variable set to something else; blank for not set.
    #[must_use]
    pub fn env_with(&self, variable: &'static str, value: &str) -> Env {
        self.env_and(&[(variable, value)])
    }

    /// What the functions are configured with, and these variables instead or besides.
    #[must_use]
    pub fn env_and(&self, pairs: &[(&'static str, &str)]) -> Env {
        let env = self.env();
        let others = VARIABLES
            .into_iter()
            .filter(|name| pairs.iter().all(|(set, _)| set != name));
        let kept = others.filter_map(|name| Some((name, env.optional(name)?)));
        Env::from_pairs(kept.chain(pairs.iter().map(|(name, value)| (*name, (*value).to_owned()))))
    }
}
