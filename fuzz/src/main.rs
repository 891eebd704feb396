//! Runs targets without a fuzzer: `sleeve-fuzz SECONDS [SEED] [TARGET…]`; `sleeve-fuzz file TARGET
//! FILE` runs one input.
//!
//! The inputs depend only on the seed and their number, so you can repeat a run. Each part of a run
//! is its own process. If an input ends it (a panic, no memory, a stack overflow, no answer for
//! long), the input is written to `found/`, and the run continues after it.

use sleeve_fuzz::{TARGETS, Target, make_input, target};
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, ExitCode, Stdio},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// The number of inputs per process: some targets never free what they read.
const PART: u64 = 20_000;
/// An input that takes longer counts as a failure.
const PATIENCE: Duration = Duration::from_secs(20);
/// Inputs that take longer are listed.
const SLOW: Duration = Duration::from_secs(2);
/// The memory of a process, in KiB.
const MEMORY: &str = "3000000";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["file", name, file] => {
            target(name).run(&std::fs::read(file).expect("the file can be read"));
            ExitCode::SUCCESS
        }
        ["part", name, seed, from, seconds] => {
            run_part(
                target(name),
                number(seed),
                number(from),
                Duration::from_secs(number(seconds)),
            );
            ExitCode::SUCCESS
        }
        [seconds, rest @ ..] => {
            let seed = rest.first().map_or(1, |seed| number(seed));
            let chosen: Vec<&Target> = TARGETS
                .iter()
                .filter(|target| rest.len() < 2 || rest[1..].contains(&target.name))
                .collect();
            let each = number(seconds) / chosen.len().max(1) as u64;
            let found: usize =
                chosen.iter().map(|target| run(target, seed, Duration::from_secs(each))).sum();
            ExitCode::from(u8::from(found > 0))
        }
        [] => {
            eprintln!("sleeve-fuzz SECONDS [SEED] [TARGET…]\nsleeve-fuzz file TARGET FILE");
            ExitCode::from(2)
        }
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

/// Runs the inputs from a number on, and prints the number of each.
fn run_part(target: &'static Target, seed: u64, from: u64, time: Duration) {
    static AT: AtomicU64 = AtomicU64::new(0);
    std::thread::spawn(|| {
        let mut last = (u64::MAX, Instant::now());
        loop {
            std::thread::sleep(Duration::from_millis(200));
            let at = AT.load(Ordering::Relaxed);
            if at != last.0 {
                last = (at, Instant::now());
            } else if last.1.elapsed() > PATIENCE {
                eprintln!("no answer for {} s", PATIENCE.as_secs());
                std::process::abort();
            }
        }
    });
    let seeds = target.seeds();
    let (start, mut out) = (Instant::now(), std::io::stdout().lock());
    for at in from..from + PART {
        if start.elapsed() > time {
            return;
        }
        AT.store(at, Ordering::Relaxed);
        let _ = writeln!(out, "{at}");
        let input = make_input(&seeds, seed, at);
        let began = Instant::now();
        target.run(&input);
        let taken = began.elapsed();
        if taken > SLOW {
            let _ = writeln!(out, "slow {at} {}", taken.as_millis());
        }
    }
    let _ = writeln!(out, "{}", from + PART);
}

/// Runs a target for some time, prints a row, and returns the number of failing inputs.
fn run(target: &Target, seed: u64, time: Duration) -> usize {
    let (start, seeds) = (Instant::now(), target.seeds());
    let (mut at, mut found, mut slow) = (0, 0, Vec::new());
    while let Some(left) = time.checked_sub(start.elapsed()).filter(|left| left.as_secs() > 0) {
        let program = std::env::current_exe().expect("this program has a path");
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            shell
                .args([
                    "-c",
                    &format!("ulimit -v {MEMORY} 2> /dev/null; ulimit -c 0; exec \"$0\" \"$@\""),
                ])
                .arg(program);
            shell
        } else {
            Command::new(program)
        };
        command.args([
            "part",
            target.name,
            &seed.to_string(),
            &at.to_string(),
            &left.as_secs().to_string(),
        ]);
        let log = std::env::temp_dir().join(format!("sleeve-fuzz-{}", std::process::id()));
        let errors = std::fs::File::create(&log).expect("a temporary file");
        let mut part =
            command.stdout(Stdio::piped()).stderr(errors).spawn().expect("a part can be run");
        for line in BufReader::new(part.stdout.take().expect("it is piped")).lines() {
            let line = line.expect("the part says where it is");
            match line.strip_prefix("slow ") {
                Some(words) => slow.push(words.to_owned()),
                None => at = number(&line),
            }
        }
        if !part.wait().expect("the part ends").success() {
            found += 1;
            let place = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("found")
                .join(format!("{}-{seed}-{at}", target.name));
            let _ = std::fs::write(&place, make_input(&seeds, seed, at));
            let said = std::fs::read_to_string(&log).unwrap_or_default();
            let said: String = said.lines().take(6).collect::<Vec<_>>().join("\n    ");
            println!(
                "{}: input {at} of seed {seed}, kept as {}\n    {said}",
                target.name,
                place.display()
            );
            at += 1;
        }
        let _ = std::fs::remove_file(&log);
    }
    let rate = at as f64 / start.elapsed().as_secs_f64();
    println!(
        "{:9} {at:>9} inputs {rate:>9.0} a second, {found} found, {} over 2 s {slow:?}",
        target.name,
        slow.len()
    );
    found
}
