//! Words that say what a sentence does, in each language: small closed classes.

use crate::lexicon::WordList;
use crate::text::Language;

/// The closed classes of one language, in lower case; of Chinese what clauses begin with.
pub(crate) struct Cues {
    /// Pronouns and demonstratives whose referent stands before.
    pub(crate) open: WordList,
    /// What joins a sentence to the one before.
    pub(crate) joining: WordList,
    /// Definite articles and demonstratives before a noun.
    pub(crate) definite: WordList,
    pub(crate) first_person: WordList,
    pub(crate) second_person: WordList,
    /// Words of decisions, results and conclusions.
    pub(crate) outcome: WordList,
    /// Phrases of results, verdicts and resolutions; of whole words but in Chinese.
    pub(crate) result: WordList,
    /// Headings of sections that say what came out.
    pub(crate) outcome_headings: WordList,
    /// Phrases that open or close a meeting, a talk or a leaflet, and say nothing of its matter.
    pub(crate) formalities: WordList,
    /// Headings of sections without a matter: `Welcome`, `Any other business`.
    pub(crate) formal_headings: WordList,
    /// Labels of the parts of an abstract that say why and how.
    pub(crate) setup_parts: WordList,
    /// What an abstract is called.
    pub(crate) abstracts: WordList,
}

impl Cues {
    pub(crate) fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::Chinese => &CHINESE,
            Language::Persian => &PERSIAN,
        }
    }
}

static ENGLISH: Cues = Cues {
    open: WordList(
        "he|she|it|they|him|them|his|her|its|their|this|that|these|those|such|both|another|\
        others|there|one|neither|either|each|some|half|most|many|none|few|here|who|which",
    ),
    joining: WordList(
        "but|and|or|so|also|however|then|therefore|thus|moreover|instead|meanwhile|still|\
        yet|besides|furthermore|nevertheless|otherwise|likewise|similarly|hence|afterwards|\
        later|additionally|consequently|nor|too",
    ),
    definite: WordList("the|this|that|these|those"),
    first_person: WordList("i|we|my|our|me|us|i'm|i've|we've|we're|i'd|i'll|we'll"),
    second_person: WordList("you|your|yours|you're|you'll|you've"),
    outcome: WordList(
        "decided|agreed|approved|announced|resolved|voted|found|show|shows|showed|results|\
        conclude|concluded|conclusion|suggest|suggests|plans|will|rejected|opened|closed|\
        launched|reported|fixed|caused|cause|overall|recommend|recommended|won|beat|rose|\
        fell|increased|expects",
    ),
    result: WordList(
        "works again|working again|up again|found it|found:|solved|agreed to|decided to|chose|was carried|rejected|elected|overall|i recommend|would buy|buy it|fixed|refunded|bottom line|we recommend|results:|findings:|conclusion:|conclusions:|we found|results show|\
        we conclude|did not differ|was resolved|it was agreed|was agreed|resolved to|voted|\
        verdict|the cause was|was approved|carried by|in short|my advice",
    ),
    outcome_headings: WordList(
        "results|findings|conclusion|conclusions|decision|decisions|verdict|resolution|outcome|outcomes|bottom line|resolved|summary|key points|in short",
    ),
    formalities: WordList(
        "welcomed everyone|welcomed the members|welcomed all|opened the meeting|meeting was opened|meeting opened|meeting closed|meeting was closed|meeting ended|a true record|minutes of the last|next meeting|read this leaflet|read all of this|please read|keep this leaflet|and with me is|my guest today|welcome back|welcome to|after the break|stay tuned|if you have any questions|thank you for your",
    ),
    formal_headings: WordList(
        "welcome|apologies|apologies for absence|minutes of the last meeting|minutes of the previous meeting|previous minutes|opening|closing|close|any other business|aob|other business|attendance|next meeting|date of next meeting",
    ),
    setup_parts: WordList(
        "background|introduction|objective|objectives|aim|aims|purpose|methods|method|design|setting|materials and methods|background and aims|study design",
    ),
    abstracts: WordList("abstract"),
};

