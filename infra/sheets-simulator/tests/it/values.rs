//! What writing makes of the cells and of the grid.

use super::Fixture;
use http::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn raw_values_stay_as_they_are_and_no_others_are_taken() {
    let fixture = Fixture::new().await;
    let values = json!([["=1+1", "+919876543210", 7]]);
    let (status, answer) = fixture.put("Sheet1!A1:C1", "RAW", values.clone()).await;
    assert_eq!(
        (status, &answer["updatedRange"], &answer["updatedCells"]),
        (200, &json!("Sheet1!A1:C1"), &json!(3))
    );
    assert_eq!(fixture.values().await, values);
    assert_eq!(fixture.put("Sheet1!A1:C1", "USER_ENTERED", values).await.0, 400);
}

#[tokio::test]
async fn null_leaves_a_cell_as_it_was_and_short_rows_leave_the_rest() {
    let fixture = Fixture::new().await;
    fixture.put("Sheet1!A1:C1", "RAW", json!([["a", "b", "c"]])).await;
    fixture.put("Sheet1!A1:C1", "RAW", json!([[null, ""]])).await;
    assert_eq!(fixture.values().await, json!([["a", "", "c"]]));
}

#[tokio::test]
async fn nothing_is_written_outside_the_grid_or_the_range() {
    let fixture = Fixture::new().await;
    let (status, answer) = fixture
        .put("Sheet1!A1000:B1001", "RAW", json!([["a"], ["b"]]))
        .await;
    let message = "Range (Sheet1!A1000:B1001) exceeds grid limits. Max rows: 1000, max columns: 26";
    assert_eq!((status, &answer["error"]["message"]), (400, &json!(message)));
    let (status, answer) = fixture.put("Sheet1!A1:B1", "RAW", json!([["a"], ["b"]])).await;
    let message = "Requested writing within range [Sheet1!A1:B1], but tried writing to row [2]";
    assert_eq!((status, &answer["error"]["message"]), (400, &json!(message)));
    let (status, answer) = fixture.put("Nowhere!A1:A1", "RAW", json!([["a"]])).await;
    assert_eq!(
        (status, &answer["error"]["message"]),
        (400, &json!("Unable to parse range: Nowhere!A1:A1"))
    );
    assert_eq!(fixture.values().await, json!([]));
}

#[tokio::test]
async fn the_grid_grows_by_what_is_asked_for_up_to_ten_million_cells() {
    let fixture = Fixture::new().await;
    let rows = |count: usize| {
        json!({ "updateSheetProperties": {
            "properties": { "sheetId": 0, "gridProperties": { "rowCount": count } }, "fields": "gridProperties.rowCount",
        } })
    };
    let batch =
        |requests: Value| fixture.call(Method::POST, "s1:batchUpdate", json!({ "requests": requests }));
    assert_eq!(batch(json!([rows(1_010)])).await.0, 200);
    assert_eq!(fixture.simulator.tabs(), [("Sheet1".to_owned(), 1_010, 26)]);
    let (status, answer) = batch(json!([rows(2_000), rows(384_616)])).await;
    assert_eq!(status, 400);
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("above the limit of 10000000 cells"),
        "{answer}"
    );
    assert_eq!(
        fixture.simulator.tabs(),
        [("Sheet1".to_owned(), 1_010, 26)],
        "all or nothing"
    );
    let twice = json!({ "addSheet": { "properties": { "title": "Sheet1" } } });
    assert_eq!(batch(json!([twice])).await.0, 400);
}

#[tokio::test]
async fn ranges_are_emptied() {
    let fixture = Fixture::new().await;
    fixture
        .put("Sheet1!A1:B2", "RAW", json!([["a", "b"], ["c", "d"]]))
        .await;
    let ranges = json!({ "ranges": ["Sheet1!A2:Z2", "Sheet1!B1:B1"] });
    let (_, answer) = fixture.call(Method::POST, "s1/values:batchClear", ranges).await;
    assert_eq!(answer["clearedRanges"], json!(["Sheet1!A2:Z2", "Sheet1!B1"]));
    assert_eq!(fixture.values().await, json!([["a"]]));
}
