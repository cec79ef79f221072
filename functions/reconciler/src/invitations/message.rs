//! The words of an invitation.

use crate::clock_words::shown;
use domain::{Role, event};
use mail::{Block, Letter, Words};
use store::{InvitationMail, InvitationToken};

pub(super) fn render(mail: &InvitationMail, token: &InvitationToken, portal_origin: &str) -> Words {
    let letter = Letter {
        subject: format!("Your account for {}", event::NAME).into(),
        name: None,
        blocks: vec![
            Block::Strong(
                format!(
                    "{} invites you to work on {} as {}.",
                    mail.by,
                    event::NAME,
                    role(mail.role)
                )
                .into(),
            ),
            Block::Facts(vec![
                ("Username", mail.username.as_str().into()),
                (
                    "Good until",
                    format!("{} (India time)", shown(mail.expires_at)).into(),
                ),
            ]),
            Block::Link(
                "Choose your password",
                // Behind #, which no browser sends to a server.
                format!("{portal_origin}/login/invitation#{token}").into(),
            ),
            Block::Text("After that you sign in with your username and this password.".into()),
            Block::Small(
                "The link is good once, and only the latest one that you were sent. Do not pass this mail on. If you do \
                 not expect it, there is nothing to do."
                    .into(),
            ),
        ],
    };
    letter.words()
}

const fn role(role: Role) -> &'static str {
    match role {
        Role::Admin => "an administrator",
        Role::Counter => "a clerk at the counter",
        Role::Door => "a clerk at the door",
        Role::Accountant => "an accountant",
        Role::Unrecognised => "a member of the staff",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Email, Entropy};
    use time::macros::datetime;

    #[test]
    fn both_parts_have_the_link_the_name_and_the_end_and_no_markup_of_names() {
        let email = Email::parse("binu@organiser.example").unwrap();
        let until = datetime!(2025-05-30 19:15:31 UTC);
        let by = "<a href=//x>asha\r\nBcc: x@y.example";
        let mail = InvitationMail::new(email, "<b>binu", Role::Counter, by, until);
        let token = InvitationToken::new("0123456789ABCDEFGHJK", &Entropy::system());
        let Words { subject, text, html } = render(&mail, &token, "https://admin.expo.example");
        let link = format!("https://admin.expo.example/login/invitation#{token}");
        for part in [&text, &html] {
            for fact in [
                link.as_str(),
                "31 May 2025, 12:45 am",
                "a clerk at the counter",
                "good once",
            ] {
                assert!(part.contains(fact), "{fact} is missing in {part}");
            }
        }
        assert!(
            !html.contains("<b>binu") && !html.contains("<a href=//x>"),
            "{html}"
        );
        assert_eq!(subject, format!("Your account for {}", event::NAME));
    }
}
