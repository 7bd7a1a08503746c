//! What stands around a line, and how it ends.

/// What stands around a line.
pub(super) struct Around<'t> {
    /// Whether no title and no text stands before it.
    pub(super) opens: bool,
    pub(super) alone_before: bool,
    pub(super) alone_after: bool,
    /// Whether the head of a form stands right below.
    pub(super) heads_form: bool,
    /// Whether the line before ends a sentence.
    pub(super) after_end: bool,
    pub(super) next: Option<&'t str>,
}

/// Whether a line ends as a sentence does.
pub(super) fn ends(line: &str) -> bool {
    line.trim_end_matches(['"', '”', '’', '»', '“', ')', '）', '」', '』', ']'])
        .ends_with(['.', '!', '?', '。', '！', '？', '؟', '…', '；', ';', '۔'])
}
