//! Who may do what, and how much of the seats each sees.

use crate::*;
use domain::Role;

#[tokio::test]
async fn administrators_change_the_others_read_and_the_door_sees_hall_and_seat() {
    let (app, hall, orders) = with_hall(1, 2, 3).await;
    draft(&app, &plain()).await;
    let token = app.test_env.token_of(Role::Door).await;
    let at_door = async || app.call(Request::get(seating(COURSE)).bearer(&token)).await.json;
    // A draft is nobody's business at the door.
    assert_eq!(at_door().await["halls"], json!([]));
    let published = publish(&app).await;
    let seen = at_door().await;
    let seats = |of: &Value| of["halls"][0]["seats"].as_array().unwrap().len();
    assert_eq!((seats(&seen), seated(&published).len()), (seats(&published), 2));
    let seen = seen.to_string();
    assert!(!seen.contains("Asha Rao") && !seen.contains("pass_no"), "{seen}");
    // A pass is looked up by it.
    for order in &orders {
        assert!(!seen.contains(order.customer_id.as_str()), "{seen}");
    }
    let seen = at_door().await;
    assert_eq!(seen["unseated"], json!([]));

    let change = json!({ "customer_id": orders[0].customer_id, "hall": hall, "seat": "A1", "version": 1 });
    let path = seating(COURSE);
    for (role, reads, halls) in [
        (Role::Counter, 200, 200),
        (Role::Accountant, 200, 200),
        (Role::Door, 200, 403),
    ] {
        let token = app.test_env.token_of(role).await;
        let status = async |request: Request| app.call(request.bearer(&token)).await.status.as_u16();
        assert_eq!(status(Request::get(&path)).await, reads, "{role:?}");
        assert_eq!(status(Request::get(HALLS)).await, halls, "{role:?}");
        assert_eq!(status(Request::get("/api/seating")).await, halls, "{role:?}");
        for request in [
            Request::post(&path, &plain()),
            Request::delete(&path),
            Request::post(format!("{path}/publish"), &json!({})),
            Request::post(format!("{path}/move"), &change),
            Request::post(HALLS, &json!({ "name": "B", "rows": 1, "columns": 1 })),
            Request::put(
                format!("{HALLS}/{hall}"),
                &json!({ "name": "B", "rows": 1, "columns": 1 }),
            ),
            Request::delete(format!("{HALLS}/{hall}")),
        ] {
            assert_eq!(status(request).await, 403, "{role:?}");
        }
    }
    assert_eq!(app.call(Request::get(&path)).await.status, 401);
    assert_eq!(read(&app, COURSE).await, published);
}
