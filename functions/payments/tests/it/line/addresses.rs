//! Many behind one address: nobody is refused, and they have their share of the line and no more.

use super::{Place, place, request, start, start_with};
use crate::{App, order_of, refusal};
use futures::future::join_all;
use provider_simulator::{Call, Fault as ProviderFault};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use store::tables::Table;
use test_support::{Answer, Fault};
use time::{Duration, OffsetDateTime};

const SCHOOL: &str = "203.0.113.9";
const SCHOOL_ALONE: &str = "203.0.113.9/32";

impl App {
    /// The person asks from the school.
    async fn ask_at_school(&self, person: usize) -> Answer {
        self.call(request(person, None).from_address(SCHOOL)).await
    }

    /// Each of these people asks from the school: the places of those who have to wait.
    async fn school(&self, people: impl IntoIterator<Item = usize>) -> Vec<Place> {
        let mut places = Vec::new();
        for person in people {
            let answer = self.ask_at_school(person).await;
            if answer.status == 200 {
                order_of(&answer);
            } else {
                places.push(place(&answer));
            }
        }
        places
    }

    /// When these people, who come from elsewhere, have their turns.
    async fn elsewhere(&self, people: std::ops::Range<usize>) -> Vec<OffsetDateTime> {
        let mut moments = Vec::new();
        for person in people {
            moments.push(self.queue(person).await.opens_at);
        }
        moments
    }

    /// The next turn of the school's address.
    async fn next_of_school(&self) -> Value {
        let rows = self.test_env.dump(Table::Access).await;
        let mut of_addresses = rows.iter().filter(|row| row["sk"] == "FROM");
        let row = of_addresses.next().unwrap();
        assert_eq!(of_addresses.next(), None);
        row["next_slot"].clone()
    }
}

fn moments(places: &[Place]) -> Vec<OffsetDateTime> {
    places.iter().map(|place| place.opens_at).collect()
}

#[tokio::test]
async fn everybody_behind_one_address_has_a_turn_in_the_order_in_which_they_came() {
    let app = start(200).await;
    let people = 0..150;
    let places = app.school(people.clone()).await;
    let opened = people.len() - places.len();
    assert!((20..=22).contains(&opened), "{opened} at once");
    let begun = app.test_env.clock.now();
    assert!(moments(&places).is_sorted(), "{places:?}");
    // The first sixty wait for everybody's line, the others one second after the other.
    assert!(places[38 - opened].opens_at - begun <= Duration::seconds(7));
    let last = places.last().unwrap();
    assert_eq!([&places[0].waits_for, &last.waits_for], ["line", "address"]);
    assert!((last.opens_at - begun - Duration::seconds(90)).abs() <= Duration::seconds(1));
    assert!((88..=91).contains(&last.ahead), "{last:?}");

    for (number, waited) in places.iter().enumerate() {
        app.test_env.clock.set_to(waited.opens_at);
        let person = opened + number;
        let again = request(person, Some(&waited.ticket)).from_address(SCHOOL);
        order_of(&app.call(again).await);
    }
    assert_eq!(app.count("ORDER").await, 150);
}

/// When thirty people elsewhere have their turns after so many from one address.
async fn beside(flood: usize, trusted: &str) -> Vec<Duration> {
    let app = start_with(200, trusted).await;
    app.school(1_000..1_000 + flood).await;
    let begun = app.test_env.clock.now();
    let moments = app.elsewhere(0..30).await;
    moments.into_iter().map(|moment| moment - begun).collect()
}

#[tokio::test]
async fn who_floods_pushes_back_those_behind_the_same_address_alone() {
    let (some, many) = (beside(300, "").await, beside(900, "").await);
    assert_eq!(some, many);
    // What the address takes is its share: a turn a second, of three.
    assert!(many[29] <= Duration::seconds(36), "{many:?}");

    // The control: without a schedule of its address, each of them is before everybody else.
    let (some, many) = (beside(300, SCHOOL_ALONE).await, beside(900, SCHOOL_ALONE).await);
    assert!(many[0] - some[0] >= Duration::minutes(3), "{some:?} {many:?}");
}

