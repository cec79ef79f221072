//! The headers that CloudFront adds to pages and files of the web app, to pictures and to answers of the API.

use std::collections::BTreeMap;

use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use serde_json::Value;

/// The headers of every answer, by the first behaviour of the distribution that fits a path. Encryption is not among them:
/// the local system has none.
#[derive(Clone, Debug)]
pub struct PageHeaders {
    by_pattern: Vec<(String, HeaderMap)>,
    otherwise: HeaderMap,
}

impl PageHeaders {
    /// Those of `path`, as the browser sends it.
    pub(crate) fn of(&self, path: &str) -> &HeaderMap {
        let mut patterns = self.by_pattern.iter();
        let fitting = patterns.find(|(pattern, _)| fits(pattern, path));
        fitting.map_or(&self.otherwise, |(_, headers)| headers)
    }

    /// The same headers with every content security policy changed by `change`.
    pub(crate) fn with_policies(
        mut self,
        change: impl Fn(&str) -> String,
    ) -> Result<PageHeaders, http::header::InvalidHeaderValue> {
        let of_patterns = self.by_pattern.iter_mut().map(|(_, headers)| headers);
        for headers in of_patterns.chain([&mut self.otherwise]) {
            if let Some(policy) = headers.get_mut(http::header::CONTENT_SECURITY_POLICY) {
                *policy = change(policy.to_str().unwrap_or_default()).try_into()?;
            }
        }
        Ok(self)
    }

    /// What `distribution` and the policies that it names say, with the values of `mappings` for production.
    pub(super) fn interpret(
        distribution: Value,
        policies: &BTreeMap<String, Value>,
        mappings: &Value,
    ) -> Result<PageHeaders, String> {
        let Distribution { distribution_config } =
            serde_json::from_value(distribution).map_err(|error| error.to_string())?;
        let headers = |behaviour: &Behaviour| {
            let id = &behaviour.response_headers_policy_id;
            let policy = policies.get(id).ok_or_else(|| format!("there is no {id}"))?;
            let policy: HeadersPolicy =
                serde_json::from_value(policy.clone()).map_err(|error| format!("{id}: {error}"))?;
            let config = policy.response_headers_policy_config;
            config.headers(mappings).map_err(|error| format!("{id}: {error}"))
        };
        let mut by_pattern = Vec::new();
        for behaviour in &distribution_config.cache_behaviors {
            let pattern = behaviour.path_pattern.clone().unwrap_or_default();
            by_pattern.push((pattern, headers(behaviour)?));
        }
        Ok(PageHeaders {
            by_pattern,
            otherwise: headers(&distribution_config.default_cache_behavior)?,
        })
    }
}

/// Whether a path fits a pattern, in which `*` is any number of any characters.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((start, rest)) => path.strip_prefix(start).is_some_and(|path| {
            (0..=path.len()).any(|from| path.get(from..).is_some_and(|path| fits(rest, path)))
        }),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Distribution {
    distribution_config: DistributionConfig,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DistributionConfig {
    default_cache_behavior: Behaviour,
    cache_behaviors: Vec<Behaviour>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Behaviour {
    path_pattern: Option<String>,
    response_headers_policy_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct HeadersPolicy {
    response_headers_policy_config: HeadersConfig,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct HeadersConfig {
    security_headers_config: BTreeMap<String, Value>,
    #[serde(default)]
    custom_headers_config: CustomHeaders,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct CustomHeaders {
    items: Vec<CustomHeader>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct CustomHeader {
    header: String,
    value: String,
}

impl HeadersConfig {
    fn headers(self, mappings: &Value) -> Result<HeaderMap, String> {
        let mut headers = HeaderMap::new();
        let mut add = |name: &str, value: &str| {
            let name = HeaderName::try_from(name).map_err(|error| error.to_string())?;
            let value = HeaderValue::try_from(value).map_err(|error| error.to_string())?;
            headers.insert(name, value);
            Ok::<(), String>(())
        };
        for (kind, setting) in &self.security_headers_config {
            match kind.as_str() {
                "ContentSecurityPolicy" => add("content-security-policy", policy(&setting[kind], mappings)?)?,
                "ContentTypeOptions" => add("x-content-type-options", "nosniff")?,
                "ReferrerPolicy" => add("referrer-policy", setting[kind].as_str().unwrap_or_default())?,
                "StrictTransportSecurity" => {}
                other => return Err(format!("the local system knows no {other}")),
            }
        }
        for CustomHeader { header, value } in self.custom_headers_config.items {
            add(&header, &value)?;
        }
        Ok(headers)
    }
}

/// The text of a policy, or what `!FindInMap [Provider, !Ref ProviderMode, …]` finds for production.
fn policy<'a>(value: &'a Value, mappings: &'a Value) -> Result<&'a str, String> {
    let text = match value.as_array().map(Vec::as_slice) {
        Some([map, _, key]) => {
            let [map, key] = [map, key].map(|name| name.as_str().unwrap_or_default());
            mappings[map]["production"][key].as_str()
        }
        _ => value.as_str(),
    };
    text.ok_or_else(|| format!("{value} is no content security policy"))
}