static GERMAN: Cues = Cues {
    open: WordList(
        "er|sie|es|ihn|ihm|ihr|ihre|ihren|ihrem|sein|seine|seinen|dies|diese|dieser|dieses|\
        diesen|diesem|das|dafür|daran|dabei|damit|darauf|dadurch|darin|davon|dazu|darüber|\
        hierzu|hierfür|beide|beides|solche|dort|jene|jener|andere|einige|letztere",
    ),
    joining: WordList(
        "aber|und|oder|doch|jedoch|also|deshalb|daher|außerdem|zudem|auch|dann|danach|\
        trotzdem|dennoch|allerdings|hingegen|dagegen|somit|denn|ferner|weiterhin|später|\
        stattdessen|inzwischen|darum|schließlich|anschließend|sonst|ebenso|so",
    ),
    definite: WordList("der|die|das|den|dem|des|diese|dieser|dieses"),
    first_person: WordList("ich|wir|mein|meine|meinen|unser|unsere|uns|mir|mich"),
    second_person: WordList("du|ihr|dein|deine|euch|euer|dir|dich|ihnen"),
    outcome: WordList(
        "beschlossen|beschließt|beschluss|einstimmig|genehmigt|angekündigt|ergebnis|\
        ergebnisse|zeigen|zeigt|zeigte|fazit|insgesamt|ursache|behoben|wird|werden|soll|\
        sollen|stieg|sank|gewann|gewonnen|eröffnet|geschlossen|plant|erwartet|empfohlen|\
        empfiehlt|abgelehnt",
    ),
    result: WordList(
        "läuft wieder|laufen wieder|funktioniert wieder|geht wieder|gefunden:|beschloss|stimmt|stimmte|entschied|entschieden|gewählt|gelöst|behoben|genehmigt|wir empfehlen|empfehlung|fanden wir|wir fanden|insgesamt|ergebnis|ergebnisse|fazit|schlussfolgerung|beschlossen|beschließt|angenommen|\
        abgelehnt|einstimmig|urteil|ursache war|zeigte sich|es zeigte|unterm strich",
    ),
    outcome_headings: WordList(
        "ergebnis|ergebnisse|fazit|beschluss|beschlüsse|lösung|urteil|schlussfolgerung|schlussfolgerungen|zusammenfassung|kurz gesagt|das wichtigste",
    ),
    formalities: WordList(
        "begrüßt die anwesenden|begrüßt die mitglieder|begrüßt alle|begrüßte die|beschlussfähigkeit|beschlussfähig|eröffnet die sitzung|eröffnete die sitzung|schließt die sitzung|schloss die sitzung|ende der sitzung|nächste sitzung|nächste treffen|lesen sie die|bitte lesen|heben sie die|willkommen|mein gast|bei fragen|für die richtigkeit|vielen dank für ihr",
    ),
    formal_headings: WordList(
        "begrüßung|eröffnung|begrüßung und eröffnung|genehmigung des protokolls|protokoll der letzten sitzung|verschiedenes|sonstiges|anwesenheit|regularien|formalia|nächste sitzung|nächster termin",
    ),
    setup_parts: WordList(
        "hintergrund|einleitung|ziel|ziele|zielsetzung|fragestellung|methode|methoden|methodik|material und methoden|hintergrund und ziel|patienten und methoden",
    ),
    abstracts: WordList("abstract|zusammenfassung|kurzfassung"),
};

