//! English words that another may stand for in a text: spelled otherwise (`neighbour`, `neighbor`), or of the same meaning in the same
//! form (`rescued`, `saved`).
//!
//! The lists hold what an editor would exchange in news; wider and narrower words (`flown`, `taken`) are none, nor those of which one often means something
//! else (`strike`, `walkout`).
//!
//! Cost: a look-up and a binary search; the table is made once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Words in the same form and of the same meaning, group by group. A word may be in several.
const GROUPS: &[&str] = &[
    "company firm",
    "companies firms",
    "enormous huge",
    "blaze fire",
    "chose picked selected",
    "chosen picked selected",
    "aid assist help",
    "aided assisted helped",
    "aids assists helps",
    "airplane plane aeroplane",
    "allow let permit",
    "allowed permitted let",
    "allowing letting permitting",
    "allows lets permits",
    "almost nearly",
    "although though",
    "annual yearly",
    "annually yearly",
    "approximately about roughly around",
    "assistance aid help",
    "attempt try",
    "attempted tried",
    "attempting trying",
    "attempts tries",
    "attorney lawyer",
    "attorneys lawyers",
    "backed supported",
    "backing supporting",
    "backs supports",
    "baggage luggage",
    "began started commenced",
    "begin start commence",
    "beginning starting",
    "begins starts commences",
    "begun started",
    "big large",
    "bigger larger",
    "biggest largest",
    "blast explosion",
    "blasts explosions",
    "boost increase",
    "boosted increased",
    "boosts increases",
    "bought purchased",
    "build construct",
    "built constructed",
    "buy purchase",
    "buying purchasing",
    "buys purchases",
    "called named",
    "car automobile",
    "cars automobiles",
    "children kids",
    "child kid",
    "climb rise",
    "climbed rose",
    "climbed risen",
    "closed shut",
    "closing shutting",
    "completed finished",
    "completely entirely fully totally",
    "concluded ended finished",
    "consumers customers",
    "currently now presently",
    "cut reduce",
    "reduced lowered",
    "reduces lowers",
    "cuts reductions",
    "cutting reducing",
    "cut reduction",
    "decline drop fall decrease",
    "declined dropped fell decreased",
    "declined dropped fallen decreased",
    "declines drops falls decreases",
    "declining dropping falling decreasing",
    "declined refused",
    "declines refuses",
    "delay postpone",
    "delayed postponed",
    "delays postpones",
    "demolish raze",
    "demolished razed",
    "demonstrated showed",
    "demonstrates shows",
    "demonstrators protesters protestors",
    "departed left",
    "despite notwithstanding",
    "disclose reveal",
    "disclosed revealed",
    "discloses reveals",
    "discover find",
    "discovered found uncovered unearthed",
    "discovering finding uncovering",
    "discovers finds uncovers",
    "disease illness",
    "diseases illnesses",
    "doctor physician",
    "doctors physicians",
    "electricity power",
    "end finish",
    "ended finished",
    "ensure guarantee",
    "entire whole",
    "error mistake",
    "errors mistakes",
    "escaped fled",
    "escape flee",
    "escaping fleeing",
    "especially particularly",
    "eventually finally",
    "examine inspect study",
    "examined inspected studied",
    "famous renowned",
    "fast quick rapid",
    "faster quicker",
    "fatal deadly lethal",
    "fault defect flaw",
    "faults defects flaws",
    "film movie",
    "films movies",
    "forbid ban prohibit",
    "forbidden banned prohibited",
    "banned prohibited outlawed",
    "bans prohibits",
    "frequently often",
    "gather collect",
    "gathered collected",
    "get receive",
    "gets receives",
    "getting receiving",
    "got received",
    "grew expanded",
    "grow expand",
    "halt stop",
    "halted stopped",
    "halting stopping",
    "halts stops",
    "happens occurs",
    "hit struck",
    "hits strikes",
    "hitting striking",
    "hurt injured wounded",
    "immediately instantly",
    "imprisoned jailed",
    "improve enhance",
    "improved enhanced",
    "increase rise",
    "increased rose",
    "increased risen",
    "increases rises",
    "increasing rising",
    "inquiry investigation probe",
    "inquiries investigations probes",
    "investigating probing",
    "jail prison",
    "jails prisons",
    "journey trip",
    "journeys trips",
    "killing slaying",
    "lack shortage",
    "lorry truck",
    "lorries trucks",
    "mainly mostly primarily largely",
    "manufacture produce",
    "manufactured produced",
    "manufactures produces",
    "meeting gathering",
    "mum mother",
    "mums mothers",
    "dad father",
    "dads fathers",
    "ordered instructed",
    "parliament legislature",
    "partially partly",
    "petrol gasoline",
    "photo picture photograph",
    "photos pictures photographs",
    "plan intend",
    "planned intended",
    "plans intends",
    "planning intending",
    "pledged promised vowed",
    "pledge promise vow",
    "pledges promises vows",
    "pledging promising vowing",
    "praised lauded hailed",
    "praises lauds hails",
    "probably likely",
    "prompted caused triggered",
    "prompting causing triggering",
    "provide supply",
    "provided supplied",
    "provides supplies",
    "quake earthquake",
    "quakes earthquakes",
    "quickly rapidly swiftly fast",
    "quit resigned",
    "rarely seldom",
    "reject refuse",
    "rejected refused",
    "rejects refuses",
    "repair fix mend",
    "repaired fixed mended",
    "repairing fixing mending",
    "replied answered responded",
    "rescue save",
    "rescued saved",
    "rescuing saving",
    "rescues saves",
    "result outcome",
    "results outcomes",
    "rich wealthy affluent",
    "scared frightened",
    "shop store",
    "shops stores",
    "show demonstrate",
    "slightly marginally",
    "speed pace",
    "spokesman spokesperson",
    "spokeswoman spokesperson",
    "stable steady",
    "suffered sustained",
    "surged soared jumped",
    "surging soaring jumping",
    "surges soars jumps",
    "talks negotiations discussions",
    "teenager teen",
    "teenagers teens",
    "terrible dreadful awful",
    "triumph victory win",
    "triumphs victories wins",
    "trouble difficulty",
    "unemployed jobless",
    "unlawful illegal",
    "until till",
    "upcoming forthcoming",
    "use utilise",
    "used utilised",
    "voyage trip",
];

