//! Formats points in time.

use jiff::Timestamp;

/// Formats seconds since 1970 as an RFC 3339 timestamp in UTC.
///
/// The timestamp has no fractions of a second.
pub(crate) fn format_utc(since_epoch: f64) -> String {
    let at = Timestamp::from_second(since_epoch.max(0.0) as i64).unwrap_or(Timestamp::UNIX_EPOCH);
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::format_utc;

    #[test]
    fn seconds_become_a_date_in_utc() {
        // The expected values come from `date -u -d @N +%FT%TZ` of GNU coreutils.
        for (seconds, text) in [
            (0.0, "1970-01-01T00:00:00Z"),
            (951_782_400.0, "2000-02-29T00:00:00Z"),
            (1_700_000_000.9, "2023-11-14T22:13:20Z"),
            (4_107_542_399.0, "2100-02-28T23:59:59Z"),
        ] {
            assert_eq!(format_utc(seconds), text);
        }
    }
}
