//! Holds the cost of a benchmark run by process and of the process baseline.
//!
//! `bench::run` measures the cost. This module also makes the table.

use serde::{Deserialize, Serialize};

/// The cost of one process, or of all processes with one role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProcessCost {
    /// The processor time in seconds.
    pub cpu_seconds: f64,
    /// The processor time for each mutant in milliseconds.
    pub cpu_ms_per_mutant: Option<f64>,
    /// The peak resident size in MiB.
    pub peak_rss_mb: f64,
}

/// The figures of `--throughput`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Throughput {
    /// The number of measured mutants. Mutants from a journal do not count.
    pub mutants: u64,
    /// The wall-clock time in seconds, including the start of the workers.
    pub seconds: f64,
    /// The number of mutants divided by the wall-clock seconds.
    pub mutants_per_second: Option<f64>,
    /// The wall-clock seconds from the start to the verdicts on the first pair.
    pub first_verdict_seconds: Option<f64>,
    /// The cost of this process.
    pub tool: ProcessCost,
    /// The cost of all JVMs.
    pub java: ProcessCost,
    /// The cost of all CPython processes.
    pub python: ProcessCost,
    /// The number of compiled Java units.
    pub units: u64,
    /// The mean number of compiler runs for each unit.
    pub rounds_per_unit: Option<f64>,
    /// The process baseline, if the user requested it.
    pub process_baseline: Option<ProcessBaseline>,
}

/// The process baseline: new `javac`, `java` and `python3` processes for each mutant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProcessBaseline {
    /// The number of mutants in the sample. The seed selects these mutants.
    pub mutants: u64,
    /// The number of mutants with a process that reached the time limit.
    pub timeouts: u64,
    /// The number of processes at once.
    pub processes: u64,
    /// The wall-clock time in seconds.
    pub seconds: f64,
    /// The processor time in seconds.
    pub cpu_seconds: f64,
    /// The baseline's wall-clock time for each mutant, divided by the same time of the run.
    pub ratio: Option<f64>,
    /// The baseline's processor time for each mutant, divided by the same time of the run.
    pub cpu_ratio: Option<f64>,
}

impl Throughput {
    /// Computes the derived figures.
    #[must_use]
    pub fn derived(mut self) -> Self {
        let mutants = self.mutants;
        self.mutants_per_second = over(real(mutants), self.seconds);
        for share in [&mut self.tool, &mut self.java, &mut self.python] {
            share.cpu_ms_per_mutant = over(share.cpu_seconds * 1000.0, real(mutants));
        }
        let cpu = self.tool.cpu_seconds + self.java.cpu_seconds + self.python.cpu_seconds;
        if let Some(baseline) = &mut self.process_baseline {
            let times = |theirs: f64, own: f64| over(over(theirs, real(baseline.mutants))?, over(own, real(mutants))?);
            baseline.ratio = times(baseline.seconds, self.seconds);
            baseline.cpu_ratio = times(baseline.cpu_seconds, cpu);
        }
        self
    }

    /// Returns the rows of the table: names and figures.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<String>> {
        let figure = |x: Option<f64>, digits: usize| x.map_or_else(|| "none".to_owned(), |x| format!("{x:.digits$}"));
        let mut rows = vec![
            vec!["Mutants per second".to_owned(), figure(self.mutants_per_second, 0)],
            vec!["Seconds to the first verdict".to_owned(), figure(self.first_verdict_seconds, 2)],
            vec!["Java units compiled".to_owned(), self.units.to_string()],
            vec!["Compiler runs per Java unit".to_owned(), figure(self.rounds_per_unit, 2)],
        ];
        for (name, share) in [("This process", self.tool), ("Java", self.java), ("Python", self.python)] {
            let each = share.cpu_ms_per_mutant.map(|ms| format!(" ({ms:.2} ms per mutant)")).unwrap_or_default();
            let (seconds, peak) = (share.cpu_seconds, share.peak_rss_mb);
            let text = format!("{seconds:.1} s of processor time{each}, peak memory {peak:.0} MiB");
            rows.push(vec![name.to_owned(), text]);
        }
        if let Some(baseline) = &self.process_baseline {
            let noun = if baseline.mutants == 1 { "mutant" } else { "mutants" };
            let timeouts = format!("{} {noun}, {} with a timeout", baseline.mutants, baseline.timeouts);
            let took = format!("{:.1} s, {:.1} s of processor time", baseline.seconds, baseline.cpu_seconds);
            rows.push(vec![
                "Process baseline".to_owned(),
                format!("{timeouts}: {took}, {} processes at once", baseline.processes),
            ]);
            let ratios = (figure(baseline.ratio, 0), figure(baseline.cpu_ratio, 0));
            let ratios = format!("{} (wall-clock time), {} (processor time)", ratios.0, ratios.1);
            rows.push(vec!["  per mutant, as a multiple of this run".to_owned(), ratios]);
        }
        rows
    }
}

fn over(x: f64, y: f64) -> Option<f64> {
    (y > 0.0 && x.is_finite()).then(|| x / y)
}

fn real(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_compares_the_times_per_mutant() {
        let baseline = ProcessBaseline { mutants: 10, seconds: 20.0, cpu_seconds: 30.0, ..ProcessBaseline::default() };
        let share = ProcessCost { cpu_seconds: 1.0, ..ProcessCost::default() };
        let throughput = Throughput {
            mutants: 100,
            seconds: 2.0,
            tool: share,
            java: share,
            python: share,
            process_baseline: Some(baseline),
            ..Throughput::default()
        };
        let found = throughput.derived();
        assert_eq!(found.mutants_per_second, Some(50.0));
        assert_eq!(found.java.cpu_ms_per_mutant, Some(10.0));
        assert_eq!(found.process_baseline.and_then(|baseline| baseline.ratio), Some(100.0));
        assert_eq!(found.process_baseline.and_then(|baseline| baseline.cpu_ratio), Some(100.0));
    }

    #[test]
    fn a_run_without_mutants_has_no_rate() {
        let found =
            Throughput { seconds: 1.0, process_baseline: Some(ProcessBaseline::default()), ..Throughput::default() }
                .derived();
        assert_eq!(found.java.cpu_ms_per_mutant, None);
        assert_eq!(found.process_baseline.and_then(|baseline| baseline.ratio), None);
    }
}
