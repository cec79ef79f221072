//! Orders that exist when a test begins.

use crate::{COLLEGE, COURSE, SINGLE, TestEnv};
use domain::{
    CollegeId, CourseId, CustomerId, Email, Entropy, IndianPhone, OrderId, PackageId, Paise, Person,
    PersonName,
    payment::{
        Ask, AttemptState, Change, Channel, FIRST_ASK, Lane, Method, Order, OrderPlace, RefundEvent,
        RefundId, Status, Withdrawal, WithdrawalCause,
    },
    registration::{ExamPreference, PaymentMode, Selection},
};
use payment_provider::{CashfreeClient, ClientConfig, NewOrder, PaymentProvider, ProviderCredentials};
use provider_simulator::{PaymentMethod, PaymentStatus};
use serde_json::{Value, json};
use store::{
    registrations::{
        Candidate, Write,
        afterwards::Afterwards,
        attention::Flag,
        claims::CoursesMark,
        counter::{AtCounter, Registered},
        create::Created,
        paid::{ClaimPolicy, Payment, Recorded},
        places::PlaceAction,
        settle::UnpaidChange,
    },
    tables::Table,
};
use time::{Duration, OffsetDateTime, macros::datetime};

impl TestEnv {
    /// An order that is written but that the provider does not have: its creation failed on the way.
    pub async fn written_order(&self, package: &str, email: &str) -> Order {
        let (candidate, order) = self.draft(package, email, Channel::Online);
        let due = Ask {
            at: order.created_at + FIRST_ASK,
            lane: Lane::First,
        };
        let created = self
            .registrations()
            .create(&candidate, &order, due, None, None)
            .await;
        assert_eq!(created.unwrap(), Created::Done);
        order
    }

    /// An order that the provider has and that nobody noted as open: the answer to its creation was lost.
    pub async fn unnoted_order(&self, package: &str, email: &str) -> Order {
        let order = self.written_order(package, email).await;
        self.open_at_provider(&order).await;
        order
    }

    /// An order that is open, as create-order leaves it.
    pub async fn open_order(&self, package: &str, email: &str) -> Order {
        let order = self.written_order(package, email).await;
        self.opened(&order).await
    }

    /// An open order that holds a place of its exam, which has a capacity.
    pub async fn open_place(&self, email: &str) -> Order {
        let order = self.written_place(email).await;
        self.opened(&order).await
    }

    async fn opened(&self, order: &Order) -> Order {
        let session = self.open_at_provider(order).await;
        let change = UnpaidChange {
            status: Status::Active,
            attempt: AttemptState::None,
            session: session.as_ref(),
            closed_at: None,
            place: PlaceAction::Keep,
            due: Some(Ask {
                at: order.created_at + FIRST_ASK,
                lane: Lane::First,
            }),
        };
        let written = self.registrations().record_unpaid(order, &change).await;
        assert_eq!(written.unwrap(), Write::Done);
        self.stored(order.order_id.as_str()).await
    }

    /// A paid order, whose mail waits in the outbox. The provider knows nothing of it.
    pub async fn paid_order(&self, package: &str, email: &str) -> Order {
        let order = self.written_order(package, email).await;
        self.record_paid(&order).await;
        self.stored(order.order_id.as_str()).await
    }

    /// A paid order for one exam, of a candidate who takes it on the web.
    pub async fn paid_on_the_web(&self, email: &str) -> Order {
        self.paid_on_the_web_for(SINGLE, email).await
    }

    /// The same of this package.
    pub async fn paid_on_the_web_for(&self, package: &str, email: &str) -> Order {
        let (candidate, order) = self.draft(package, email, Channel::Online);
        let candidate = Candidate {
            exam_preference: ExamPreference::Online.into(),
            ..candidate
        };
        let due = Ask {
            at: order.created_at + FIRST_ASK,
            lane: Lane::First,
        };
        let created = self
            .registrations()
            .create(&candidate, &order, due, None, None)
            .await;
        assert_eq!(created.unwrap(), Created::Done);
        self.record_paid(&order).await;
        self.stored(order.order_id.as_str()).await
    }

    /// A paid order that holds a place of its exam, which has a capacity.
    pub async fn paid_place(&self, email: &str) -> Order {
        let order = self.written_place(email).await;
        self.record_paid(&order).await;
        self.stored(order.order_id.as_str()).await
    }

    async fn written_place(&self, email: &str) -> Order {
        let (candidate, mut order) = self.draft(SINGLE, email, Channel::Online);
        order.place = self.free_place().await;
        let due = Ask {
            at: order.created_at + FIRST_ASK,
            lane: Lane::First,
        };
        let created = self
            .registrations()
            .create(&candidate, &order, due, None, None)
            .await;
        assert_eq!(created.unwrap(), Created::Done);
        order
    }

    /// A registration at the counter, not paid yet, that holds a place of its exam, which has a capacity.
    pub async fn counter_place(&self, email: &str) -> Order {
        let (candidate, mut order) = self.draft(SINGLE, email, Channel::Counter);
        order.place = self.free_place().await;
        self.register_at_counter(&candidate, &order).await;
        order
    }

