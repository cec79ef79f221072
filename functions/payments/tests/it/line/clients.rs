//! How many places one address may have.

use super::{address, place, request, start};
use crate::{order_of, refusal};
use time::Duration;

const SCHOOL: &str = "203.0.113.9";

#[tokio::test]
async fn one_address_gets_sixty_places_a_minute_and_comes_back_to_them_uncounted() {
    let app = start(10).await;
    app.fill().await;
    let first = place(&app.call(request(2, None).from_address(SCHOOL)).await);
    for _ in 0..70 {
        let again = request(2, Some(&first.ticket)).from_address(SCHOOL);
        assert_eq!(place(&app.call(again).await), first);
    }
    for person in 3..62 {
        place(&app.call(request(person, None).from_address(SCHOOL)).await);
    }
    let one_more = app.call(request(62, None).from_address(SCHOOL)).await;
    assert_eq!(refusal(&one_more), (429, "too_many_requests", ""));
    assert!(one_more.headers.contains_key("retry-after"));

    let again = request(2, Some(&first.ticket)).from_address(SCHOOL);
    assert_eq!(place(&app.call(again).await), first);
    // A ticket that leads to nothing is counted like none.
    let invented = "0".repeat(26);
    let invented = app.call(request(62, Some(&invented)).from_address(SCHOOL)).await;
    assert_eq!(refusal(&invented), (429, "too_many_requests", ""));
    app.test_env.clock.set_to(first.opens_at);
    order_of(
        &app.call(request(2, Some(&first.ticket)).from_address(SCHOOL))
            .await,
    );
}

#[tokio::test]
async fn at_most_three_hundred_of_one_address_wait() {
    let app = start(2).await;
    let mut waiting = 0;
    let mut refused = None;
    for person in 0..420 {
        let answer = app.call(request(person, None).from_address(SCHOOL)).await;
        match (answer.status.as_u16(), answer.code()) {
            (200, _) => assert!(person < 2),
            (202, _) => waiting += 1,
            (429, "too_many_requests") => {
                app.test_env.clock.advance(Duration::seconds(10));
            }
            (429, "too_many_waiting") => {
                refused = Some(answer);
                break;
            }
            other => panic!("{other:?} {}", answer.json),
        }
    }
    // One opens a minute, so those who waited longest are not there any more.
    let refused = refused.unwrap();
    assert!((300..=310).contains(&waiting), "{waiting}");
    assert_eq!(refused.headers["retry-after"], "60");
    assert_eq!(
        refused.message(),
        "Too many people are waiting from this network. Please try again in a few minutes."
    );
    // Others still get a place.
    place(&app.call(request(999, None).from_address(&address(999))).await);
    // After some minutes there is room again.
    app.test_env.clock.advance(Duration::minutes(3));
    place(&app.call(request(998, None).from_address(SCHOOL)).await);
}
