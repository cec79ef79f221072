//! The six tables as they are created: by the local system and the tests from here, in AWS from
//! template.yaml. A test of the local system compares the two.

use aws_sdk_dynamodb::{
    error::BuildError,
    operation::create_table::builders::CreateTableInputBuilder,
    types::{
        AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection,
        ProjectionType, ScalarAttributeType, StreamSpecification, StreamViewType,
    },
};

/// One of the six tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// Packages, colleges, exams.
    Catalogue,
    /// Banners, institutes, brands.
    Content,
    /// Candidates, orders, claims, outbox.
    Registrations,
    /// Administrators, audit log, tills.
    Admin,
    /// Throttling counters, failed attempts to sign in, token versions.
    Access,
    /// Who is in, and what was answered to the scans of their passes.
    CheckIn,
}

impl Table {
    /// Every table.
    pub const ALL: [Self; 6] = [
        Self::Catalogue,
        Self::Content,
        Self::Registrations,
        Self::Admin,
        Self::Access,
        Self::CheckIn,
    ];

    /// The environment variable that holds the table's name.
    #[must_use]
    pub const fn variable(self) -> &'static str {
        match self {
            Self::Catalogue => "TABLE_CATALOGUE",
            Self::Content => "TABLE_CONTENT",
            Self::Registrations => "TABLE_REGISTRATIONS",
            Self::Admin => "TABLE_ADMIN",
            Self::Access => "TABLE_ACCESS",
            Self::CheckIn => "TABLE_CHECK_IN",
        }
    }

    /// What errors call it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Content => "content",
            Self::Registrations => "registrations",
            Self::Admin => "admin",
            Self::Access => "access",
            Self::CheckIn => "check-in",
        }
    }

    /// The attribute by which items die, of the tables that have such items.
    #[must_use]
    pub const fn time_to_live(self) -> Option<&'static str> {
        match self {
            Self::Registrations | Self::Access | Self::CheckIn => Some("expires"),
            Self::Catalogue | Self::Content | Self::Admin => None,
        }
    }

    /// The table's definition under a name.
    ///
    /// # Errors
    /// None in practice: only when a required part of the definition were missing.
    pub fn definition(self, name: &str) -> Result<CreateTableInputBuilder, BuildError> {
        let builder = CreateTableInputBuilder::default()
            .table_name(name)
            .billing_mode(BillingMode::PayPerRequest)
            .key_schema(key_part("pk", KeyType::Hash)?)
            .key_schema(key_part("sk", KeyType::Range)?)
            .attribute_definitions(typed("pk", ScalarAttributeType::S)?)
            .attribute_definitions(typed("sk", ScalarAttributeType::S)?);
        Ok(match self {
            Self::Registrations => builder
                .attribute_definitions(typed("due_shard", ScalarAttributeType::S)?)
                .attribute_definitions(typed("due_at", ScalarAttributeType::N)?)
                .attribute_definitions(typed("attention_shard", ScalarAttributeType::S)?)
                .attribute_definitions(typed("attention_at", ScalarAttributeType::S)?)
                .global_secondary_indexes(index("due", "due_shard", "due_at", due_projection())?)
                .global_secondary_indexes(index(
                    "attention",
                    "attention_shard",
                    "attention_at",
                    Projection::builder().projection_type(ProjectionType::All).build(),
                )?)
                .stream_specification(
                    StreamSpecification::builder()
                        .stream_enabled(true)
                        .stream_view_type(StreamViewType::NewAndOldImages)
                        .build()?,
                ),
            Self::Catalogue | Self::Content | Self::Admin | Self::Access | Self::CheckIn => builder,
        })
    }
}

fn key_part(name: &str, kind: KeyType) -> Result<KeySchemaElement, BuildError> {
    KeySchemaElement::builder()
        .attribute_name(name)
        .key_type(kind)
        .build()
}

fn typed(name: &str, kind: ScalarAttributeType) -> Result<AttributeDefinition, BuildError> {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(kind)
        .build()
}

fn index(
    name: &str,
    hash: &str,
    range: &str,
    projection: Projection,
) -> Result<GlobalSecondaryIndex, BuildError> {
    GlobalSecondaryIndex::builder()
        .index_name(name)
        .key_schema(key_part(hash, KeyType::Hash)?)
        .key_schema(key_part(range, KeyType::Range)?)
        .projection(projection)
        .build()
}

/// With the kind of a due item, and since when: a query for the backlog then reads the index alone.
fn due_projection() -> Projection {
    Projection::builder()
        .projection_type(ProjectionType::Include)
        .non_key_attributes("created_at")
        .non_key_attributes("status")
        .build()
}
