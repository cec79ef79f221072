//! The web ACL of infra/edge.yaml, as far as it counts requests.

mod template;

use std::net::IpAddr;
use std::path::Path;

use http::{HeaderMap, HeaderName, Response};
use percent_encoding::percent_decode_str;

use super::rates::Rates;
use crate::StartError;
use crate::clock::ShiftedClock;

/// The rules by their order, with what each address has asked.
pub struct WebAcl {
    rules: Vec<Rule>,
    clock: ShiftedClock,
}

struct Rule {
    priority: u32,
    scope: Scope,
    /// The header that requests of one address are counted by; those without it are not.
    header: Option<HeaderName>,
    rates: Rates,
    refusal: Response<String>,
}

/// Which requests a rule counts.
enum Scope {
    Everything,
    Path(String),
    /// Of a path, those without a header.
    Without(String, HeaderName),
}

impl WebAcl {
    /// Reads the web ACL of the template at `path`.
    ///
    /// # Errors
    /// When the file cannot be read, has no web ACL, or one with rules that the local system cannot follow.
    pub fn read(path: &Path, clock: ShiftedClock) -> Result<WebAcl, StartError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| StartError::because(format!("Reading {}", path.display()), error))?;
        WebAcl::parse(&text, clock)
            .map_err(|error| StartError::because(format!("Understanding {}", path.display()), error))
    }

    fn parse(text: &str, clock: ShiftedClock) -> Result<WebAcl, String> {
        let mut rules = template::rules(text)?;
        rules.sort_by_key(|rule| rule.priority);
        Ok(WebAcl { rules, clock })
    }

    /// Counts a request for `path` from `client`, and answers it if it is one too many. As in AWS a rule that refuses
    /// ends the search, so later ones do not count the request.
    pub fn refusal(&self, client: IpAddr, path: &str, headers: &HeaderMap) -> Option<Response<String>> {
        let (address, now) = (client.to_canonical(), self.clock.now().unix_timestamp());
        let mut rules = self.rules.iter().filter(|rule| rule.scope.covers(path, headers));
        let refusing = rules.find(|rule| match &rule.header {
            None => rule.rates.exceeded((address, None), now),
            Some(name) => headers
                .get(name)
                .is_some_and(|value| rule.rates.exceeded((address, Some(value.clone())), now)),
        })?;
        Some(refusing.refusal.clone())
    }
}

impl Scope {
    fn covers(&self, path: &str, headers: &HeaderMap) -> bool {
        let path = normalized(path);
        match self {
            Scope::Everything => true,
            Scope::Path(this) => path == *this,
            Scope::Without(this, name) => {
                path == *this && headers.get(name).is_none_or(|value| value.is_empty())
            }
        }
    }
}

/// Decoded, without empty segments and those that lead to themselves or back.
fn normalized(path: &str) -> String {
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    let mut segments = Vec::new();
    for segment in decoded.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            segment => segments.push(segment),
        }
    }
    format!("/{}", segments.join("/"))
}