static CHINESE: Cues = Cues {
    open: WordList(
        "他|她|它|他们|她们|它们|该|此|这|那|其|对此|为此|两者|前者|后者|双方|有的|其中|后来|当时",
    ),
    joining: WordList(
        "但|但是|而|不过|然而|因此|所以|此外|另外|同时|并且|于是|随后|之后|接着|另|还|也|又|或|且|否则|总之|最后|目前",
    ),
    definite: WordList("该|这|那|此|本"),
    first_person: WordList("我|我们|咱们|本人"),
    second_person: WordList("你|您|你们"),
    outcome: WordList(
        "决定|通过|宣布|同意|结果|表明|显示|结论|建议|将|启动|批准|获得|增长|下降|预计|原因|修复|开通|开放|完成|发布|上线|击败",
    ),
    result: WordList(
        "恢复正常|已恢复|免费给您|解决了|通过了|决定选用|同意|总评|总体|推荐购买|建议购买|已解决|免费换|退款|研究发现|发现，|提示，|改为|改到|结果：|结果 |结论|结果表明|结果显示|研究表明|决定|表决|会议通过|一致同意|总的来说|总体来说|值得买|原因是",
    ),
    outcome_headings: WordList("结果|结论|决定|总评|总结|处理结果|解决方案|会议决定|决议|主要结果"),
    formalities: WordList(
        "请仔细阅读|欢迎收看|欢迎收听|欢迎回来|欢迎来到|会议结束|宣布开会|散会|下次会议时间|敬请谅解|祝您|非常抱歉|给您带来|有什么可以帮|感谢您的|请问有什么",
    ),
    formal_headings: WordList("其他|其他事项|其它|其它事项|开场|签到|下次会议|会议开始"),
    setup_parts: WordList(
        "背景|引言|目的|方法|研究背景|研究方法|研究目的|背景与目的|材料与方法|导语",
    ),
    abstracts: WordList("摘要|内容摘要|中文摘要"),
};

static PERSIAN: Cues = Cues {
    open: WordList(
        "او|آن|این|آنها|آن‌ها|آنان|وی|ایشان|همین|چنین|اینها|این‌ها|هر|برخی|دیگری|همان|بعضی",
    ),
    joining: WordList(
        "اما|ولی|و|یا|همچنین|هم‌چنین|سپس|بنابراین|پس|با|البته|نیز|درنتیجه|ازاین‌رو|افزون|\
        علاوه|بااین‌حال|آنگاه|بعد|ضمنا|ضمناً|هم",
    ),
    definite: WordList("این|آن|همین|همان"),
    first_person: WordList("من|ما|مان|خودم|خودمان|بنده"),
    second_person: WordList("شما|تو|شماست"),
    outcome: WordList(
        "تصویب|اعلام|موافقت|نتیجه|نتایج|نشان|تصمیم|پیشنهاد|افزایش|کاهش|رسید|خواهد|قرار|آغاز|\
        پیروز|برد|علت|بازگشایی|راه‌اندازی|توصیه|رد|شد",
    ),
    result: WordList(
        "درست شد|پیدا شد|دوباره کار می‌کند|تصمیم گرفت|مقرر شد|قرار شد|برطرف شد|حل شد|تعویض شد|برنده شد|پذیرفته شد|به‌طور کلی|توصیه می‌کنم|پیشنهاد می‌کنم|نتایج نشان|یافته‌ها نشان|نتیجه:|نتایج:|یافته‌ها:|نتیجه‌گیری|نشان داد|تصویب شد|\
        تصویب کرد|رأی موافق|در مجموع|رأی:|علت آن|جمع‌بندی",
    ),
    outcome_headings: WordList(
        "نتیجه|نتایج|یافته‌ها|نتیجه‌گیری|جمع‌بندی|تصمیم‌ها|مصوبات|مصوبه|رأی|خلاصه",
    ),
    formalities: WordList(
        "جلسه ساعت|پایان یافت|خوش آمدید|خوش آمد گفت|به دقت بخوانید|با دقت بخوانید|جلسه بعد|جلسه آینده|در خدمت شما",
    ),
    formal_headings: WordList("سایر موارد|متفرقه|افتتاح|جلسه بعد|جلسه آینده|گشایش جلسه|موارد دیگر"),
    setup_parts: WordList(
        "زمینه|زمینه و هدف|مقدمه|هدف|اهداف|روش|روش‌ها|روش بررسی|روش کار|روش پژوهش|مواد و روش‌ها|مواد و روشها|سابقه و هدف",
    ),
    abstracts: WordList("چکیده"),
};
