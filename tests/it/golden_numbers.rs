//! Exact values that others have published or that rational arithmetic gives, each with its source.

use sleeve::odds::{
    Deal, DrawSetup, Exchange, Exchanges, Fraction, Judgement, Keep, OddsError, Probability, Truth,
    probability,
};

fn odds(classes: &[u32], draw: u32, condition: impl Fn(&[u32]) -> bool) -> Fraction {
    let mut judge = |counts: &[u32]| Judgement::from(Truth::from(condition(counts)));
    exact(probability(&DrawSetup::hand(classes, draw), None, &mut judge))
}

fn odds_given(
    classes: &[u32],
    draw: u32,
    given: impl Fn(&[u32]) -> bool,
    condition: impl Fn(&[u32]) -> bool,
) -> Fraction {
    let mut judge = |counts: &[u32]| Judgement {
        condition: condition(counts).into(),
        given: given(counts).into(),
    };
    exact(probability(&DrawSetup::hand(classes, draw), None, &mut judge))
}

fn exact(answer: Result<Probability, OddsError>) -> Fraction {
    answer.unwrap().exact().unwrap().clone()
}

/// At least `least` cards of a class of `class` in `draw` of `pile`.
fn at_least(least: u32, class: u32, draw: u32, pile: u32) -> Fraction {
    odds(&[class, pile - class], draw, |counts| counts[0] >= least)
}

#[track_caller]
fn is(found: Fraction, fraction: &str, percentage: &str) {
    assert_eq!(found.to_string(), fraction);
    percent(found, percentage);
}

#[track_caller]
fn percent(found: Fraction, percentage: &str) {
    let digits = percentage
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    assert_eq!(found.percentage(digits as u32), percentage);
}

#[test]
fn one_of_four_in_an_opening_hand() {
    // Published as 0.399.
    is(at_least(1, 4, 7, 60), "38962/97527", "39.9500");
}

#[test]
fn one_of_four_in_later_turns() {
    let later = [(8, "44.4820"), (9, "48.7527"), (10, "52.7721"), (11, "56.5503"), (12, "60.0972")];
    for (draw, percentage) in later {
        percent(at_least(1, 4, draw, 60), percentage);
    }
    // Published as 69 %.
    percent(at_least(1, 4, 15, 60), "69.4454");
}

#[test]
fn lands_in_an_opening_hand() {
    is(odds(&[24, 36], 7, |c| c[0] == 3), "30107/97527", "30.8704");
    is(odds(&[24, 36], 7, |c| (2..=5).contains(&c[0])), "137172/162545", "84.3902");
    let each = "2.1615 12.1041 26.9415 30.8704 19.6448 6.9335 1.2546 0.0896";
    for (lands, percentage) in each.split(' ').enumerate() {
        percent(odds(&[24, 36], 7, |c| c[0] as usize == lands), percentage);
    }
    // Published as 0.917.
    is(at_least(1, 17, 7, 60), "9315337/10163340", "91.6563");
    // Published as 6.75 %.
    is(at_least(8, 26, 12, 60), "299759/4443467", "6.7461");
}

#[test]
fn two_colours_of_lands() {
    let castable = |c: &[u32]| c[0] >= 2 && c[0] + c[1] >= 3;
    // Published as 0.746.
    is(odds(&[17, 9, 34], 9, castable), "2755612042/3695785665", "74.5609");
    // Karsten, "How many coloured sources do you need?", 2018: 0.692.
    is(odds(&[16, 8, 36], 9, castable), "46530766/67196103", "69.2462");
    let given = odds_given(&[17, 9, 34], 9, |c| c[0] + c[1] >= 3, castable);
    percent(given, "88.1073");
}

#[test]
fn forty_card_decks() {
    // Published as 33.8 %.
    is(at_least(1, 3, 5, 40), "667/1976", "33.7551");
    percent(at_least(1, 3, 6, 40), "39.4332");
    // A public calculator says 9.5 %.
    percent(odds(&[3, 3, 34], 5, |c| c[0] >= 1 && c[1] >= 1), "9.7978");
}

#[test]
fn a_hand_of_eight_when_one_card_was_set_out() {
    // The opening hand of Star Wars CCG: the starting location is not among the 59.
    is(at_least(1, 20, 8, 59), "88167/90683", "97.2255");
    is(at_least(3, 20, 8, 59), "1657801/2992539", "55.3978");
    is(at_least(1, 8, 8, 59), "15966751/22398701", "71.2843");
    is(at_least(1, 3, 8, 59), "11684/32509", "35.9408");
    is(at_least(1, 1, 8, 59), "8/59", "13.5593");
}

