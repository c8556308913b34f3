//! Computes ranks of numbers.

/// Returns the rank of each value. Ranks start at 1, and equal values get their mean rank.
pub(super) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut from = 0;
    while from < order.len() {
        let equal = |at: &&usize| (values[**at] - values[order[from]]).abs() <= 0.0;
        let to = from + order[from..].iter().take_while(equal).count().max(1);
        let mean = (from + 1 + to) as f64 / 2.0;
        order[from..to].iter().for_each(|at| ranks[*at] = mean);
        from = to;
    }
    ranks
}
