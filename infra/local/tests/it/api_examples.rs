//! The examples of docs/api.md, run as a reader would run them.
//!
//! Every `sh` block is run in order, in one shell. Where a `json` block follows, the block's last call must have answered
//! so, with 200 or the status of a line "Answers 201:" between them; "Answers 404 `not_found`." is a refusal with that code,
//! and "for `field`" behind it names the field. In the JSON, "…" inside a text matches anything, as the last element of a list any
//! number of elements like the one before, and as the name of a member any further members. An `html` block stands for a page.

use std::collections::BTreeSet;
use std::path::Path;

use domain::event;
use serde_json::{Value, json};
use time::{
    Date, UtcOffset,
    format_description::well_known::Rfc3339,
    macros::{format_description, offset},
};
use tokio::process::Command;

/// The preamble of the examples: curl leaves the status and the body of each call where the test reads
/// them, and otherwise does what it does.
const PRELUDE: &str = r#"
set -euo pipefail
export NO_PROXY=localhost
curl() {
  command curl --output "$ANSWERS/body" --write-out '%{http_code}' "$@" >"$ANSWERS/status"
  cat "$ANSWERS/body"
}
"#;

/// One `sh` block with what the page says of it.
#[derive(Debug)]
struct Example {
    /// The heading above it.
    section: String,
    line: usize,
    script: String,
    promise: Option<(u16, Value)>,
}

/// The page, with the days of the event of this build in the place of the default one's.
fn page() -> String {
    let page = std::fs::read_to_string(super::repository().join("docs/api.md")).unwrap();
    let [first, ..] = event::DAYS;
    let [.., last] = event::DAYS;
    let short = format_description!("[weekday repr:short] [day padding:none] [month repr:short]");
    let midnight = |day: Date| {
        let begins = day.midnight().assume_offset(offset!(+5:30));
        begins.to_offset(UtcOffset::UTC).format(&Rfc3339).unwrap()
    };
    [
        ("2025-05-30T18:30:00Z", midnight(first)),
        ("2025-05-31T18:30:00Z", midnight(last)),
        ("2025-05-31", first.to_string()),
        ("2025-06-01", last.to_string()),
        ("Sat 31 May", first.format(short).unwrap()),
        ("Sun 1 Jun", last.format(short).unwrap()),
    ]
    .iter()
    .fold(page, |page, (written, so)| page.replace(written, so))
}

/// The examples of a page.
///
/// # Panics
/// When a promise has no example before it, or promised JSON is none.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut section = String::new();
    let mut promised = None;
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(heading) = line.strip_prefix("### ") {
            section = heading.trim_matches('`').to_owned();
        } else if let Some(answer) = line.strip_prefix("Answers ") {
            if let Some(refused) = refusal(answer) {
                promise(&mut examples, at, refused);
            }
            promised = answer
                .strip_suffix(':')
                .and_then(|status| status.parse::<u16>().ok());
        } else if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines
                .by_ref()
                .map(|(_, line)| line)
                .take_while(|line| *line != "```")
                .collect();
            let block = block.join("\n");
            match language {
                "sh" => examples.push(Example {
                    section: section.clone(),
                    line: at + 1,
                    script: block,
                    promise: None,
                }),
                "json" => {
                    let body = serde_json::from_str(&block)
                        .unwrap_or_else(|error| panic!("line {}: {error}", at + 1));
                    promise(&mut examples, at, (promised.take().unwrap_or(200), body));
                }
                // Of a page it is compared that it is one: nothing in JSON.
                "html" => promise(&mut examples, at, (200, Value::Null)),
                other => panic!("line {}: a block of {other:?}", at + 1),
            }
        }
    }
    examples
}

/// Gives the last example what it must answer.
fn promise(examples: &mut [Example], at: usize, answer: (u16, Value)) {
    let example = examples.last_mut().unwrap();
    assert!(
        example.promise.is_none(),
        "line {}: a second answer to one example",
        at + 1
    );
    example.promise = Some(answer);
}

/// The answer of a line such as "404 `not_found`." or "422 `invalid_field` for `email`."
fn refusal(line: &str) -> Option<(u16, Value)> {
    let mut parts = line.split('`');
    let status = parts.next()?.trim_end().parse().ok()?;
    let mut body = json!({ "code": parts.next()?, "…": "…" });
    if parts.next()? == " for " {
        body["field"] = parts.next()?.into();
    }
    Some((status, body))
}

