//! What a line of a document is.

/// What a line, or a sentence of it, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The title of the document.
    Title,
    /// A heading within it.
    Heading,
    /// Running text.
    Prose,
    /// A point of a list.
    Item,
    /// A key with its value.
    Field,
    /// A row of a table.
    Row,
    /// Text of somebody else that is repeated, as in a mail.
    Quoted,
    /// Who speaks, or what follows: `Olivia Pratt, 9:14 AM`.
    Label,
    /// A greeting before a letter, its close and the names below.
    Signature,
    /// What belongs to the form: `PRESS RELEASE`, `Contact: …`.
    Boilerplate,
}