#[test]
fn star_realms_first_hands() {
    let hands = [
        (3, [".4667", ".4667", ".0667"], "2.4"),
        (4, [".3333", ".5333", ".1333"], "3.2"),
        (5, [".2222", ".5556", ".2222"], "4.0"),
    ];
    for (draw, vipers, mean_trade) in hands {
        let exactly = |n: u32| odds(&[8, 2], draw, move |c| c[1] == n);
        for (count, published) in vipers.into_iter().enumerate() {
            assert_eq!(exactly(count as u32).decimal(4), format!("0{published}"));
        }
        // Every card that is no Viper is a Scout and gives one trade.
        let mean = (0..=2).fold(Fraction::zero(), |mean, vipers| {
            let trade = Fraction::ratio(u64::from(draw - vipers), 1).unwrap();
            mean.plus(&exactly(vipers).times(&trade))
        });
        assert_eq!(mean.decimal(1), mean_trade);
        assert_eq!(mean, Fraction::ratio(u64::from(draw) * 8, 10).unwrap());
    }
}

#[test]
fn named_cards_among_twenty_five_single_ones() {
    is(at_least(1, 1, 5, 25), "1/5", "20");
    is(odds(&[1, 1, 23], 5, |c| c[0] == 1 && c[1] == 1), "1/30", "3.33");
}

#[test]
fn hunting_one_of_four_with_london_mulligans() {
    // Published as .399 .639 .783 .87 .922 .953 .972.
    let down_to = "39.9500 63.9399 78.3459 86.9967 92.1915 95.3110 97.1843";
    for (exchanges, percentage) in down_to.split(' ').enumerate() {
        let rule = Exchanges { exchange: Exchange::Bottom, free: 0, most: Some(exchanges as u32) };
        let deal = Deal { exchanges: rule, ..Deal::opening(&[4, 56], 7) };
        let mut hunt = |_: usize, c: &[u32]| Truth::from(c[0] >= 1);
        let mut judge = |c: &[u32]| Judgement::from(Truth::from(c[0] >= 1));
        let tree = deal.tree(Keep::If(&mut hunt), &mut judge);
        percent(exact(tree.map(|tree| tree.answer)), percentage);
        let best = deal.tree(Keep::Best, &mut judge);
        percent(exact(best.map(|tree| tree.answer)), percentage);
    }
}

#[test]
fn a_condition_that_is_given_is_not_a_card_that_is_forced() {
    // With one card forced into the hand the value would be 46.96 %: another model.
    let given = odds_given(&[4, 16], 5, |c| c[0] >= 1, |c| c[0] == 1);
    percent(given, "65.37");
    percent(odds(&[3, 16], 4, |c| c[0] == 0), "46.96");
}

#[test]
fn mean_destiny_of_two_champion_decks() {
    // Star Wars CCG, the world champion's decks of 1998: destiny and number of cards.
    let dark: &[(u64, u64)] = &[(0, 10), (1, 3), (2, 4), (3, 32), (4, 3), (5, 7), (6, 1)];
    let light: &[(u64, u64)] = &[(0, 10), (1, 3), (2, 2), (3, 32), (4, 2), (5, 10), (6, 1)];
    let mean = |deck: &[(u64, u64)]| {
        let cards = deck.iter().map(|(_, cards)| cards).sum();
        Fraction::ratio(deck.iter().map(|(destiny, cards)| destiny * cards).sum(), cards).unwrap()
    };
    assert_eq!(mean(dark), Fraction::ratio(160, 60).unwrap());
    assert_eq!(mean(light).decimal(4), "2.7833");
    // The destiny of one random card has that mean.
    let classes: Vec<u32> = dark.iter().map(|(_, cards)| *cards as u32).collect();
    let drawn = dark
        .iter()
        .enumerate()
        .fold(Fraction::zero(), |mean, (class, (destiny, _))| {
            let chance = odds(&classes, 1, |c| c[class] == 1);
            mean.plus(&chance.times(&Fraction::ratio(*destiny, 1).unwrap()))
        });
    assert_eq!(drawn, mean(dark));
}