    async fn free_place(&self) -> Option<OrderPlace> {
        let exam = CourseId::parse(COURSE).unwrap();
        let places = self.registrations().exam_places(&exam).await.unwrap().unwrap();
        places.choose(&Entropy::system()).map(OrderPlace::Held)
    }

    /// A registration at the counter, not paid yet.
    pub async fn counter_order(&self, package: &str, email: &str) -> Order {
        let (candidate, order) = self.draft(package, email, Channel::Counter);
        self.register_at_counter(&candidate, &order).await;
        order
    }

    async fn register_at_counter(&self, candidate: &Candidate, order: &Order) {
        let registered = self
            .registrations()
            .register_at_counter(&AtCounter {
                candidate,
                order,
                paid: None,
                refuse_similar: false,
                idempotency: None,
                audit: None,
            })
            .await;
        assert_eq!(registered.unwrap(), Registered::Done);
    }

    /// An order that is written nowhere.
    #[must_use]
    pub fn draft_order(&self, package: &str, email: &str) -> Order {
        self.draft(package, email, Channel::Online).1
    }

    /// Writes an order's payment.
    pub async fn record_paid(&self, order: &Order) {
        self.record_paid_by(order, &Method::default()).await;
    }

    /// Writes an order's payment by this method.
    pub async fn record_paid_by(&self, order: &Order, method: &Method) {
        let payment = Payment {
            order,
            method: Some(method),
            at: self.clock.now(),
            claim: &ClaimPolicy::Take(CoursesMark::default()),
            place: PlaceAction::Keep,
            counter: None,
        };
        let recorded = self.registrations().record_paid(&payment).await.unwrap();
        assert_eq!(recorded, Recorded::Done);
    }

    /// Withdraws the pass of a paid order now, as an administrator does, and returns it as stored.
    pub async fn withdraw(&self, order: &Order) -> Order {
        let withdrawn = withdrawn_by_organiser(self.clock.now());
        self.change_paid(order, withdrawn).await
    }

    /// Changes a paid order, as an administrator or the provider's word does, and returns it as stored.
    pub async fn change_paid(&self, order: &Order, change: Change) -> Order {
        let before = self.stored(order.order_id.as_str()).await;
        let now = self.clock.now();
        let after = before.after(change, now).unwrap();
        let change = Afterwards {
            before: &before,
            after: &after,
            at: now,
            due: after.next_follow_up(now),
            flag: None,
            claim: None,
            // Where it would take one, its exam has any number of them.
            place: PlaceAction::of(before.place_step(&after, false, now)).unwrap_or(PlaceAction::Keep),
            act: None,
        };
        let written = self.registrations().record_afterwards(&change).await;
        assert_eq!(written.unwrap(), Write::Done);
        self.stored(order.order_id.as_str()).await
    }

    /// Gives the pass of an order another address, as the correction of an e-mail address does, and returns it.
    pub async fn reissued(&self, order: &Order) -> OrderId {
        let pass_id = OrderId::generate(&order.customer_id, &Entropy::system());
        let rows = self.dump(Table::Registrations).await;
        let is_it = |row: &Value| row["kind"] == "ORDER" && row["order_id"] == order.order_id.as_str();
        let mut row = rows.into_iter().find(is_it).unwrap();
        row["reissued_as"] = json!(pass_id);
        self.put(Table::Registrations, &row).await;
        pass_id
    }

    /// Sends all of a paid order's money back, and lets it arrive; returns the order as stored.
    pub async fn pay_back(&self, order: &Order) -> Order {
        let refund_id = RefundId::of(&order.order_id, "all of it");
        let requested = Change::RefundRequested {
            refund_id: refund_id.clone(),
            amount: order.amount,
            reason: "Cannot come".to_owned(),
            by: "admin".to_owned(),
            mode: None,
        };
        let order = self.change_paid(order, requested).await;
        match order.channel {
            Channel::Counter => order,
            Channel::Online => {
                let arrived = Change::RefundReported {
                    refund_id,
                    amount: None,
                    event: RefundEvent::Succeeded,
                };
                self.change_paid(&order, arrived).await
            }
        }
    }

    /// The order as stored.
    pub async fn stored(&self, order: &str) -> Order {
        let id = OrderId::parse(order).unwrap();
        self.registrations().order(&id).await.unwrap().unwrap()
    }

    /// What needs attention, the oldest first: each flag must be readable.
    pub async fn flags(&self) -> Vec<Flag> {
        let listed = self.registrations().attention(1_000).await.unwrap();
        listed.into_iter().collect::<Result<_, _>>().unwrap()
    }

    /// Clears a flag, as an administrator who has seen it.
    pub async fn clear_flag(&self, flag: &Flag) {
        let log = store::AuditLog::from_env(&self.env()).unwrap();
        let (at, order) = (self.clock.now(), flag.order_id.as_str());
        let (none, entropy) = (serde_json::Value::Null, domain::Entropy::system());
        let entry = store::AuditEntry::new(
            at,
            &entropy,
            "admin",
            "attention.cleared",
            order,
            none.clone(),
            none,
        );
        let cleared = self.registrations().clear(flag, log.table().audit(&entry)).await;
        assert_eq!(cleared.unwrap(), Write::Done);
    }