#[tokio::test]
async fn thirty_keys_have_no_earlier_turn_than_their_address() {
    let app = start(200).await;
    let before = app.school(0..150).await;
    let latest = *moments(&before).last().unwrap();
    let keys = moments(&app.school(150..180).await);
    assert!(keys.is_sorted() && keys[0] > latest, "{keys:?}");
    assert!(keys[29] - latest >= Duration::seconds(29), "{keys:?}");
}

#[tokio::test]
async fn a_key_is_counted_once_however_often_it_is_sent_and_from_wherever() {
    let app = start(200).await;
    let places = app.school(0..150).await;
    let next = app.next_of_school().await;
    for number in 0..30 {
        let waited = &places[100];
        let person = 150 - places.len() + 100;
        let ticket = (number % 2 == 0).then_some(waited.ticket.as_str());
        let again = request(person, ticket).from_address(SCHOOL);
        assert_eq!(&place(&app.call(again).await), waited);
    }
    assert_eq!(app.next_of_school().await, next);
}

#[tokio::test]
async fn a_form_that_is_refused_is_not_counted() {
    let app = start(200).await;
    app.school([0]).await;
    let next = app.next_of_school().await;
    for _ in 0..100 {
        let form = crate::with(&super::form(1), "order_amount", 1);
        let dear = test_support::Request::post(crate::CREATE_ORDER, &form).from_address(SCHOOL);
        assert_eq!(refusal(&app.call(dear).await).1, "price_changed");
    }
    assert_eq!(app.next_of_school().await, next);
}

#[tokio::test]
async fn an_order_that_the_provider_did_not_open_is_counted_once() {
    let app = start(200).await;
    let down = ProviderFault::Status { status: 503 };
    app.test_env.provider.fail_always(Some(Call::CreateOrder), down);
    assert_eq!(app.ask_at_school(0).await.status, 502);
    let next = app.next_of_school().await;
    for _ in 0..5 {
        assert_eq!(app.ask_at_school(0).await.status, 502);
    }
    app.test_env.provider.clear_faults();
    order_of(&app.ask_at_school(0).await);
    assert_eq!(app.next_of_school().await, next);
}

#[tokio::test]
async fn the_addresses_of_one_ipv6_network_are_one() {
    let app = start(200).await;
    let mut moments = Vec::new();
    for person in 0..150 {
        let from = format!("2001:db8:0:1::{person:x}");
        let answer = app.call(request(person, None).from_address(&from)).await;
        if answer.status == 202 {
            moments.push(place(&answer).opens_at);
        }
    }
    let of_one = super::addresses::moments(&start(200).await.school(0..150).await);
    let lengths = |moments: &[OffsetDateTime]| -> Vec<Duration> {
        moments.iter().map(|moment| *moment - moments[0]).collect()
    };
    assert_eq!(lengths(&moments), lengths(&of_one));
}

#[tokio::test]
async fn a_network_that_is_trusted_has_the_whole_line() {
    let app = start_with(200, "192.0.2.0/24,203.0.113.0/24").await;
    let places = app.school(0..150).await;
    let last = places.last().unwrap().opens_at - app.test_env.clock.now();
    assert!(last <= Duration::seconds(45), "{last}");
}

/// One turn a minute, and everybody else's line as well.
#[tokio::test]
async fn nobody_is_refused_beyond_what_the_schedule_of_an_address_reaches_and_a_flood_is_forgotten() {
    let app = start(2).await;
    let begun = app.test_env.clock.now();
    let places = app.school(0..90).await;
    let reach = begun + Duration::minutes(60);
    assert_eq!(places[59].opens_at, reach);
    assert!(
        places[59..].iter().all(|place| place.opens_at == reach),
        "{places:?}"
    );

    // At that moment they join again; those who came in time have their turn.
    app.test_env.clock.set_to(reach);
    let again = |person: usize| {
        let ticket = places[person - 1].ticket.clone();
        request(person, Some(&ticket)).from_address(SCHOOL)
    };
    order_of(&app.call(again(60)).await);
    let joined = place(&app.call(again(89)).await);
    assert_eq!(joined.ticket, places[88].ticket);
    assert!(joined.opens_at - reach <= Duration::minutes(2), "{joined:?}");

    // Nobody else comes for them: two hours later a newcomer waits for none of it.
    app.test_env.clock.advance(Duration::hours(2));
    order_of(&app.ask_at_school(99).await);
}

