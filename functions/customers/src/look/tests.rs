use super::*;
use crate::page::ListIn;
use domain::CustomerId;
use serde_json::json;
use store::{read_model::LOOKED_AT, tables::Table};
use test_support::{ALL, Draw, Known, TestEnv};

/// Looks of all sizes, from one that sees next to nothing to that which the list has.
const DEPTHS: [u16; 4] = [1, 2, 7, LOOKED_AT];
const LIMITS: [u16; 2] = [1, 3];

/// A list whose pages are walked, and who is in it.
struct List<'a> {
    registrations: &'a Registrations,
    filter: &'a str,
    limit: u16,
    depth: u16,
    expected: Vec<&'a str>,
}

/// A page as a client sees it.
#[derive(Debug, Clone)]
struct Seen {
    ids: Vec<String>,
    page: u32,
    before: usize,
    filtered: usize,
    is_cut: bool,
    next: Option<String>,
    previous: Option<String>,
}

impl List<'_> {
    /// Asks for a page, which must have the candidates of the place that it says it has.
    async fn ask(&self, name: &str, value: &str) -> Seen {
        let mut query = json!({ "limit": self.limit.to_string(), name: value });
        for pair in self.filter.split('&') {
            let (name, value) = pair.split_once('=').unwrap();
            query[name] = json!(value);
        }
        let query: ListIn = serde_json::from_value(query).unwrap();
        let request = ListRequest {
            depth: self.depth,
            ..query.parse().unwrap()
        };
        let page = looked(self.registrations, &request).await.unwrap();
        let rows = serde_json::to_value(&page.data).unwrap();
        let ids = rows.as_array().unwrap().iter();
        let ids = ids.map(|row| row["customer_id"].as_str().unwrap().to_owned());
        let Pagination {
            page,
            before,
            filtered,
            cut,
            next,
            previous,
            ..
        } = page.pagination;
        let seen = Seen {
            ids: ids.collect(),
            page,
            before: usize::try_from(before.unwrap()).unwrap(),
            filtered: usize::try_from(filtered).unwrap(),
            is_cut: cut,
            next,
            previous,
        };
        let name = self.name();
        assert_eq!(
            seen.ids,
            self.expected[seen.before..][..seen.ids.len()],
            "{name}: {seen:?}"
        );
        let total = self.expected.len();
        assert!(
            if seen.is_cut {
                seen.filtered <= total
            } else {
                seen.filtered == total
            },
            "{name}: {seen:?}"
        );
        assert!(seen.filtered >= seen.end(), "{name}: {seen:?}");
        assert!(seen.next.is_some() || seen.end() == total, "{name}: {seen:?}");
        seen
    }

    async fn after(&self, seen: &Seen) -> Option<Seen> {
        let next = self.ask("cursor", seen.next.as_deref()?).await;
        assert_eq!(next.before, seen.end(), "{}: {seen:?} {next:?}", self.name());
        assert!(next.previous.is_some() && next.page > 1, "{next:?}");
        Some(next)
    }

    async fn before(&self, seen: &Seen) -> Option<Seen> {
        let previous = self.ask("cursor", seen.previous.as_deref()?).await;
        assert_eq!(
            previous.end(),
            seen.before,
            "{}: {seen:?} {previous:?}",
            self.name()
        );
        assert!(previous.next.is_some(), "{previous:?}");
        assert_eq!(
            previous.previous.is_some(),
            previous.page > 1,
            "{}: {previous:?}",
            self.name()
        );
        assert!(previous.page > 1 || previous.before == 0, "{previous:?}");
        Some(previous)
    }

    fn name(&self) -> String {
        format!("{} limit {} depth {}", self.filter, self.limit, self.depth)
    }
}

impl Seen {
    fn end(&self) -> usize {
        self.before + self.ids.len()
    }

    fn is_full(&self, list: &List<'_>) -> bool {
        self.ids.len() == usize::from(list.limit)
    }
}