    /// Tries to pay at the provider, with this outcome, and returns the attempt's id.
    pub fn attempt(&self, order: &str, outcome: PaymentStatus) -> String {
        self.provider
            .attempt(order, outcome, PaymentMethod::default())
            .unwrap()
    }

    async fn open_at_provider(&self, order: &Order) -> Option<domain::payment::PaymentSessionId> {
        let env = self.env();
        let credentials = ProviderCredentials::from_env(&env).await.unwrap();
        let client = CashfreeClient::new(ClientConfig::from_env(&env).unwrap(), credentials);
        let new = NewOrder {
            order_id: order.order_id.clone(),
            amount: order.amount,
            customer_id: order.customer_id.clone(),
            person: order.person.clone(),
            expires_at: order.expires_at,
            return_url: "https://expo.example/payment/return?order_id={order_id}".to_owned(),
            notify_url: "https://expo.example/api/payments/webhook".to_owned(),
            note: order.selection.package_name().to_owned(),
        };
        client.create_order(&new).await.unwrap().session
    }

    /// A registration through the site and its first order, not written yet.
    #[must_use]
    pub fn registration_of(&self, package: &str, email: &str) -> (Candidate, Order) {
        self.draft(package, email, Channel::Online)
    }

    fn draft(&self, package: &str, email: &str, channel: Channel) -> (Candidate, Order) {
        let entropy = Entropy::system();
        let customer_id = CustomerId::generate(&entropy);
        let paid = paid_order_of("Asha Rao");
        let person = Person {
            email: Email::parse(email).unwrap(),
            ..paid.person.clone()
        };
        let (selection, amount) = selection(package);
        let order = Order {
            order_id: OrderId::generate(&customer_id, &entropy),
            customer_id: customer_id.clone(),
            amount,
            channel,
            status: Status::Created,
            person: person.clone(),
            selection: selection.clone(),
            created_at: self.clock.now(),
            expires_at: self.clock.now() + Duration::minutes(30),
            ..paid
        };
        let candidate = Candidate {
            customer_id,
            person,
            selection,
            exam_preference: ExamPreference::Offline.into(),
            payment_mode: if channel == Channel::Online {
                PaymentMode::Online
            } else {
                PaymentMode::Cash
            }
            .into(),
            amount,
            channel: channel.into(),
            created_at: self.clock.now(),
            terms: None,
            group: None,
            chosen: std::collections::BTreeMap::new(),
            filled_in: None,
            version: 0,
        };
        (candidate, order)
    }
}

/// An order of one exam that somebody of this name has paid for, and that is written nowhere: always the same.
#[must_use]
pub fn paid_order_of(name: &str) -> Order {
    let created_at = datetime!(2025-05-20 10:00 UTC);
    let (selection, amount) = selection(SINGLE);
    Order {
        order_id: OrderId::parse("CZ6S4932KF26-0123456789ABCDEFGHJK").unwrap(),
        customer_id: CustomerId::parse("CZ6S4932KF26").unwrap(),
        amount,
        channel: Channel::Online,
        status: Status::Paid,
        attempt: AttemptState::None,
        session: None,
        method: None,
        person: Person {
            name: PersonName::parse(name).unwrap(),
            email: Email::parse("asha@example.com").unwrap(),
            phone: IndianPhone::parse("9876543210").unwrap(),
            phone2: None,
        },
        selection,
        created_at,
        expires_at: created_at + Duration::minutes(30),
        paid_at: None,
        refused_at: None,
        refunds: Vec::new(),
        auto_refunds: Vec::new(),
        reissued_as: None,
        disputes: Vec::new(),
        withdrawn: None,
        place: None,
        asked_at: 0,
        unread_at: None,
        version: 1,
    }
}

/// What the form of [`crate::registration`] chooses, and its price.
fn selection(package: &str) -> (Selection, Paise) {
    let package_id = PackageId::parse(package).unwrap();
    if package == SINGLE {
        let selection = Selection::SpecificCollege {
            package_id,
            package_name: "Single Exam Access".to_owned(),
            college_id: CollegeId::parse(COLLEGE).unwrap(),
            college_name: "Backwater College".to_owned(),
            course_id: CourseId::parse(COURSE).unwrap(),
            exam_name: "BCA Entrance".to_owned(),
        };
        (selection, Paise::new(100_000))
    } else {
        let selection = Selection::AllColleges {
            package_id,
            package_name: "All-Inclusive Exam Access".to_owned(),
        };
        (selection, Paise::new(185_000))
    }
}

/// Why [`withdrawn_by_organiser`] says that a pass was withdrawn, which is for staff alone.
pub const WITHDRAWAL_REASON: &str = "Registered twice";

/// That an administrator withdrew a pass.
#[must_use]
pub fn withdrawn_by_organiser(at: OffsetDateTime) -> Change {
    Change::Withdrawn(Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: WITHDRAWAL_REASON.to_owned(),
        by: Some("meera".to_owned()),
        at,
    })
}
