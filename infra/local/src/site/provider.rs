//! The payment provider as the browser meets it, and what changes where the simulator replaces it.

/// The payment provider's addresses as the browser meets them.
#[derive(Clone, Debug)]
pub struct Provider {
    /// The browser script's address.
    pub script: String,
    /// The script's mode, `production` or `sandbox`.
    pub mode: &'static str,
    /// The origin that replaces those of [`ORIGINS`]; none in production.
    stand_in: Option<String>,
}

/// Where the real provider has its script, and what the script calls, frames and posts forms to.
const ORIGINS: [&str; 3] = [
    "https://sdk.cashfree.com",
    "https://api.cashfree.com",
    "https://payments.cashfree.com",
];

impl Provider {
    /// The real provider in production.
    pub fn production() -> Provider {
        Provider {
            script: "https://sdk.cashfree.com/js/v3/cashfree.js".to_owned(),
            mode: "production",
            stand_in: None,
        }
    }

    /// The simulator at `origin`.
    pub fn simulated(origin: &str) -> Provider {
        Provider {
            script: format!("{origin}/cashfree.js"),
            mode: "sandbox",
            stand_in: Some(origin.to_owned()),
        }
    }

    /// A content security policy of production, with this provider's origins in place of the real one's, each once.
    pub(super) fn policy(&self, production: &str) -> String {
        let Some(stand_in) = &self.stand_in else {
            return production.to_owned();
        };
        let directives = production.split("; ").map(|directive| {
            let mut sources: Vec<&str> = Vec::new();
            for source in directive.split(' ') {
                let source = if ORIGINS.contains(&source) {
                    stand_in
                } else {
                    source
                };
                if !sources.contains(&source) {
                    sources.push(source);
                }
            }
            sources.join(" ")
        });
        directives.collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "script-src 'self' https://sdk.cashfree.com; \
        frame-src https://www.youtube-nocookie.com https://sdk.cashfree.com https://api.cashfree.com; img-src 'self'";

    #[test]
    fn a_local_policy_differs_only_in_the_provider() {
        assert_eq!(
            Provider::simulated("http://localhost:8081").policy(POLICY),
            "script-src 'self' http://localhost:8081; \
             frame-src https://www.youtube-nocookie.com http://localhost:8081; img-src 'self'"
        );
        assert_eq!(Provider::production().policy(POLICY), POLICY);
    }
}