/// British beginnings of words, and the American ones.
const SPELLINGS: &[(&str, &str)] = &[
    ("aeroplane", "airplane"),
    ("aluminium", "aluminum"),
    ("analys", "analyz"),
    ("apologis", "apologiz"),
    ("armour", "armor"),
    ("authoris", "authoriz"),
    ("behaviour", "behavior"),
    ("cancell", "cancel"),
    ("capitalis", "capitaliz"),
    ("catalogue", "catalog"),
    ("centre", "center"),
    ("cheque", "check"),
    ("civilis", "civiliz"),
    ("colour", "color"),
    ("criticis", "criticiz"),
    ("defence", "defense"),
    ("dialogue", "dialog"),
    ("emphasis", "emphasiz"),
    ("endeavour", "endeavor"),
    ("favour", "favor"),
    ("fibre", "fiber"),
    ("finalis", "finaliz"),
    ("flavour", "flavor"),
    ("fuell", "fuel"),
    ("grey", "gray"),
    ("harbour", "harbor"),
    ("honour", "honor"),
    ("hospitalis", "hospitaliz"),
    ("humour", "humor"),
    ("jewellery", "jewelry"),
    ("kilometre", "kilometer"),
    ("labell", "label"),
    ("labour", "labor"),
    ("legalis", "legaliz"),
    ("licence", "license"),
    ("litre", "liter"),
    ("maximis", "maximiz"),
    ("metre", "meter"),
    ("minimis", "minimiz"),
    ("mobilis", "mobiliz"),
    ("modell", "model"),
    ("modernis", "moderniz"),
    ("mould", "mold"),
    ("moustache", "mustache"),
    ("nationalis", "nationaliz"),
    ("neighbour", "neighbor"),
    ("neutralis", "neutraliz"),
    ("normalis", "normaliz"),
    ("offence", "offense"),
    ("optimis", "optimiz"),
    ("organis", "organiz"),
    ("parlour", "parlor"),
    ("penalis", "penaliz"),
    ("plough", "plow"),
    ("practis", "practic"),
    ("pretence", "pretense"),
    ("privatis", "privatiz"),
    ("programme", "program"),
    ("pyjama", "pajama"),
    ("realis", "realiz"),
    ("recognis", "recogniz"),
    ("rumour", "rumor"),
    ("sceptic", "skeptic"),
    ("signall", "signal"),
    ("specialis", "specializ"),
    ("stabilis", "stabiliz"),
    ("standardis", "standardiz"),
    ("summaris", "summariz"),
    ("symbolis", "symboliz"),
    ("sympathis", "sympathiz"),
    ("theatre", "theater"),
    ("totall", "total"),
    ("travell", "travel"),
    ("tumour", "tumor"),
    ("tyre", "tire"),
    ("utilis", "utiliz"),
    ("vapour", "vapor"),
    ("visualis", "visualiz"),
    ("yoghurt", "yogurt"),
];