/// Goes on to the end and back to the beginning.
async fn there_and_back(list: &List<'_>) {
    let name = list.name();
    let mut pages = vec![list.ask("page", "1").await];
    while let Some(next) = list.after(pages.last().unwrap()).await {
        assert_eq!(next.page as usize, pages.len() + 1, "{name}");
        pages.push(next);
    }
    let last = pages.last().unwrap();
    assert_eq!(
        (last.end(), last.is_cut),
        (list.expected.len(), false),
        "{name}: {last:?}"
    );
    let mut back = vec![last.clone()];
    while let Some(previous) = list.before(back.last().unwrap()).await {
        back.push(previous);
    }
    let first = back.last().unwrap();
    assert_eq!((first.before, first.page), (0, 1), "{name}: {first:?}");
    back.reverse();
    let (_, all_but_last) = pages.split_last().unwrap();
    if all_but_last.iter().all(|page| page.is_full(list)) {
        let of = |pages: &[Seen]| pages.iter().map(|page| page.ids.clone()).collect::<Vec<_>>();
        assert_eq!(of(&back), of(&pages), "{name}");
    }
}

/// Turns as often as the draw says so. Each page must begin where the last one ended.
async fn wander(list: &List<'_>, draw: &mut Draw) {
    let number = draw.below(5) + 1;
    let mut seen = list.ask("page", &number.to_string()).await;
    for _ in 0..30 {
        let further = match draw.below(5) {
            0..3 => list.after(&seen).await,
            _ => list.before(&seen).await,
        };
        seen = further.unwrap_or(seen);
    }
}

async fn everybody() -> (TestEnv, Vec<(Known, bool)>) {
    let test_env = TestEnv::start().await;
    test_env.seed_candidates(59, 60).await;
    let mut online = Vec::new();
    for (number, known) in test_env.everybody().await.iter().enumerate() {
        // A few at each end, with many between who are not.
        if ![0, 1, 4, 40, 58].contains(&number) {
            continue;
        }
        let mut items = test_env.dump(Table::Registrations).await;
        items.retain(|item| item["kind"] == "CANDIDATE" && item["customer_id"] == known.customer_id.as_str());
        items[0]["exam_preference"] = json!("Online");
        test_env.put(Table::Registrations, &items[0]).await;
        online.push(known.customer_id.clone());
    }
    let everybody = test_env.everybody().await;
    for known in &everybody {
        let id = CustomerId::parse(&known.customer_id).unwrap();
        let now = test_env.clock.now();
        assert!(test_env.registrations().project(&[id], now).await.is_empty());
    }
    let of = |known: Known| {
        let is_online = online.contains(&known.customer_id);
        (known, is_online)
    };
    (test_env, everybody.into_iter().map(of).collect())
}

#[tokio::test]
async fn each_candidate_is_on_one_page_whatever_is_looked_at_and_wherever_one_turns() {
    let (test_env, everybody) = everybody().await;
    let registrations = test_env.registrations();
    let newest_day = everybody[0].0.day.as_str();
    let of_days = format!("to={newest_day}&from={newest_day}&payment_mode=online");
    type Admits<'a> = &'a dyn Fn(&(Known, bool)) -> bool;
    let lists: [(&str, Admits<'_>); 5] = [
        ("exam_preference=Online", &|(_, is_online)| *is_online),
        ("exam_preference=Offline", &|(_, is_online)| !is_online),
        ("package=all-inclusive&status=PAID", &|(known, _)| {
            known.package == ALL && known.status == "PAID"
        }),
        (&of_days, &|(known, _)| {
            known.day == newest_day && known.mode == "online"
        }),
        ("package=none-has-it", &|_| false),
    ];
    let mut draw = Draw::new(61);
    for (filter, admits) in lists {
        let expected = everybody.iter().filter(|one| admits(one));
        let expected: Vec<&str> = expected.map(|(known, _)| known.customer_id.as_str()).collect();
        for (limit, depth) in LIMITS
            .into_iter()
            .flat_map(|limit| DEPTHS.map(|depth| (limit, depth)))
        {
            let list = List {
                registrations: &registrations,
                filter,
                limit,
                depth,
                expected: expected.clone(),
            };
            there_and_back(&list).await;
            wander(&list, &mut draw).await;
        }
    }
}
