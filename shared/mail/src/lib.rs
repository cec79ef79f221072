//! Mail: how every mail of the system looks ([`Letter`]), and SES ([`Mailer`]): one message to one person, with the SDK's
//! own retries off, because a retry after a time-out could send it twice. Who calls decides when to try again.

mod letter;
mod mime;

pub use letter::{Block, Letter, Words, layout};

use aws_sdk_ses::{
    Client,
    error::{BuildError, ProvideErrorMetadata, SdkError},
    types::{MessageTag, RawMessage},
};
use aws_smithy_types::{Blob, retry::RetryConfig, timeout::TimeoutConfig};
use aws_types::SdkConfig;
use config::{ClientOnDemand, ConfigError, Env, client_on_demand};
use domain::Email;
use std::time::Duration;

/// How long the mail service is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// The mail service under the product's sender address.
#[derive(Debug, Clone)]
pub struct Mailer {
    client: ClientOnDemand<Client>,
    from: String,
    configuration_set: Option<String>,
}

/// A message in both forms.
#[derive(Clone)]
pub struct Message<'a> {
    /// Who receives it.
    pub to: &'a Email,
    /// Who gets replies, when it is not the sender.
    pub reply_to: Option<&'a Email>,
    /// Of a mail to many, who is written to by those who want no more of them: mail programs show a button for it.
    pub unsubscribe: Option<&'a Email>,
    /// Its subject.
    pub subject: &'a str,
    /// For readers of plain text.
    pub text: &'a str,
    /// For everybody else, in [`layout`]. It shows a picture of `pictures` by `cid:` and its name.
    pub html: &'a str,
    /// Pictures within the HTML.
    pub pictures: &'a [File],
    /// Files beside it.
    pub attachments: &'a [File],
    /// What the mail service says beside everything that it reports about the message later; nothing personal.
    pub tags: &'a [(&'static str, String)],
}

/// A file of a message.
#[derive(Debug, Clone)]
pub struct File {
    /// Its name: letters, digits, `-` and `.`.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub content: Vec<u8>,
}

/// What a refusal is called for which the quota of a day is used up.
const DAILY_QUOTA: &str = "DailyQuotaExceeded";

/// The one code of a mail that is refused, of an account that is held back, and of a sender that is none any more.
const REJECTED: &str = "MessageRejected";
/// What the latter two are called here.
const SENDING_PAUSED: &str = "SendingPaused";
const SENDER_NOT_VERIFIED: &str = "SenderNotVerified";

/// Refusals that are about a mail, and not about the account or the service.
const OF_THE_MAIL: [&str; 2] = [REJECTED, "InvalidParameterValue"];

/// Why a message was not taken. None of these shows the address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// More mail than the account's rate allows; the message is not queued.
    #[error("the mail service throttles")]
    Throttled,
    /// The service refused; its code tells why.
    #[error("the mail service refused: {0}")]
    Refused(String),
    /// No answer. The message may have been taken.
    #[error("the mail service did not answer")]
    NoAnswer,
}

impl MailError {
    /// Whether it says something of this mail, so that another one may be taken.
    #[must_use]
    pub fn is_of_the_mail(&self) -> bool {
        match self {
            Self::Refused(code) => OF_THE_MAIL.contains(&code.as_str()),
            Self::Throttled | Self::NoAnswer => false,
        }
    }
}

impl Mailer {
    /// SES with the sender of `MAIL_FROM` and, if set, the configuration set of `MAIL_CONFIGURATION_SET`.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let shared = env.aws_for("SES")?;
        Ok(Self {
            client: client_on_demand(move || Client::from_conf(once(&shared))),
            from: sender(env)?,
            configuration_set: env.optional("MAIL_CONFIGURATION_SET"),
        })
    }

    /// Sends a message and returns the service's id of it.
    ///
    /// # Errors
    /// When the service throttles, refuses or does not answer.
    pub async fn send(&self, message: &Message<'_>) -> Result<String, MailError> {
        let unfit = |error: BuildError| MailError::Refused(error.to_string());
        let composed =
            mime::compose(&self.from, message).map_err(|error| MailError::Refused(error.to_string()))?;
        let raw = RawMessage::builder()
            .data(Blob::new(composed))
            .build()
            .map_err(unfit)?;
        let tags: Result<Vec<_>, _> = message.tags.iter().map(tag).collect();
        let tags = tags.map_err(unfit)?;
        let sent = self
            .client
            .send_raw_email()
            .source(&self.from)
            .destinations(message.to.as_str())
            .raw_message(raw)
            .set_configuration_set_name(self.configuration_set.clone())
            .set_tags((!tags.is_empty()).then_some(tags))
            .send()
            .await;
        match sent {
            Ok(accepted) => Ok(accepted.message_id),
            Err(error) => Err(refusal(&error, bare(&self.from), message.to)),
        }
    }
}

