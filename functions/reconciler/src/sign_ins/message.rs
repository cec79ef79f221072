//! The words of the mail about a sign-in from a new device. No picture is loaded from anywhere.

use askama::Template;
use domain::event;
use store::SignInMail;
use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

/// The subject of the mail.
pub(super) const SUBJECT: &str = "New sign-in to your account";

struct SignIn<'a> {
    event: &'static str,
    username: &'a str,
    device: &'a str,
    /// On the clock of Asia/Kolkata.
    at: String,
    /// Where one signs out everywhere and changes the password.
    account: String,
}

#[derive(Template)]
#[template(path = "sign_in.txt", escape = "none")]
struct Text<'a> {
    sign_in: &'a SignIn<'a>,
}

#[derive(Template)]
#[template(path = "sign_in.html")]
struct Html<'a> {
    sign_in: &'a SignIn<'a>,
}

/// The mail as plain text and as HTML.
pub(super) fn render(mail: &SignInMail, portal_origin: &str) -> (String, String) {
    let SignInMail {
        email: _,
        username,
        device,
        at,
        ..
    } = mail;
    let sign_in = SignIn {
        event: event::NAME,
        username,
        device,
        at: shown(*at),
        account: format!("{portal_origin}/dashboard/account"),
    };
    (
        Text { sign_in: &sign_in }.to_string(),
        Html { sign_in: &sign_in }.to_string(),
    )
}

/// `31 May 2025, 12:45 am`.
fn shown(moment: OffsetDateTime) -> String {
    let format = format_description!(
        "[day padding:none] [month repr:short] [year], [hour repr:12 padding:none]:[minute] [period case:lower]"
    );
    moment
        .to_offset(offset!(+5:30))
        .format(format)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Email;
    use time::macros::datetime;

    fn mail(username: &str) -> SignInMail {
        let email = Email::parse("meera@organiser.example").unwrap();
        let at = datetime!(2025-05-30 19:15:31 UTC);
        SignInMail::new(email, username, "Chrome on Android", at)
    }

    #[test]
    fn both_parts_say_who_when_on_the_clock_of_india_with_what_and_what_to_do() {
        let (text, html) = render(&mail("meera"), "https://admin.expo.example");
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
        assert!(
            !html.contains("<img") && !html.contains("src="),
            "nothing is loaded from outside"
        );
    }

    #[test]
    fn a_name_cannot_bring_markup_into_the_mail() {
        let (_, html) = render(&mail("<a href=//x>meera"), "https://admin.expo.example");
        assert!(!html.contains("<a href=//x>"), "{html}");
    }
}
