//! Items of the staff: accounts, sessions, limits, the sync and exports.

use super::{ADMINISTRATOR, LEASE, entry};
use domain::{
    export::{ExportFilters, ExportFormat, ExportKind},
    job::{Job, JobEvent, JobId, JobState},
};
use std::collections::BTreeMap;
use std::time::Duration as Length;
use store::{
    Access, Administrator, Administrators, Changed, Enrolment, GuessAttempt, Guessed, INVITATION_LASTS,
    Invitation, InvitationChange, InvitationMail, Invitations, Jobs, Limit, MailsAfter, Reached,
    SecondFactor, Session, SessionsAfter, SheetSync, Write, WrittenSheet,
    exports::{Export, ExportFile},
};
use test_support::TestEnv;

pub(super) async fn administration(test_env: &TestEnv) {
    let env = test_env.env();
    let access = Access::from_env(&env).unwrap();
    let administrators = Administrators::from_env(&env).unwrap();
    let invitation = Invitation {
        id: "0123456789ABCDEFGHJK".to_owned(),
        expires_at: test_env.clock.now() + INVITATION_LASTS,
    };
    let administrator = Administrator {
        id: ADMINISTRATOR.to_owned(),
        username: "Admin".to_owned(),
        password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA".to_owned(),
        role: domain::Role::Admin,
        disabled: false,
        email: Some(domain::Email::parse("office@expo.example").unwrap()),
        must_change_password: true,
        second_factor: Some(SecondFactor {
            secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(),
            last_step: 1,
            recovery: BTreeMap::from([("aGFzaA".to_owned(), true)]),
        }),
        enrolment: Some(Enrolment {
            secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(),
            begun: test_env.clock.now(),
        }),
        invitation: Some(invitation.clone()),
        daily_report: true,
        rev: 0,
    };
    let office = domain::Email::parse("office@expo.example").unwrap();
    let mail = InvitationMail::new(
        office,
        "Admin",
        domain::Role::Admin,
        "asha",
        invitation.expires_at,
    );
    let invited = MailsAfter {
        told: None,
        invitation: Some(InvitationChange {
            invitations: &Invitations::from_env(&env).unwrap(),
            void: None,
            sent: Some((&invitation, &mail)),
        }),
    };
    let created = administrators
        .create(&administrator, &entry(test_env, "administrator.created"), invited)
        .await;
    assert_eq!(created.unwrap(), Write::Done);
    let now = test_env.clock.now();
    let ver = access
        .version_for_new_token(ADMINISTRATOR, now)
        .await
        .unwrap()
        .version;
    let changed = entry(test_env, "administrator.changed");
    let written = administrators.change(
        &administrator,
        &access,
        SessionsAfter::End,
        None,
        &changed,
        MailsAfter::default(),
    );
    assert_eq!(written.await.unwrap(), Changed::Done);
    let session = Session {
        id: "0123456789ABCDEFGHJK".to_owned(),
        ver: ver + 1,
        began: now,
        last_seen: now,
        device: "Chrome on Android".to_owned(),
        restriction: Some(domain::Restriction::PasswordChange),
    };
    access
        .begin_session(ADMINISTRATOR, domain::Role::Admin, &session)
        .await
        .unwrap();
    let limit = Limit {
        bucket: "login",
        attempts: 5,
        window: Length::from_secs(60),
    };
    let counted = access
        .throttle(limit, "198.51.100.7", test_env.clock.now())
        .await
        .unwrap();
    assert_eq!(counted, store::Throttle::Allowed);
    for of in [
        Guessed::Name("aGFzaCBvZiBhIG5hbWU".to_owned()),
        Guessed::Device("aGFzaCBvZiBhIGRldmljZQ".to_owned()),
    ] {
        let attempt = access.attempt(of, test_env.clock.now()).await.unwrap();
        assert!(matches!(attempt, GuessAttempt::Counted(_)));
    }

    let now = test_env.clock.now();
    let written = WrittenSheet {
        revision: 7,
        target: "sheet/tab".to_owned(),
        header: vec!["Customer ID".to_owned()],
        exam_names: Some("5f70bf18".to_owned()),
    };
    let sync = SheetSync {
        written: Some(written.clone()),
        reached: Some(Reached {
            cursor: "01747735200000#C0123456789A".to_owned(),
            next_row: 5,
            written,
        }),
        last_sync: Some(now),
        waiting: Some("Google limits our requests".to_owned()),
    };
    let id = JobId::parse("01747735200002-0123456789ABCDEF").unwrap();
    let job = Job::new(id, LEASE.to_owned(), "admin", now, sync);
    let jobs = Jobs::from_env(&env).unwrap();
    let begun = jobs.begin(None, &job, &entry(test_env, "sync.started")).await;
    assert_eq!(begun.unwrap(), Write::Done);
}

/// One that a worker is at, and one that has failed.
pub(super) async fn exports(test_env: &TestEnv) {
    let (now, jobs) = (
        test_env.clock.now(),
        Jobs::<Export>::from_env(&test_env.env()).unwrap(),
    );
    let running = Job {
        id: JobId::parse("01747735200000-0123456789ABCDEF").unwrap(),
        state: JobState::Running.into(),
        lease: LEASE.to_owned(),
        taken: true,
        heartbeat: now.unix_timestamp(),
        wakes: Some(now.unix_timestamp()),
        deaths: 1,
        done_at_death: 2,
        writes: 4,
        created_at: now,
        created_by: "admin".to_owned(),
        ended_at: None,
        done: 3,
        total: 9,
        error: None,
        work: Export {
            kind: ExportKind::Candidates.into(),
            format: ExportFormat::Csv.into(),
            filters: ExportFilters {
                status: Some("PAID".to_owned()),
                email: Some("asha@example.com".to_owned()),
                ..ExportFilters::default()
            },
            rows: 2,
            file: Some(ExportFile {
                key: "exports/one.csv".to_owned(),
                upload: "upload".to_owned(),
            }),
        },
    };
    let failed = Job {
        id: JobId::parse("01747735200001-0123456789ABCDEF").unwrap(),
        ..running
            .after(JobEvent::Failed("The export stopped".to_owned()), now)
            .unwrap()
    };
    for job in [running, failed] {
        let begun = jobs.begin(None, &job, &entry(test_env, "export.started")).await;
        assert_eq!(begun.unwrap(), Write::Done);
    }
}
