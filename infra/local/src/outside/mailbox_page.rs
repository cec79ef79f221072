//! The mailbox for people: every mail with its text and its HTML, newest first.

use std::fmt::Write;

use aws_emulation::{Mail, MailFile};
use axum::response::{Html, IntoResponse, Response};
use http::header;
use time::format_description::well_known::Rfc3339;

/// Nothing from elsewhere, no script; mails bring their own styles and pictures as data.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'self'";

/// The page; each mail's HTML sits in a frame without rights, except that its links open in a new tab.
pub(super) fn page(mails: &[Mail]) -> Response {
    let mut body = String::from(
        r#"<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><link rel="icon" href="data:,">
<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}article{border:1px solid #999;border-radius:8px;margin:1.5rem 0;padding:1rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:0 1rem;margin:0}dt{color:#555}dd{margin:0}pre{background:#f4f4f4;overflow:auto;padding:1rem;white-space:pre-wrap}
iframe{border:1px solid #ccc;height:32rem;width:100%}</style>
<main><h1>Mailbox</h1><p>Newest first. <a href="/mail.json">As JSON</a></p>
"#,
    );
    if mails.is_empty() {
        body.push_str("<p>No mail yet.</p>");
    }
    for mail in mails.iter().rev() {
        let at = mail.at.format(&Rfc3339).unwrap_or_default();
        // Writing to a String cannot fail.
        let _ = write!(
            body,
            "<article><h2>{}</h2><dl><dt>To</dt><dd>{}</dd><dt>From</dt><dd>{}</dd><dt>Reply to</dt><dd>{}</dd>\
             <dt>At</dt><dd>{}</dd></dl><h3>Text</h3><pre>{}</pre>",
            escaped(&mail.subject),
            escaped(&mail.to),
            escaped(&mail.from),
            escaped(&mail.reply_to),
            escaped(&at),
            escaped(&mail.text),
        );
        if !mail.html.is_empty() {
            let _ = write!(
                body,
                "<h3>HTML</h3><iframe sandbox=\"allow-popups allow-popups-to-escape-sandbox\" title=\"{}\" \
                 srcdoc=\"{}\"></iframe>",
                escaped(&mail.subject),
                escaped(&format!("<base target=\"_blank\">{}", with_pictures(mail))),
            );
        }
        for file in mail.files.iter().filter(|file| file.content_id.is_empty()) {
            let _ = write!(
                body,
                "<p><a download=\"{name}\" href=\"{}\">{name}</a></p>",
                data_address(file),
                name = escaped(&file.name),
            );
        }
        body.push_str("</article>");
    }
    body.push_str("</main></html>\n");
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(body)).into_response()
}

/// The HTML with its pictures in it, as a mail program shows it.
fn with_pictures(mail: &Mail) -> String {
    let pictures = mail.files.iter().filter(|file| !file.content_id.is_empty());
    pictures.fold(mail.html.clone(), |html, file| {
        html.replace(&format!("cid:{}", file.content_id), &data_address(file))
    })
}

fn data_address(file: &MailFile) -> String {
    format!("data:{};base64,{}", escaped(&file.kind), file.content)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_mail_cannot_break_out_of_its_frame() {
        let mail = Mail {
            to: "a@x.example".to_owned(),
            from: String::new(),
            reply_to: String::new(),
            unsubscribe: String::new(),
            subject: "<script>alert(1)</script>".to_owned(),
            text: "</pre><script>".to_owned(),
            html: "<img src=\"cid:a.png\">\"></iframe><script>alert(2)</script>".to_owned(),
            files: vec![file("", "a.png"), file("<script>.ics", "")],
            at: time::OffsetDateTime::UNIX_EPOCH,
            message_id: "1".to_owned(),
        };
        let body = page(&[mail]).into_body();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let body = String::from_utf8(body.to_vec()).unwrap();
        assert!(!body.contains("<script>"));
        assert!(body.contains("&quot;&gt;&lt;/iframe&gt;"));
        assert!(
            body.contains("src=&quot;data:image/png;base64,aGk=&quot;"),
            "{body}"
        );
        assert!(body.contains(r#"<a download="&lt;script&gt;.ics""#), "{body}");
    }

    fn file(name: &str, content_id: &str) -> MailFile {
        MailFile {
            name: name.to_owned(),
            kind: "image/png".to_owned(),
            content_id: content_id.to_owned(),
            content: "aGk=".to_owned(),
        }
    }
}
