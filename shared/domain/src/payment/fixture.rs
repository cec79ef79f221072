//! An order for the tests of these rules.

use super::{AttemptState, Channel, Order, Status};
use crate::{
    CustomerId, Email, IndianPhone, OrderId, PackageId, Paise, Person, PersonName, registration::Selection,
};
use time::{Duration, OffsetDateTime};

/// One of Rs 1000, made and paid at a moment, open for half an hour after it, at version 3.
pub(crate) fn paid_order(channel: Channel, at: OffsetDateTime) -> Order {
    let order_id = OrderId::parse("C0123456789A-0123456789").unwrap();
    Order {
        customer_id: CustomerId::parse(order_id.customer_part()).unwrap(),
        order_id,
        amount: Paise::new(100_000),
        channel,
        status: Status::Paid,
        attempt: AttemptState::None,
        session: None,
        method: None,
        person: Person {
            name: PersonName::parse("Asha Nair").unwrap(),
            email: Email::parse("asha@example.com").unwrap(),
            phone: IndianPhone::parse("9876543210").unwrap(),
            phone2: None,
        },
        selection: Selection::AllColleges {
            package_id: PackageId::parse("package-1").unwrap(),
            package_name: "All".to_owned(),
        },
        created_at: at,
        expires_at: at + Duration::minutes(30),
        paid_at: Some(at),
        refused_at: None,
        refunds: Vec::new(),
        auto_refunds: Vec::new(),
        reissued_as: None,
        disputes: Vec::new(),
        withdrawn: None,
        place: None,
        asked_at: 0,
        unread_at: None,
        version: 3,
    }
}