static GROUPS_OF: LazyLock<HashMap<Cow<'static, str>, Vec<usize>>> = LazyLock::new(|| {
    let mut groups: HashMap<Cow<'static, str>, Vec<usize>> = HashMap::new();
    for (number, group) in GROUPS.iter().enumerate() {
        for word in group.split_ascii_whitespace() {
            groups.entry(american(word)).or_default().push(number);
        }
    }
    groups
});

/// The groups that a word in lower case is of, however it is spelled.
pub(super) fn groups(word: &str) -> &'static [usize] {
    GROUPS_OF.get(&*american(word)).map_or(&[], Vec::as_slice)
}

/// The words of a group.
pub(super) fn of_group(group: usize) -> impl Iterator<Item = &'static str> {
    GROUPS
        .get(group)
        .copied()
        .unwrap_or_default()
        .split_ascii_whitespace()
}

/// A word in lower case as Americans spell it.
pub(super) fn american(word: &str) -> Cow<'_, str> {
    let at = SPELLINGS.partition_point(|(british, _)| *british <= word);
    let found = SPELLINGS.get(..at).and_then(|before| before.last());
    let rest = found.and_then(|(british, other)| Some((other, word.strip_prefix(british)?)));
    rest.map_or(Cow::Borrowed(word), |(other, rest)| {
        Cow::Owned(format!("{other}{rest}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_in_order_and_none_begins_another() {
        assert!(SPELLINGS.is_sorted());
        for pair in SPELLINGS.windows(2) {
            assert!(!pair[1].0.starts_with(pair[0].0), "{pair:?}");
        }
    }

    #[test]
    fn groups_have_different_words() {
        for (number, group) in GROUPS.iter().enumerate() {
            let mut words: Vec<_> = group.split(' ').collect();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert!(count > 1 && words.len() == count, "{group}");
            assert!(!GROUPS[..number].contains(group), "{group}");
        }
    }

    #[test]
    fn words_are_found_in_either_spelling() {
        assert!(!groups("utilise").is_empty());
        assert_eq!(groups("utilise"), groups("utilize"));
        assert!(groups("").is_empty() && groups("zoo").is_empty());
    }

    #[test]
    fn words_are_spelled_the_american_way() {
        for (word, wanted) in [
            ("neighbouring", "neighboring"),
            ("apologised", "apologized"),
            ("theatres", "theaters"),
            ("theatre", "theater"),
            ("travelled", "traveled"),
            ("color", "color"),
            ("", ""),
            ("zoo", "zoo"),
        ] {
            assert_eq!(american(word), wanted);
        }
    }
}
