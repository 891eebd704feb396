//! SARIF 2.1.0: the parts of it that `check -o sarif` writes.

use serde::Serialize;

/// The whole document.
#[derive(Serialize)]
pub struct SarifDocument {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [RunRow; 1],
}

/// One run of the program.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunRow {
    /// What ran.
    pub tool: ToolRow,
    /// How it ended.
    pub invocations: [InvocationRow; 1],
    /// What columns count.
    pub column_kind: &'static str,
    /// What was found.
    pub results: Vec<ResultRow>,
}

/// A program.
#[derive(Serialize)]
pub struct ToolRow {
    /// The program itself.
    pub driver: DriverRow,
}

/// A program with the rules that its results name.
#[derive(Serialize)]
pub struct DriverRow {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The rules, by id.
    pub rules: Vec<DescriptorRow>,
}

/// How a run ended.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InvocationRow {
    /// Whether it came to its end.
    pub execution_successful: bool,
    /// What is to be said of the run itself.
    pub tool_execution_notifications: Vec<NotificationRow>,
}

/// A rule in words.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DescriptorRow {
    /// Its id.
    pub id: String,
    /// What it asks.
    pub short_description: MessageRow,
    /// The same with its source.
    pub full_description: MessageRow,
    /// Where it is from.
    pub help: MessageRow,
}

/// One thing that was found.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResultRow {
    /// Id of its rule.
    pub rule_id: String,
    /// How much it matters.
    pub level: &'static str,
    /// What it is.
    pub message: MessageRow,
    /// Where it is.
    pub locations: [LocationRow; 1],
    /// What it is known by when lines come and go.
    pub partial_fingerprints: FingerprintsRow,
}

/// What a result is known by.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FingerprintsRow {
    /// A hash of its line.
    pub primary_location_line_hash: String,
}

/// Something to know of the run.
#[derive(Serialize)]
pub struct NotificationRow {
    /// How much it matters.
    pub level: &'static str,
    /// What it is.
    pub message: MessageRow,
    /// Where it is.
    pub locations: [LocationRow; 1],
    /// Of what kind it is.
    pub descriptor: ReferenceRow,
}

/// The kind of a notification.
#[derive(Serialize)]
pub struct ReferenceRow {
    /// Its id.
    pub id: String,
}

/// A text.
#[derive(Serialize)]
pub struct MessageRow {
    /// The text.
    pub text: String,
}

/// A place.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationRow {
    /// Where it is on disk.
    pub physical_location: PhysicalRow,
}

/// A place on disk.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalRow {
    /// The file.
    pub artifact_location: ArtifactRow,
    /// The part of it.
    pub region: RegionRow,
}

/// A file.
#[derive(Serialize)]
pub struct ArtifactRow {
    /// Its path as a URI.
    pub uri: String,
    /// What it is, where it is no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<MessageRow>,
}

/// A part of a file: lines and columns from 1, the end excluded.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RegionRow {
    /// Its first line.
    pub start_line: usize,
    /// The column there.
    pub start_column: usize,
    /// Its last line.
    pub end_line: usize,
    /// The column behind it.
    pub end_column: usize,
}

impl SarifDocument {
    /// The document for a run.
    pub fn new(run: RunRow) -> SarifDocument {
        SarifDocument {
            schema: "https://json.schemastore.org/sarif-2.1.0.json",
            version: "2.1.0",
            runs: [run],
        }
    }
}

impl MessageRow {
    /// A text.
    pub fn new(text: impl Into<String>) -> MessageRow {
        MessageRow { text: text.into() }
    }
}
