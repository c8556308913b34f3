//! The cost of a benchmark run by process, and of the process-per-mutant baseline, with their table. `bench::run`
//! measures them.

use serde::{Deserialize, Serialize};

/// Figures of one process, or of all of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// Processor milliseconds a mutant.
    pub cpu_ms_per_mutant: Option<f64>,
    /// Peak resident size in MiB.
    pub peak_rss_mb: f64,
}

/// The figures of `--throughput`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Throughput {
    /// Mutants measured: not those that were taken from a journal.
    pub mutants: u64,
    /// Wall seconds, the start of the workers included.
    pub seconds: f64,
    /// The first over the second.
    pub mutants_per_second: Option<f64>,
    /// Wall seconds from the start to the verdicts on the first pair.
    pub first_verdict_seconds: Option<f64>,
    /// This process.
    pub tool: Share,
    /// All JVMs.
    pub java: Share,
    /// All CPythons.
    pub python: Share,
    /// Java units compiled.
    pub units: u64,
    /// Runs of the compiler for one of them, on average.
    pub rounds_per_unit: Option<f64>,
    /// The scripted way, where it was asked for.
    pub scripted: Option<Scripted>,
}

/// A file, a `javac`, a `java` and a `python3` for each mutant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scripted {
    /// Mutants drawn, with the seed.
    pub mutants: u64,
    /// Of these, that reached the limit of time of a process.
    pub timeouts: u64,
    /// Processes at once.
    pub processes: u64,
    /// Wall seconds.
    pub seconds: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// Its wall time a mutant over that of the run.
    pub ratio: Option<f64>,
    /// The same of processor time.
    pub cpu_ratio: Option<f64>,
}

impl Throughput {
    /// Adds the derived figures.
    #[must_use]
    pub fn derived(mut self) -> Self {
        let mutants = self.mutants;
        self.mutants_per_second = over(real(mutants), self.seconds);
        for share in [&mut self.tool, &mut self.java, &mut self.python] {
            share.cpu_ms_per_mutant = over(share.cpu_seconds * 1000.0, real(mutants));
        }
        let cpu = self.tool.cpu_seconds + self.java.cpu_seconds + self.python.cpu_seconds;
        if let Some(scripted) = &mut self.scripted {
            let times = |theirs: f64, own: f64| over(over(theirs, real(scripted.mutants))?, over(own, real(mutants))?);
            scripted.ratio = times(scripted.seconds, self.seconds);
            scripted.cpu_ratio = times(scripted.cpu_seconds, cpu);
        }
        self
    }

    /// Its table: names and figures.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<String>> {
        let figure = |x: Option<f64>, digits: usize| x.map_or_else(|| "none".to_owned(), |x| format!("{x:.digits$}"));
        let mut rows = vec![
            vec!["Mutants per second".to_owned(), figure(self.mutants_per_second, 0)],
            vec!["Seconds to the first verdict".to_owned(), figure(self.first_verdict_seconds, 2)],
            vec!["Java units compiled".to_owned(), self.units.to_string()],
            vec!["Rounds of the compiler a unit".to_owned(), figure(self.rounds_per_unit, 2)],
        ];
        for (name, share) in [("This process", self.tool), ("Java", self.java), ("Python", self.python)] {
            let each = figure(share.cpu_ms_per_mutant, 2);
            let text = format!("{:.1} s, {each} ms a mutant, {:.0} MiB", share.cpu_seconds, share.peak_rss_mb);
            rows.push(vec![name.to_owned(), text]);
        }
        if let Some(scripted) = &self.scripted {
            let timeouts = format!("{} mutants, {} with a timeout", scripted.mutants, scripted.timeouts);
            let took = format!("{:.1} s, {:.1} s processor", scripted.seconds, scripted.cpu_seconds);
            rows.push(vec![
                "The scripted way".to_owned(),
                format!("{timeouts}: {took}, {} processes at once", scripted.processes),
            ]);
            let ratios = (figure(scripted.ratio, 0), figure(scripted.cpu_ratio, 0));
            rows.push(vec!["  times as long".to_owned(), format!("{}, {} of the processor", ratios.0, ratios.1)]);
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
    fn the_ratio_is_of_the_time_a_mutant_takes() {
        let scripted = Scripted { mutants: 10, seconds: 20.0, cpu_seconds: 30.0, ..Scripted::default() };
        let share = Share { cpu_seconds: 1.0, ..Share::default() };
        let throughput = Throughput {
            mutants: 100,
            seconds: 2.0,
            tool: share,
            java: share,
            python: share,
            scripted: Some(scripted),
            ..Throughput::default()
        };
        let found = throughput.derived();
        assert_eq!(found.mutants_per_second, Some(50.0));
        assert_eq!(found.java.cpu_ms_per_mutant, Some(10.0));
        assert_eq!(found.scripted.and_then(|scripted| scripted.ratio), Some(100.0));
        assert_eq!(found.scripted.and_then(|scripted| scripted.cpu_ratio), Some(100.0));
    }

    #[test]
    fn a_run_without_mutants_has_no_rate() {
        let found = Throughput { seconds: 1.0, scripted: Some(Scripted::default()), ..Throughput::default() }.derived();
        assert_eq!(found.java.cpu_ms_per_mutant, None);
        assert_eq!(found.scripted.and_then(|scripted| scripted.ratio), None);
    }
}
