//! The content security policy, in one place for production and for the local system.

use http::HeaderValue;
use http::header::InvalidHeaderValue;

/// An empty `<style>` element, which the portal's style library makes and fills through the object model.
const EMPTY_STYLE: &str = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
/// Where the event's videos are shown from.
const VIDEO: &str = "https://www.youtube-nocookie.com";

/// The payment provider's addresses as the browser meets them.
#[derive(Clone, Debug)]
pub struct Provider {
    /// The browser script's address.
    pub script: String,
    /// The script's mode, `production` or `sandbox`.
    pub mode: &'static str,
    /// The origin of the script.
    pub script_origin: String,
    /// Origins that the script calls, frames and posts forms to.
    pub origins: Vec<String>,
}

impl Provider {
    /// The real provider in production.
    pub fn production() -> Provider {
        Provider {
            script: "https://sdk.cashfree.com/js/v3/cashfree.js".to_owned(),
            mode: "production",
            script_origin: "https://sdk.cashfree.com".to_owned(),
            origins: vec![
                "https://api.cashfree.com".to_owned(),
                "https://payments.cashfree.com".to_owned(),
            ],
        }
    }

    /// The simulator at `origin`.
    pub fn simulated(origin: &str) -> Provider {
        Provider {
            script: format!("{origin}/cashfree.js"),
            mode: "sandbox",
            script_origin: origin.to_owned(),
            origins: vec![origin.to_owned()],
        }
    }
}

/// A content security policy.
#[derive(Debug)]
pub struct Policy(String);

impl Policy {
    /// The policy of every page of the site.
    pub fn site(provider: &Provider) -> Policy {
        let script = &provider.script_origin;
        let origins = provider.origins.join(" ");
        let frames = if provider.origins.contains(script) {
            origins.clone()
        } else {
            format!("{script} {origins}")
        };
        Policy(
            [
                "default-src 'self'".to_owned(),
                "base-uri 'none'".to_owned(),
                "object-src 'none'".to_owned(),
                "frame-ancestors 'none'".to_owned(),
                format!("script-src 'self' {script}"),
                format!("style-src 'self' {EMPTY_STYLE}"),
                "img-src 'self' data: blob:".to_owned(),
                // The pass becomes a picture through data: addresses.
                format!("connect-src 'self' data: {origins}"),
                format!("frame-src {VIDEO} {frames}"),
                // The checkout leaves the page by posting a form; 'self' alone would stop it silently.
                format!("form-action 'self' {origins}"),
            ]
            .join("; "),
        )
    }

    /// The policy as a header's value.
    ///
    /// # Errors
    /// When an origin holds characters that no header may.
    pub fn header(&self) -> Result<HeaderValue, InvalidHeaderValue> {
        HeaderValue::try_from(&self.0)
    }

    /// The policy as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn production_allows_the_provider_what_its_checkout_needs_and_no_inline_script() {
        let policy = Policy::site(&Provider::production());
        let directive = |name: &str| {
            policy
                .as_str()
                .split("; ")
                .find(|directive| directive.starts_with(&format!("{name} ")))
                .unwrap_or_else(|| panic!("{name} is missing"))
                .to_owned()
        };
        assert_eq!(
            directive("script-src"),
            "script-src 'self' https://sdk.cashfree.com"
        );
        assert_eq!(directive("frame-ancestors"), "frame-ancestors 'none'");
        assert_eq!(directive("img-src"), "img-src 'self' data: blob:");
        for name in ["connect-src", "frame-src", "form-action"] {
            assert!(directive(name).contains("https://api.cashfree.com https://payments.cashfree.com"));
        }
        assert!(!policy.as_str().contains("unsafe"));
    }

    #[test]
    fn the_local_policy_differs_only_in_the_provider() {
        let local = Policy::site(&Provider::simulated("http://localhost:8081"));
        assert!(!local.as_str().contains("cashfree.com"));
        assert!(
            local
                .as_str()
                .contains("form-action 'self' http://localhost:8081")
        );
        assert!(
            local
                .as_str()
                .contains("script-src 'self' http://localhost:8081;")
        );
    }
}