/// As 3,000 are where the provider opens two hundred orders a minute: fifty minutes of the address's own.
#[tokio::test]
async fn three_thousand_behind_one_address_have_moments_that_are_theirs() {
    let app = start(10).await;
    let begun = app.test_env.clock.now();
    let moments = moments(&app.school(0..150).await);
    assert!(moments.is_sorted_by(|one, next| one < next), "{moments:?}");
    let last = *moments.last().unwrap() - begun;
    assert!(
        (last - Duration::minutes(49)).abs() <= Duration::seconds(1),
        "{last}"
    );
}

/// It is written once for each arrival, and a kilobyte is one unit.
#[tokio::test]
async fn the_item_of_the_line_is_within_a_kilobyte_when_slots_are_kept_in_each_minute() {
    let app = start(2).await;
    app.school(0..70).await;
    let rows = app.test_env.dump(Table::Access).await;
    let mut of_line = rows.iter().filter(|row| row["sk"] == "LINE");
    let line = of_line.next().unwrap().as_object().unwrap();
    let minutes = line.keys().filter(|name| name.starts_with('m')).count();
    assert!(minutes >= 60, "{minutes}");
    // A number takes a byte for two digits, and one more.
    let size = |(name, value): (&String, &Value)| {
        let number = || value.to_string().len().div_ceil(2) + 1;
        name.len() + value.as_str().map_or_else(number, str::len)
    };
    let size: usize = line.iter().map(size).sum();
    // Pauses and holds leave something there, too.
    assert!(size + 200 <= 1_024, "{size}");
}

#[tokio::test]
async fn a_pause_of_the_provider_moves_those_whom_their_address_holds_back_too() {
    let app = start(200).await;
    let places = app.school(0..150).await;
    let busy = ProviderFault::RateLimited { retry_after: 30 };
    app.test_env.provider.fail_next(Some(Call::CreateOrder), busy);
    let opened = 150 - places.len();
    app.test_env.clock.set_to(places[0].opens_at);
    let first = request(opened, Some(&places[0].ticket)).from_address(SCHOOL);
    place(&app.call(first).await);
    let last = places.last().unwrap();
    let moved = place(
        &app.call(request(149, Some(&last.ticket)).from_address(SCHOOL))
            .await,
    );
    assert!((moved.opens_at - last.opens_at - Duration::seconds(30)).abs() <= Duration::milliseconds(2));
}

#[tokio::test]
async fn who_is_kept_a_slot_in_the_moment_in_which_the_line_is_held_has_a_place_all_the_same() {
    let app = start(200).await;
    app.school(0..100).await;
    let calls = app.test_env.provider.calls(Call::CreateOrder);
    app.test_env.database.set(Fault::MeetsTransaction("ADD m", 5));
    let waits = place(&app.ask_at_school(100).await);
    assert_eq!(waits.waits_for, "address");
    assert_eq!(app.test_env.provider.calls(Call::CreateOrder), calls);
}

/// Twelve people of a school at once, where two can be opened: how many are, and how many moments the others have.
async fn twelve_at_once(fault: Fault) -> (usize, usize) {
    let app = start(10).await;
    app.test_env.database.set(fault);
    let answers = join_all((0..12).map(|person| app.ask_at_school(person))).await;
    let by_status: BTreeMap<u16, usize> = answers.iter().fold(BTreeMap::new(), |mut count, answer| {
        *count.entry(answer.status.as_u16()).or_default() += 1;
        count
    });
    let waiting = answers.iter().filter(|answer| answer.status == 202);
    let moments: BTreeSet<_> = waiting.map(|answer| place(answer).opens_at).collect();
    (by_status.get(&200).copied().unwrap_or_default(), moments.len())
}

#[tokio::test]
async fn people_of_one_address_who_come_at_once_never_share_a_moment() {
    assert_eq!(twelve_at_once(Fault::None).await, (2, 10));
}

/// The control: what keeps them apart is the condition of the write.
#[tokio::test]
async fn without_conditions_people_of_one_address_share_a_moment() {
    let (_, moments) = twelve_at_once(Fault::NoConditions).await;
    assert!(moments < 10, "{moments}");
}
