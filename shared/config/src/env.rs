//! Where settings come from.

use crate::ConfigError;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

/// The environment a function is configured from. Cheap to clone.
#[derive(Clone)]
pub struct Env(Arc<HashMap<String, String>>);

impl Env {
    /// The process's own variables. One that is not UTF-8 counts as not set.
    #[must_use]
    pub fn from_process() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Self(Arc::new(std::env::vars_os().filter_map(text).collect()))
    }

    /// An environment of the caller's own, for the local system and for tests.
    pub fn from_pairs<K: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        Self(Arc::new(
            pairs
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        ))
    }

    /// The value of `name` without surrounding white space.
    ///
    /// # Errors
    /// When it is missing or blank, which are the same.
    pub fn required(&self, name: &'static str) -> Result<String, ConfigError> {
        self.optional(name)
            .ok_or_else(|| ConfigError::new(name, "is not set"))
    }

    /// The value of `name` without surrounding white space, or `None` when it is missing or blank.
    #[must_use]
    pub fn optional(&self, name: &'static str) -> Option<String> {
        self.lookup(name).map(str::to_owned)
    }

    /// The value of `name`, required and parsed.
    ///
    /// # Errors
    /// When it is missing, blank, or refused by the parser, whose words are quoted: this is not for secrets.
    pub fn parse<T: FromStr>(&self, name: &'static str) -> Result<T, ConfigError>
    where
        T::Err: Display,
    {
        self.required(name)?
            .parse()
            .map_err(|error| ConfigError::new(name, format!("cannot be used: {error}")))
    }

    /// The value of `name` as an absolute http or https address without a trailing slash.
    ///
    /// # Errors
    /// When it is missing, blank, another kind of address, or one with a query, a fragment or a user.
    pub fn url(&self, name: &'static str) -> Result<String, ConfigError> {
        absolute_address(name.into(), &self.required(name)?)
    }

    /// What `TIME_OUT_FACTOR` multiplies the time-outs of requests by, 1 unless set: what is emulated answers late where the
    /// machine is busy with other things.
    ///
    /// # Errors
    /// When it is no number.
    pub fn time_out_factor(&self) -> Result<u32, ConfigError> {
        match self.optional("TIME_OUT_FACTOR") {
            Some(_) => self.parse("TIME_OUT_FACTOR"),
            None => Ok(1),
        }
    }

    /// Like [`Env::url`] for a name that is put together at run time; `None` when it is not set.
    pub(crate) fn optional_url(&self, name: Cow<'static, str>) -> Result<Option<String>, ConfigError> {
        let value = self.lookup(&name).map(str::to_owned);
        value.map(|value| absolute_address(name, &value)).transpose()
    }

    fn lookup(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(|value| value.trim())
            .filter(|value| !value.is_empty())
    }
}

/// The names alone: among the values there are keys.
impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<_> = self.0.keys().collect();
        names.sort_unstable();
        f.debug_tuple("Env").field(&names).finish()
    }
}

fn absolute_address(name: Cow<'static, str>, value: &str) -> Result<String, ConfigError> {
    let acceptable = value.parse::<http::Uri>().is_ok_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.host().is_some_and(|host| !host.is_empty())
            && uri
                .authority()
                .is_some_and(|authority| !authority.as_str().contains('@'))
            && uri.query().is_none()
    });
    if acceptable && !value.contains('#') {
        Ok(value.trim_end_matches('/').to_owned())
    } else {
        Err(ConfigError::new(
            name,
            "is not an absolute http or https address without query or user",
        ))
    }
}
