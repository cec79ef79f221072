//! Lambda's asynchronous invocation: a function is asked to work on something after its caller has answered.

use aws_sdk_lambda::Client;
use aws_sdk_lambda::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_lambda::primitives::Blob;
use aws_sdk_lambda::types::InvocationType;
use config::{ClientOnDemand, ConfigError, Env, client_on_demand};
use serde::Serialize;

/// One function that can be asked to work.
#[derive(Debug, Clone)]
pub struct Invoker {
    client: ClientOnDemand<Client>,
    function: String,
}

/// Lambda did not take the event, or did not say that it did.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Lambda did not take the event: {0}")]
pub struct InvocationError(String);

impl Invoker {
    /// Asks the function whose name is in `variable`. A function asks itself by `AWS_LAMBDA_FUNCTION_NAME`, which
    /// Lambda sets.
    pub fn from_env(env: &Env, variable: &'static str) -> Result<Self, ConfigError> {
        let settings = env.aws_for("LAMBDA")?;
        Ok(Self {
            client: client_on_demand(move || Client::new(&settings)),
            function: env.required(variable)?,
        })
    }

    /// Hands `event` over; Lambda runs the function with it soon, at least once.
    ///
    /// # Errors
    /// When the event was not accepted, or it is not known whether it was.
    pub async fn invoke(&self, event: &impl Serialize) -> Result<(), InvocationError> {
        let payload = serde_json::to_vec(event).map_err(|error| InvocationError(error.to_string()))?;
        self.client
            .invoke()
            .function_name(&self.function)
            .invocation_type(InvocationType::Event)
            .payload(Blob::new(payload))
            .send()
            .await
            .map(drop)
            .map_err(|error| InvocationError(reason(&error)))
    }
}

fn reason<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    let kind = match error {
        SdkError::ConstructionFailure(_) => "the request could not be built",
        SdkError::TimeoutError(_) => "no answer in time",
        SdkError::DispatchFailure(_) => "no connection",
        SdkError::ResponseError(_) => "an answer that cannot be read",
        _ => "an error without a code",
    };
    error.code().unwrap_or(kind).to_owned()
}