/// Whether `answer` is what `shown` shows; otherwise where and how they differ.
fn compare(shown: &Value, answer: &Value, at: &str) -> Result<(), String> {
    let differ = || Err(format!("{at}: shown {shown}, answered {answer}"));
    match (shown, answer) {
        (Value::Object(shown_members), Value::Object(members)) => {
            let listed: BTreeSet<&String> = shown_members.keys().filter(|name| *name != "…").collect();
            let more = listed.len() < shown_members.len();
            let names: BTreeSet<&String> = members.keys().collect();
            if !listed.is_subset(&names) || (!more && listed != names) {
                return differ();
            }
            listed
                .into_iter()
                .try_for_each(|name| compare(&shown_members[name], &members[name], &format!("{at}.{name}")))
        }
        (Value::Array(shown_elements), Value::Array(elements)) => {
            let more = shown_elements.len() > 1 && shown_elements.last() == Some(&Value::from("…"));
            let listed = &shown_elements[..shown_elements.len() - usize::from(more)];
            if elements.len() < listed.len() || (!more && elements.len() > listed.len()) {
                return differ();
            }
            let listed_pairs = elements.iter().zip(listed).enumerate();
            for (index, (element, shown)) in listed_pairs {
                compare(shown, element, &format!("{at}[{index}]"))?;
            }
            let like = anonymous(listed.last().unwrap_or(&Value::Null));
            elements[listed.len()..]
                .iter()
                .try_for_each(|element| compare(&like, element, &format!("{at}[…]")))
        }
        (Value::String(shown), Value::String(text)) => {
            if matches(shown, text) {
                Ok(())
            } else {
                differ()
            }
        }
        _ if shown == answer => Ok(()),
        _ => differ(),
    }
}

/// The shape of an element without its texts, for the elements that are not listed.
fn anonymous(shown: &Value) -> Value {
    match shown {
        Value::String(_) => Value::from("…"),
        Value::Array(elements) => elements.iter().map(anonymous).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), anonymous(value)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => shown.clone(),
    }
}

