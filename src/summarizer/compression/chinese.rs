//! What Chinese sentences can lose, by their marks: who said it, when, and later clauses.

/// Verbs of who announced it, before a comma or colon.
const SAID: &[&str] = &[
    "宣布",
    "发现",
    "认为",
    "提醒",
    "强调",
    "预计",
    "承诺",
    "决定",
    "回应说",
    "表示",
    "称",
    "说",
    "指出",
    "介绍",
    "报道",
    "获悉",
    "消息",
    "透露",
    "通报",
    "公布",
    "了解",
    "显示",
    "介绍说",
    "公告",
    "发布公告",
    "讯",
];
/// What sets a condition, a limit or a turn, and stays with what it is about.
const CONDITIONS: &[&str] = &[
    "如果", "若", "只有", "除非", "除", "仅", "但", "否则", "不", "未", "没有", "无",
];
/// Clauses that only say when.
const TIMES: &[&str] = &[
    "近日",
    "日前",
    "昨天",
    "昨日",
    "今天",
    "今日",
    "目前",
    "此前",
    "随后",
    "同时",
    "此外",
    "另外",
    "当天",
    "去年",
    "今年",
    "上周",
    "本周",
    "本月",
    "上月",
    "近年来",
    "最近",
];
/// The most characters of a clause that says who or when.
const MAX_SOURCE: usize = 22;
/// The least characters of a sentence.
const LEAST: usize = 6;

pub(super) fn versions(sentence: &str) -> Vec<String> {
    let clauses = clauses(sentence);
    let mut found = Vec::new();
    let skipped = clauses
        .iter()
        .take_while(|clause| is_source(clause))
        .count();
    let begin = if skipped < clauses.len() { skipped } else { 0 };
    for start in [0, begin] {
        for end in (start + 1..=clauses.len()).rev() {
            let rest = &clauses[end..];
            let turns = |clause: &&str| {
                CONDITIONS
                    .iter()
                    .take(7)
                    .any(|word| clause.starts_with(word))
            };
            let introduces = clauses[end - 1].ends_with(['：', ':']);
            let condition = CONDITIONS
                .iter()
                .take(5)
                .any(|word| clauses[start].starts_with(word));
            let listed = clauses[end - 1].ends_with('、');
            if rest.first().is_some_and(turns) && rest.len() == 1 && end - start == 1
                || introduces
                || listed
                || condition && end - start == 1
                || end < clauses.len() && is_source(clauses[end - 1])
            {
                continue;
            }
            let version = clauses[start..end].concat();
            // A subject alone is no sentence.
            if end < clauses.len() && !(predicates(&version) && closes(&version)) {
                continue;
            }
            if version.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST && says(&version) {
                found.push(version);
            }
        }
    }
    found
}

/// Whether a version has a character that verbs of news are written with.
fn predicates(version: &str) -> bool {
    const VERBS: &str = "将將已被把获獲在是有为為到成了出开開关關建设設完达達增减減下上发發布启啟停改推举舉办辦\
        取得超涨漲跌降升会會要可能须須应應不没沒无無称稱说說用需从從对對让讓给給选選评評修换換加提送收付买買卖賣";
    version.chars().any(|c| VERBS.contains(c))
}

/// Whether the last clause of a version is more than what leads up to the next: `值得留意的是`,
/// `一是…` without `二是…`, a name in marks.
fn closes(version: &str) -> bool {
    let end = version.trim_end_matches(['，', '；', '。', ',', ' ']);
    let last = end.rsplit(['，', '；', ',']).next().unwrap_or_default();
    let counted = last.starts_with("一是")
        || last.contains("，一是")
        || end.contains("一是") && !end.contains("二是");
    !SAID.iter().any(|verb| end.ends_with(verb))
        && !end.ends_with(['是', '」', '》', '”', '）'])
        && !counted
}

/// Whether a version says something of its subject: more than a topic with `的`.
fn says(version: &str) -> bool {
    let end = version.trim_end_matches(|c: char| !c.is_alphanumeric());
    let opens = [
        "开始",
        "以来",
        "期间",
        "之际",
        "情况下",
        "方面",
        "以下",
        "如下",
    ];
    let last = end.rsplit(['，', '；', ',']).next().unwrap_or_default();
    let dated = |c: char| {
        !c.is_alphanumeric()
            || c.is_numeric()
            || "年月日号时点分秒至到从自周上下午晚早起一二三四五六七八九十".contains(c)
    };
    !opens.iter().any(|word| end.ends_with(word))
        && !last.chars().all(dated)
        && !end.ends_with([
            '的', '和', '与', '及', '在', '为', '对', '从', '者', '时', '后', '前', '中',
        ])
}

/// The clauses with their marks; a mark between digits or within quotation marks divides nothing.
fn clauses(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut quoted = 0_usize;
    let mut chars = sentence.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '“' | '「' | '《' | '（' | '(' => quoted += 1,
            '”' | '」' | '》' | '）' | ')' => quoted = quoted.saturating_sub(1),
            _ => {}
        }
        let next = chars.peek().map(|&(_, next)| next);
        let mark =
            "，；：,;。".contains(c) || c == ':' && next.is_some_and(|next| !next.is_numeric());
        let divides = mark && quoted == 0 && !(c == ',' && next.is_some_and(char::is_numeric));
        if divides {
            let end = at + c.len_utf8();
            found.extend(sentence.get(start..end));
            start = end;
        }
    }
    found.extend(sentence.get(start..).filter(|rest| !rest.is_empty()));
    found
}

fn is_source(clause: &str) -> bool {
    let bare = clause.trim_end_matches(['，', '：', ',', ':', '；']);
    if bare.len() == clause.len() || bare.chars().count() > MAX_SOURCE {
        return false;
    }
    let said = SAID.iter().any(|verb| bare.ends_with(verb));
    let dated = bare.ends_with(['日', '月', '年', '时', '末', '间', '起'])
        && bare.chars().count() <= 12
        && bare.contains(char::is_numeric);
    let cause = bare.starts_with("由于") || bare.starts_with('因') && !bare.starts_with("因此");
    said || cause
        || TIMES.contains(&bare)
        || dated
        || bare.starts_with('据') && bare.chars().count() <= 15
}
