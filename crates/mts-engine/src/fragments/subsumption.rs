//! Marks or drops findings that another fragment explains.
//!
//! The other fragment is an inner fragment with the same or a more severe verdict, or an enclosing
//! fragment that agrees.

use crate::fragments::result::FragmentResult;
use mts_model::{FragmentVerdict, Span};

/// Marks fragments that a smaller fragment with the same or a more severe verdict explains.
pub(crate) fn with_explained(tested: Vec<FragmentResult>) -> Vec<FragmentResult> {
    let all: Vec<(Span, FragmentVerdict)> = tested.iter().map(|one| (one.fragment.span, one.verdict)).collect();
    let marked = |one: FragmentResult| {
        let own = one.fragment.span;
        // The enum declares the verdicts of findings from the most severe to the least severe.
        let is_explained = is_finding(one.verdict)
            && all.iter().any(|(span, verdict)| {
                *span != own && own.contains(*span) && is_finding(*verdict) && *verdict <= one.verdict
            });
        FragmentResult { is_explained, ..one }
    };
    tested.into_iter().map(marked).collect()
}

/// Rejects the finding of a missing wraparound if an enclosing fragment agrees with its counterpart.
///
/// The verdict then becomes unaligned. A port may wrap only the result of the outer operation: Java wraps `31 * h`, and
/// the port wraps only the sum in `int32(31 * h + c)`.
pub(crate) fn deferred_to_enclosing(tested: Vec<FragmentResult>) -> Vec<FragmentResult> {
    let agreeing: Vec<(Span, Span)> = tested
        .iter()
        .filter(|one| matches!(one.verdict, FragmentVerdict::Agree | FragmentVerdict::Dismissed))
        .filter_map(|one| Some((one.fragment.span, one.part.as_ref()?.span)))
        .collect();
    let deferred = |one: FragmentResult| {
        let (Some(part), true) = (one.part.as_ref().map(|part| part.span), one.lacks_wraparound) else { return one };
        let (own, is_open) = (one.fragment.span, one.verdict != FragmentVerdict::Confirmed && is_finding(one.verdict));
        let is_around = |(java, python): &(Span, Span)| {
            *java != own && java.contains(own) && *python != part && python.contains(part)
        };
        match is_open && agreeing.iter().any(is_around) {
            true => FragmentResult {
                verdict: FragmentVerdict::Unaligned,
                why: Some("an enclosing fragment removes the overflow"),
                ..one
            },
            false => one,
        }
    };
    tested.into_iter().map(deferred).collect()
}

fn is_finding(verdict: FragmentVerdict) -> bool {
    matches!(verdict, FragmentVerdict::Confirmed | FragmentVerdict::Latent | FragmentVerdict::Masked)
}
