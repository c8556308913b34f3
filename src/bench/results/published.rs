//! Holds the results of Guizzo et al. 2023 for two translators (Tables 1 and 2).
//!
//! The digits are the digits of the paper. `--paper` shows them beside a result.

use mts_model::Operator;

/// A measure in the paper's Table 1, in the order of `bench`'s table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishedMeasure {
    /// The non-anomalous mutants.
    Counted,
    /// The translation outputs.
    Outputs,
    /// The compilable translations.
    Compilable,
    /// The translated mutants with a timeout.
    Timeouts,
    /// The translated mutants with an exception.
    Exceptions,
    /// The non-anomalous translations.
    NonAnomalous,
    /// The overall MTS.
    OverallMts,
    /// The median of the individual MTS.
    MedianMts,
    /// The mean of the individual MTS.
    MeanMts,
    /// The standard deviation of the individual MTS.
    DeviationMts,
    /// The overall CA over tests.
    OverallCa,
}

/// A translator of the paper.
pub struct Column {
    /// The name of the translator, with a prefix for the paper.
    pub name: &'static str,
    /// The cells of Table 1, in the order of [`PublishedMeasure`].
    measures: [&'static str; 11],
    /// The cells of Table 2, in the order of [`TABLE_2`].
    operators: [&'static str; TABLE_2.len()],
    /// The median of Table 2.
    pub median: &'static str,
}

impl Column {
    /// Returns the cell of a measure of Table 1.
    #[must_use]
    pub const fn measure(&self, measure: PublishedMeasure) -> &'static str {
        self.measures[measure as usize]
    }

    /// Returns the cell of an operator of Table 2.
    #[must_use]
    pub fn operator(&self, operator: Operator) -> &'static str {
        TABLE_2.iter().position(|op| *op == operator).map_or("", |at| self.operators[at])
    }
}

/// The operators of the paper's Table 2, in the order of the paper.
const TABLE_2: [Operator; 19] = {
    use Operator::{
        AODS, AODU, AOIS, AOIU, AORB, AORS, ASRS, CDL, COD, COI, COR, LOD, LOI, LOR, ODL, ROR, SDL, SOR, VDL,
    };
    [AORB, AORS, AOIU, AOIS, AODU, AODS, ROR, COR, COD, COI, SOR, LOR, LOI, LOD, ASRS, SDL, VDL, CDL, ODL]
};

/// Both translators, in the order of the paper.
pub const COLUMNS: [Column; 2] = [
    Column {
        name: "paper: TransCoder",
        measures: [
            "52,386",
            "52,377 (99.98 %)",
            "47,729 (91.11 %)",
            "496 (0.95 %)",
            "19,018 (36.30 %)",
            "26,829 (51.21 %)",
            "0.7044",
            "0.7877",
            "0.6848",
            "0.3034",
            "0.3632",
        ],
        operators: [
            "0.67", "0.63", "0.58", "0.90", "0.52", "0.85", "0.62", "0.75", "0.67", "0.63", "0.54", "0.42", "0.61",
            "0.50", "0.69", "0.59", "0.67", "0.67", "0.66",
        ],
        median: "0.63",
    },
    Column {
        name: "paper: j2py",
        measures: [
            "52,386",
            "47,247 (90.19 %)",
            "39,237 (74.90 %)",
            "883 (1.69 %)",
            "23,859 (45.54 %)",
            "13,794 (26.33 %)",
            "0.7064",
            "0.9101",
            "0.7235",
            "0.3304",
            "0.3279",
        ],
        operators: [
            "0.74", "0.81", "0.71", "0.91", "0.67", "1.00", "0.72", "0.81", "0.86", "0.68", "0.69", "0.35", "0.71",
            "0.50", "0.80", "0.71", "0.77", "0.77", "0.74",
        ],
        median: "0.74",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_its_printed_cell() {
        let [_, j2py] = &COLUMNS;
        assert_eq!((j2py.operator(Operator::AOIS), j2py.operator(Operator::LOR)), ("0.91", "0.35"));
        assert_eq!((j2py.operator(Operator::AODS), j2py.operator(Operator::ODL)), ("1.00", "0.74"));
        assert_eq!(COLUMNS[0].operator(Operator::COR), "0.75");
    }
}
