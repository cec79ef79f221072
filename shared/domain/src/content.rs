//! What the site shows beside the catalogue: hero banners, partner institutes and brands.

use crate::{BannerId, Invalid, field};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The three groups, which differ in what they are called and in whether they have a second picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The banners on top of the site.
    Hero,
    /// The institutes that take part.
    Institute,
    /// The brands and media partners.
    Brand,
}

impl Group {
    /// Every group.
    pub const ALL: [Self; 3] = [Self::Hero, Self::Institute, Self::Brand];

    /// What one of the group is called in the audit log.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Hero => "banner",
            Self::Institute => "institute",
            Self::Brand => "brand",
        }
    }

    /// Whether there is its own picture for phones.
    #[must_use]
    pub const fn has_mobile(self) -> bool {
        match self {
            Self::Hero => true,
            Self::Institute | Self::Brand => false,
        }
    }
}

/// One banner, institute or brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banner {
    /// Its identifier.
    pub id: BannerId,
    /// Its name, which is read out where the picture cannot be seen.
    pub name: String,
    /// Address of the picture.
    pub desktop: String,
    /// Address of the picture for phones, of a hero banner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mobile: Option<String>,
    /// Where it leads.
    pub link: Link,
    /// Counts the edits.
    pub version: u64,
}

impl Banner {
    /// The addresses of its pictures.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.desktop.as_str()).chain(self.mobile.as_deref())
    }
}

/// Where a banner leads: a page of the site, or a site elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Link(String);

impl Link {
    const MOST: usize = 500;

    /// Reads a link, at most 500 characters: a path that begins with one slash, or an http or https address. A
    /// blank one is `/`.
    ///
    /// Whatever else a browser would follow, such as `javascript:` or `//elsewhere`, is none.
    ///
    /// # Errors
    /// On `link`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Self::default());
        }
        if text.chars().count() > Self::MOST {
            return Err(Invalid::new("link", field::TOO_LONG));
        }
        // Browsers drop line breaks and tabs from an address and read a backslash as a slash.
        let plain = !text.contains(|character: char| {
            character.is_control() || character.is_whitespace() || character == '\\'
        });
        if plain && (is_path(text) || is_web_address(text)) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid::new("link", "Please enter a valid link"))
        }
    }

    /// The link as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_path(text: &str) -> bool {
    text.starts_with('/') && !text.starts_with("//")
}

fn is_web_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    (scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http"))
        && host.chars().next().is_some_and(char::is_alphanumeric)
        && !host.contains('@')
}

/// The start of the site.
impl Default for Link {
    fn default() -> Self {
        Self("/".to_owned())
    }
}

impl TryFrom<String> for Link {
    type Error = Invalid;
    fn try_from(text: String) -> Result<Self, Invalid> {
        Self::parse(&text)
    }
}

impl From<Link> for String {
    fn from(link: Link) -> Self {
        link.0
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_page_of_the_site_or_to_a_site() {
        for text in [
            "/",
            "/about-us",
            "/?package=all-inclusive#register",
            "https://example.org",
            "http://example.org/a?b=c#d",
            "HTTPS://Example.org:8443/",
            " /about-us ",
        ] {
            assert_eq!(Link::parse(text).unwrap().as_str(), text.trim());
        }
        assert_eq!(Link::parse("  ").unwrap().as_str(), "/");
    }

    #[test]
    fn any_other_target_that_a_browser_would_follow_is_no_link() {
        for text in [
            "//example.org",
            "/\\example.org",
            "javascript:alert(1)",
            "JavaScript://example.org/%0aalert(1)",
            "data:text/html,x",
            "https:",
            "https://",
            "https:///path",
            "https://you@example.org",
            "example.org",
            "about-us",
            "/a b",
            "/a\u{0}b",
            "/a\nb",
            "/\t/example.org",
            "ftp://example.org",
        ] {
            let refused = Link::parse(text).unwrap_err();
            assert_eq!(
                refused,
                Invalid::new("link", "Please enter a valid link"),
                "{text:?}"
            );
        }
        let long = format!("/{}", "a".repeat(500));
        assert_eq!(Link::parse(&long).unwrap_err().message, field::TOO_LONG);
        assert!(Link::parse(&long[..500]).is_ok());
    }

    #[test]
    fn a_link_that_is_stored_is_read_by_the_rule_of_the_form() {
        let link: Link = serde_json::from_str(r#""/about-us""#).unwrap();
        assert_eq!(link.to_string(), "/about-us");
        assert_eq!(serde_json::to_string(&link).unwrap(), r#""/about-us""#);
        assert!(serde_json::from_str::<Link>(r#""javascript:alert(1)""#).is_err());
    }

    #[test]
    fn only_a_hero_banner_has_a_picture_for_phones() {
        let of = |group: Group| (group.noun(), group.has_mobile());
        let groups = [("banner", true), ("institute", false), ("brand", false)];
        assert_eq!(Group::ALL.map(of), groups);
    }

    #[test]
    fn the_pictures_of_a_banner_are_that_for_wide_screens_and_that_for_phones_if_there_is_one() {
        let mut banner = Banner {
            id: BannerId::parse("banner-1").unwrap(),
            name: "Expo".to_owned(),
            desktop: "/wide.webp".to_owned(),
            mobile: Some("/narrow.webp".to_owned()),
            link: Link::default(),
            version: 1,
        };
        assert!(banner.pictures().eq(["/wide.webp", "/narrow.webp"]));
        banner.mobile = None;
        assert!(banner.pictures().eq(["/wide.webp"]));
    }
}
