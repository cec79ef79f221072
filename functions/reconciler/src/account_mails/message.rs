//! The words of the mails about an account.

use crate::clock_words::shown;
use mail::{Block, Letter, Words};
use store::{AccountMail, AccountNews};

const STEPS: [&str; 4] = [
    "Open your account.",
    "Press “Sign out everywhere”. Every session ends, yours too.",
    "Sign in again. Change your password, and set up a second factor if you have none.",
    "Tell the organisers.",
];

pub(super) fn render(mail: &AccountMail, portal_origin: &str) -> Words {
    let AccountMail {
        news,
        email: _,
        username,
        device,
        at,
        ..
    } = mail;
    let (subject, happened, harmless) = words(*news);
    let letter = Letter {
        subject: subject.into(),
        name: None,
        blocks: vec![
            Block::Strong(format!("Your account {username} {happened}").into()),
            Block::Facts(vec![
                ("When", format!("{} (India time)", shown(*at)).into()),
                ("By", device.into()),
            ]),
            Block::Text(harmless.into()),
            Block::Strong("If it was not you, and you know nothing of it:".into()),
            Block::Steps(&STEPS),
            Block::Link(
                "Open your account",
                format!("{portal_origin}/dashboard/account").into(),
            ),
            Block::Small(
                "If you cannot sign in any more, ask an administrator to reset your account.".into(),
            ),
        ],
    };
    letter.words()
}

/// The subject, what happened to the account, and what is said to a person who did it.
const fn words(news: AccountNews) -> (&'static str, &'static str, &'static str) {
    const NOTHING: &str = "If you know of this, there is nothing to do.";
    match news {
        AccountNews::SignIn => (
            "New sign-in to your account",
            "was signed in to from a device that had not been used for it before.",
            "If this was you, there is nothing to do. A browser counts as new after its data was cleared, in a \
             private window, and once after each change of the password.",
        ),
        AccountNews::PasswordChanged => ("Your password was changed", "has a new password.", NOTHING),
        AccountNews::PasswordGiven => (
            "You were given a new password",
            "was given a new password.",
            NOTHING,
        ),
        AccountNews::SecondFactorSetUp => (
            "A second factor was set up",
            "now asks for a code of an authenticator app after the password.",
            NOTHING,
        ),
        AccountNews::SecondFactorRemoved => (
            "Your second factor was turned off",
            "no longer asks for a code after the password.",
            NOTHING,
        ),
        AccountNews::AddressChanged => (
            "Your address was changed",
            "has another e-mail address. You will get no more mail about it at this one.",
            NOTHING,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Email, event};
    use time::macros::datetime;

    fn mail(username: &str) -> AccountMail {
        let email = Email::parse("meera@organiser.example").unwrap();
        let at = datetime!(2025-05-30 19:15:31 UTC);
        AccountMail::new(AccountNews::SignIn, email, username, "Chrome on Android", at)
    }

    #[test]
    fn both_parts_say_who_when_on_the_clock_of_india_with_what_and_what_to_do() {
        let Words { text, html, .. } = render(&mail("meera"), "https://admin.expo.example");
        for part in [&text, &html] {
            for fact in [
                "meera",
                "31 May 2025, 12:45 am",
                "India time",
                "Chrome on Android",
                event::NAME,
                "https://admin.expo.example/dashboard/account",
                "Sign out everywhere",
                "Change your password",
            ] {
                assert!(part.contains(fact), "{fact} is missing in {part}");
            }
            assert!(!part.contains("organiser.example"), "{part}");
        }
        assert_eq!(
            html.matches("src=").count(),
            html.matches("src=\"cid:logo.png\"").count(),
            "nothing is loaded from outside"
        );
    }

    #[test]
    fn a_name_cannot_bring_markup_into_the_mail() {
        let Words { html, .. } = render(&mail("<a href=//x>meera"), "https://admin.expo.example");
        assert!(!html.contains("<a href=//x>"), "{html}");
    }

    #[test]
    fn each_kind_of_news_has_words_of_its_own_in_both_parts() {
        let mut subjects = std::collections::BTreeSet::new();
        for (news, says) in [
            (AccountNews::SignIn, "from a device that had not been used"),
            (AccountNews::PasswordChanged, "has a new password"),
            (AccountNews::PasswordGiven, "was given a new password"),
            (AccountNews::SecondFactorSetUp, "now asks for a code"),
            (AccountNews::SecondFactorRemoved, "no longer asks for a code"),
            (AccountNews::AddressChanged, "no more mail about it at this one"),
        ] {
            let mut told = mail("meera");
            told.news = news;
            let rendered = render(&told, "https://admin.expo.example");
            assert!(rendered.text.contains(says), "{}", rendered.text);
            assert!(rendered.html.contains(says), "{}", rendered.html);
            assert!(
                rendered
                    .html
                    .contains(&format!("<title>{}</title>", rendered.subject))
            );
            assert!(subjects.insert(rendered.subject));
        }
    }
}