/// Whether `text` is `shown` with something in place of each "…".
fn matches(shown: &str, text: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Runs the examples in one shell; `replacements` are put in place of the addresses at the top of the page.
///
/// Returns what each example's last call answered, up to the first example that failed.
async fn run(
    examples: &[Example],
    replacements: &[(&str, String)],
    folder: &Path,
) -> Result<Vec<Option<(u16, Value)>>, String> {
    let mut script = PRELUDE.to_owned();
    for (number, example) in examples.iter().enumerate() {
        let mut block = example.script.clone();
        for (from, to) in replacements {
            block = block.replace(from, to);
        }
        script.push_str(&format!(
            "mkdir \"$HERE/{number}\"\nANSWERS=\"$HERE/{number}\"\n{block}\n"
        ));
    }
    let ran = Command::new("bash")
        .args(["-c", &script])
        .env("HERE", folder)
        .output()
        .await
        .unwrap();
    let answers = (0..examples.len()).map(|number| {
        let read = |name: &str| std::fs::read_to_string(folder.join(number.to_string()).join(name)).ok();
        let status = read("status")?.parse().ok()?;
        Some((status, serde_json::from_str(&read("body")?).unwrap_or_default()))
    });
    if ran.status.success() {
        Ok(answers.collect())
    } else {
        let reached = (0..examples.len())
            .rev()
            .find(|number| folder.join(number.to_string()).exists())
            .unwrap_or_default();
        Err(format!(
            "line {}: {}\nthe answers so far: {:?}",
            examples[reached].line,
            String::from_utf8_lossy(&ran.stderr),
            answers.collect::<Vec<_>>(),
        ))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_the_api_page_answers_as_the_page_says() {
    let examples = examples(&page());
    let fixture = super::Fixture::new();
    let system = fixture.start().await;
    let replacements = [
        ("http://localhost:8080", system.site_url().to_owned()),
        ("http://localhost:8081", system.outside_url().to_owned()),
    ];
    let folder = tempfile::tempdir().unwrap();

    let answers = run(&examples, &replacements, folder.path())
        .await
        .unwrap_or_else(|error| panic!("docs/api.md, {error}"));

    let mut wrong = Vec::new();
    for (example, answer) in examples.iter().zip(answers) {
        let (Some((status, body)), Some((answered, answer))) = (&example.promise, &answer) else {
            // The block with the addresses calls nothing and promises nothing.
            if example.promise.is_some() || answer.is_some() {
                wrong.push(format!(
                    "line {}: shown {:?}, answered {answer:?}",
                    example.line, example.promise
                ));
            }
            continue;
        };
        if status != answered {
            wrong.push(format!(
                "line {}: shown {status}, answered {answered} {answer}",
                example.line
            ));
        } else if let Err(difference) = compare(body, answer, "the answer") {
            wrong.push(format!("line {}: {difference}", example.line));
        }
    }
    assert!(wrong.is_empty(), "docs/api.md\n{}", wrong.join("\n"));
    system.stop().await;
}

/// The calls of the OpenAPI document.
fn calls(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, item)| {
        let operations = item.as_object().unwrap().iter();
        operations
            .map(move |(method, operation)| (format!("{} {path}", method.to_ascii_uppercase()), operation))
    })
}

fn document() -> Value {
    serde_json::from_str(&local::openapi_document().unwrap()).unwrap()
}

#[test]
fn the_api_page_has_each_call_of_the_api_with_an_example() {
    let shown = examples(&page())
        .into_iter()
        .filter(|example| example.promise.is_some())
        .map(|example| example.section);
    let document = document();
    // The three groups of pictures have one router; the examples are of the first.
    let calls = calls(&document).map(|(call, _)| {
        call.replace("/api/inst-brand/", "/api/banners/")
            .replace("/api/brand/", "/api/banners/")
    });
    assert_eq!(
        shown.collect::<BTreeSet<String>>(),
        calls.collect::<BTreeSet<String>>()
    );
}

#[test]
fn the_document_names_each_error_code_that_an_example_is_answered() {
    // A code that every call of a kind may answer is explained once, in the table of the page.
    let page = page();
    let (_, general) = page.split_once("### Errors\n").unwrap();
    let (general, _) = general.split_once("\n### ").unwrap();
    let document = document();
    let mut looked_at = 0;
    for Example { section, promise, .. } in examples(&page) {
        let Some((status, answer)) = promise else { continue };
        let Some(code) = answer["code"].as_str() else {
            continue;
        };
        let (_, operation) = calls(&document).find(|(call, _)| *call == section).unwrap();
        let described = operation["responses"][status.to_string()]["description"].as_str();
        let is_named = described.is_some_and(|text| text.contains(&format!("`{code}`:")));
        let is_general = general.contains(&format!("| {status} | `{code}` |"));
        assert!(is_named || is_general, "{section}: {status} {code}");
        looked_at += 1;
    }
    assert!(looked_at > 20, "{looked_at}");
}

#[tokio::test]
async fn the_tables_of_the_api_page_are_those_of_the_openapi_document() {
    let checked = Command::new(super::repository().join("infra/make/api-page"))
        .arg("--check")
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&checked.stdout) + String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{said}");
}

#[test]
fn a_wrong_answer_does_not_match_its_example() {
    let is = |shown: &str, answer: &str| {
        let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        compare(&parse(shown), &parse(answer), "the answer").is_ok()
    };
    assert!(is(r#"{"a": "x-…", "b": 1}"#, r#"{"b": 1, "a": "x-7"}"#));
    assert!(!is(r#"{"a": "x-…", "b": 1}"#, r#"{"b": 1, "a": "y-7"}"#));
    assert!(!is(r#"{"a": "…"}"#, r#"{"a": 7}"#), "another type");
    assert!(!is(r#"{"a": 1}"#, r#"{"a": 1, "b": 2}"#), "a member more");
    assert!(!is(r#"{"a": 1, "b": 2}"#, r#"{"a": 1}"#), "a member less");
    assert!(!is(r#"{"a": 1}"#, r#"{"a": 2}"#));
    assert!(is(r#"{"a": 1, "…": "…"}"#, r#"{"a": 1, "b": 2}"#));
    assert!(
        !is(r#"{"a": 1, "…": "…"}"#, r#"{"a": 2, "b": 2}"#),
        "another member"
    );
    assert!(!is(r#"{"a": 1, "…": "…"}"#, r#"{"b": 2}"#), "without the member");
    assert!(is(r#"[{"a": "x"}, "…"]"#, r#"[{"a": "x"}, {"a": "y"}]"#));
    assert!(!is(r#"[{"a": "x"}, "…"]"#, r#"[{"a": "x"}, {"b": "y"}]"#));
    assert!(!is(r#"[1]"#, r#"[1, 1]"#), "an element more");
    assert!(!is(r#"[1, "…"]"#, "[]"), "an element less");
    assert!(is(r#""…a…b""#, r#""1a2b""#) && !is(r#""…a…b""#, r#""1a2""#));
}
