//! The requests behind the commands.

use clap::{Args, Command};
use sleeve::requests::*;

/// Otherwise a field that excludes an argument of the command line alone would panic.
fn check_exclusions<R: Args>() {
    let command = R::augment_args(Command::new("question"));
    for field in command.get_arguments() {
        let _ = command.get_arg_conflicts_with(field);
    }
}

#[test]
fn fields_exclude_only_fields_of_their_question() {
    check_exclusions::<BuildRequest>();
    check_exclusions::<CardsRequest>();
    check_exclusions::<CheckQuestion>();
    check_exclusions::<ConvertRequest>();
    check_exclusions::<DiffRequest>();
    check_exclusions::<DrawRequest>();
    check_exclusions::<FixRequest>();
    check_exclusions::<LintRequest>();
    check_exclusions::<MatchRequest>();
    check_exclusions::<OddsRequest>();
    check_exclusions::<ReportRequest>();
    check_exclusions::<RulesRequest>();
    check_exclusions::<SealRequest>();
    check_exclusions::<SheetRequest>();
    check_exclusions::<ShowRequest>();
    check_exclusions::<StatsQuestion>();
}