/// Each message is tried once.
fn once(shared: &SdkConfig) -> aws_sdk_ses::Config {
    aws_sdk_ses::config::Builder::from(shared)
        .retry_config(RetryConfig::disabled())
        .timeout_config(
            TimeoutConfig::builder()
                // Set both: the shared limit of an attempt is shorter, and a mail that is taken after it would go out
                // twice.
                .operation_attempt_timeout(PATIENCE)
                .operation_timeout(PATIENCE)
                .build(),
        )
        .build()
}

/// `pass@expo.example`, or the same with a name before it: `Expo <pass@expo.example>`.
fn sender(env: &Env) -> Result<String, ConfigError> {
    let from = env.required("MAIL_FROM")?;
    match Email::parse(bare(&from)) {
        Ok(_) => Ok(from),
        Err(_) => Err(ConfigError::new("MAIL_FROM", "is not an e-mail address")),
    }
}

/// The address alone.
fn bare(from: &str) -> &str {
    match from.split_once('<') {
        Some((_, rest)) => rest.strip_suffix('>').unwrap_or_default(),
        None => from,
    }
}

fn tag((name, value): &(&'static str, String)) -> Result<MessageTag, BuildError> {
    MessageTag::builder().name(*name).value(value).build()
}

fn refusal<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>, from: &str, to: &Email) -> MailError {
    match error {
        SdkError::ServiceError(service) => match service.err().code() {
            // Version 1 of the interface does not model its throttling errors. The quota of a day has the same code as the rate
            // of a second, and is no reason to try again in one.
            Some("Throttling" | "ThrottlingException") => match service.err().message() {
                Some(message) if message.to_lowercase().contains("quota") => {
                    MailError::Refused(DAILY_QUOTA.to_owned())
                }
                Some(_) | None => MailError::Throttled,
            },
            Some(REJECTED) => {
                let text = service.err().message().unwrap_or_default();
                MailError::Refused(rejected(text, from, to).to_owned())
            }
            Some(code) => MailError::Refused(code.to_owned()),
            None => MailError::NoAnswer,
        },
        _ => MailError::NoAnswer,
    }
}

/// What a rejection is about, which its text alone says.
fn rejected(text: &str, from: &str, to: &Email) -> &'static str {
    let text = text.to_ascii_lowercase();
    if text.contains("paused") || text.contains("suspended") {
        return SENDING_PAUSED;
    }
    // An account that is still in the sandbox sends to verified addresses alone, and then it is the recipient that is named.
    let names = |address: &str| text.contains(&address.to_ascii_lowercase());
    match text.contains("not verified") && (names(from) || !names(to.as_str())) {
        true => SENDER_NOT_VERIFIED,
        false => REJECTED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejection_is_of_the_mail_unless_its_text_speaks_of_the_account_or_of_the_sender() {
        let to = Email::parse("asha@example.com").unwrap();
        let about = |text: &str| rejected(text, "Pass@Expo.example", &to);
        let failed =
            "Email address is not verified. The following identities failed the check in region AP-SOUTH-1:";
        assert_eq!(
            about(
                "Sending paused for this account. For more information, please check the inbox of the email address."
            ),
            SENDING_PAUSED
        );
        assert_eq!(about("Your account is suspended."), SENDING_PAUSED);
        for who in [
            "",
            "pass@expo.example",
            "Expo <pass@expo.example>, asha@example.com",
            "expo.example",
        ] {
            assert_eq!(about(&format!("{failed} {who}")), SENDER_NOT_VERIFIED, "{who}");
        }
        assert_eq!(about(&format!("{failed} asha@example.com")), REJECTED);
        assert_eq!(about("Address blacklisted."), REJECTED);
        assert_eq!(about(""), REJECTED);
    }

    #[test]
    fn only_a_refusal_of_a_mail_says_something_of_it() {
        let of_the_mail = |code: &str| MailError::Refused(code.to_owned()).is_of_the_mail();
        assert!(of_the_mail(REJECTED) && of_the_mail("InvalidParameterValue"));
        for code in [
            SENDING_PAUSED,
            SENDER_NOT_VERIFIED,
            DAILY_QUOTA,
            "AccountSendingPausedException",
        ] {
            assert!(!of_the_mail(code), "{code}");
        }
        assert!(!MailError::Throttled.is_of_the_mail() && !MailError::NoAnswer.is_of_the_mail());
    }
}
