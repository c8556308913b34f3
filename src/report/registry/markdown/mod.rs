//! Renders the report as Markdown for GitHub: the pull request comment and the job summary.

mod comment;
mod failing_cases;
mod finding;
mod links;
mod marker;
mod summary;
mod table;

pub use comment::{CommentPlace, LONGEST, Markdown, render, render_at, within};
pub use failing_cases::failing_cases;
pub use marker::{
    first_line as marker_line, review_line as review_marker, review_start as review_marker_start, start as marker_start,
};
pub use summary::Summary;
pub use summary::render as render_summary;
