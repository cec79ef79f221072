//! Networks whose people the organisers know.

use crate::ClientAddress;
use config::{ConfigError, Env};
use std::net::IpAddr;
use std::sync::Arc;

const VARIABLE: &str = "TRUSTED_NETWORKS";

/// Networks whose people are not counted together, such as that of a hall in which many register: what else there would be
/// the most of one address is known to be many people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedNetworks(Arc<[Network]>);

/// A network, by its first address and the number of bits that its addresses begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Network {
    first: IpAddr,
    bits: u32,
}

impl TrustedNetworks {
    /// The networks of `TRUSTED_NETWORKS`, such as `203.0.113.0/24,2001:db8::/48`; none where it is not set.
    ///
    /// # Errors
    /// When one of them is no network. One that is written with a longer address than its bits is a slip of the hand.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let text = env.optional(VARIABLE).unwrap_or_default();
        let named = text
            .split(',')
            .map(str::trim)
            .filter(|network| !network.is_empty());
        let networks = named.map(Network::parse).collect::<Option<Arc<[_]>>>();
        let networks = networks.ok_or_else(|| {
            ConfigError::new(
                VARIABLE,
                "is not a list of networks such as 203.0.113.0/24, with commas between",
            )
        })?;
        Ok(Self(networks))
    }

    /// Whether a client is in one of them.
    #[must_use]
    pub fn have(&self, client: &ClientAddress) -> bool {
        self.0.iter().any(|network| network.has(client.0.to_canonical()))
    }
}

impl Network {
    fn parse(text: &str) -> Option<Self> {
        let (first, bits) = text.split_once('/')?;
        let first: IpAddr = first.parse().ok()?;
        let bits = bits.parse().ok().filter(|bits| *bits >= 1)?;
        let longest = match first {
            IpAddr::V4(_) => 32,
            IpAddr::V6(_) => 128,
        };
        let network = Self { first, bits };
        (bits <= longest && beginning(first, bits) == number(first)).then_some(network)
    }

    fn has(&self, address: IpAddr) -> bool {
        self.first.is_ipv4() == address.is_ipv4() && beginning(address, self.bits) == number(self.first)
    }
}

fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(address.to_bits()) << 96,
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The number of an address with nothing after its first `bits`, of which there is at least one.
fn beginning(address: IpAddr, bits: u32) -> u128 {
    number(address) & (u128::MAX << 128_u32.saturating_sub(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(text: &str) -> Result<TrustedNetworks, ConfigError> {
        TrustedNetworks::from_env(&Env::from_pairs([(VARIABLE, text)]))
    }

    #[test]
    fn an_address_is_in_a_network_by_its_first_bits() {
        let trusted = networks("203.0.113.0/24, 198.51.100.7/32,2001:db8:7::/48").unwrap();
        for (address, is_in) in [
            ("203.0.113.0", true),
            ("203.0.113.255", true),
            ("::ffff:203.0.113.9", true),
            ("203.0.112.255", false),
            ("198.51.100.7", true),
            ("198.51.100.6", false),
            ("2001:db8:7:ffff::1", true),
            ("2001:db8:8::1", false),
            ("cb00:7100::", false),
        ] {
            let client = ClientAddress(address.parse().unwrap());
            assert_eq!(trusted.have(&client), is_in, "{address}");
        }
        let nobody = networks("").unwrap();
        assert!(!nobody.have(&ClientAddress("203.0.113.1".parse().unwrap())));
    }

    #[test]
    fn what_is_no_network_is_refused_by_name() {
        for text in [
            "203.0.113.1/24",
            "203.0.113.0",
            "203.0.113.0/33",
            "0.0.0.0/0",
            "hall/24",
            "2001:db8::/129",
        ] {
            let refused = networks(text).unwrap_err();
            assert_eq!(refused.variable(), VARIABLE, "{text}");
        }
    }
}
