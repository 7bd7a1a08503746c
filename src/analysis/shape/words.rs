//! What the lines of documents begin with that are no prose, in each language.

use crate::lexicon::WordList;
use crate::text::Language;

/// The marks of one language, in lower case.
pub(super) struct Words {
    /// What lines begin with that belong to the form: `press release`, `all rights reserved`.
    pub(super) boilerplate: WordList,
    /// What such a line holds: `found this helpful`.
    pub(super) closers: WordList,
    /// Headings whose section belongs to the form: `references`, `contact`.
    pub(super) sections: WordList,
    /// Keys of the head of a mail or a form whose value is its subject.
    pub(super) subjects: WordList,
    /// Other keys of such a head.
    pub(super) keys: WordList,
    /// The parts of an abstract.
    pub(super) parts: WordList,
    /// What letters close with, before a name.
    pub(super) closings: WordList,
    /// What one says to somebody at first.
    pub(super) hellos: WordList,
    /// What letters and turns of talk open with.
    pub(super) greetings: WordList,
}

impl Words {
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::German => &GERMAN,
            Language::Chinese => &CHINESE,
            Language::Persian => &PERSIAN,
        }
    }
}

static ENGLISH: Words = Words {
    boilerplate: WordList(
        "comments|related|more on this|read also|share|rating|press release|media release|news release|for immediate release|for immediate use|\
        for release|embargoed|notes to editors|note to editors|media contact|press contact|\
        media enquiries|press enquiries|contact|keywords|key words|all rights reserved|\
        copyright|©|unsubscribe|read more|share this|advertisement|photo|image|source|ends|\
        this email is confidential|sent from my|table of contents|sign up|log in|\
        related articles|terms of use|privacy policy|cookie",
    ),
    closers: WordList(
        "found this helpful|people found this|min read|was this review helpful|verified purchase|skip to content|all rights reserved|view in browser|forward-looking|confidential information|was last revised|marketing authorisation|auto-generated|registered in england|subscribe to|read all of this leaflet|keep this leaflet|i have approved the minutes|page 1 of|this thread is closed|min read|call for analysts|for the full list",
    ),
    sections: WordList(
        "about the company|boilerplate|comments|related articles|references|contact|contacts|media contact|notes to editors|acknowledgements|\
        acknowledgments|keywords|further reading|external links|about us|see also",
    ),
    subjects: WordList("subject|re|topic"),
    keys: WordList(
        "from|to|cc|bcc|date|sent|present|apologies|attendees|chair|minutes|author|by|\
        status|priority|reporter|assignee|version|location|time|reply-to|in attendance|\
        absent",
    ),
    parts: WordList(
        "abstract|summary|background|introduction|methods|results|findings|conclusion|\
        conclusions|objective|objectives|aim|aims|purpose|method|design|setting|tl;dr|impact|cause|\
        materials and methods|background and aims|study design|main results|interpretation",
    ),
    closings: WordList(
        "best regards|kind regards|warm regards|regards|yours sincerely|sincerely|\
        yours faithfully|best wishes|many thanks|cheers|all the best|yours truly|thanks|\
        thank you|best|love",
    ),
    hellos: WordList("hi|hello|hey|dear|good morning|good afternoon|good evening|morning all"),
    greetings: WordList(
        "hi|hello|hey|dear|good morning|good afternoon|good evening|thanks|thank you|\
        welcome|sorry|greetings|ok|okay|yes|no|right|done",
    ),
};

static GERMAN: Words = Words {
    boilerplate: WordList(
        "kommentare|mehr zum thema|lesen sie auch|teilen|aushang|bewertet von|bewertung|pressemitteilung|presseinformation|medienmitteilung|pressemeldung|sperrfrist|\
        pressekontakt|medienkontakt|kontakt|ansprechpartner|alle rechte vorbehalten|\
        impressum|schlüsselwörter|stichwörter|schlagwörter|©|copyright|\
        zur sofortigen veröffentlichung|frei zur veröffentlichung|foto|bild|quelle|anzeige|\
        mehr lesen|weiterlesen|newsletter abbestellen|datenschutz|hinweis für redaktionen|\
        hinweis an die redaktion|von meinem iphone gesendet",
    ),
    closers: WordList(
        "bewertung hilfreich|fanden das hilfreich|min. lesezeit|minuten lesezeit|alle rechte vorbehalten|thema geschlossen|im browser ansehen|vertrauliche informationen|für die richtigkeit|das gespräch führte|gesamte packungsbeilage|lesezeit|zukunftsgerichtete|finanzkalender",
    ),
    sections: WordList(
        "kommentare|verwandte artikel|literatur|einzelnachweise|weblinks|kontakt|pressekontakt|impressum|quellen|\
        danksagung|schlüsselwörter|siehe auch|über uns",
    ),
    subjects: WordList("betreff|betr.|thema|re|aw|wg"),
    keys: WordList(
        "von|an|cc|datum|gesendet|anwesend|anwesende|entschuldigt|leitung|protokoll|ort|\
        zeit|uhrzeit|teilnehmer|teilnehmende|beginn|ende|autor|status|priorität|version|\
        vorsitz",
    ),
    parts: WordList(
        "zusammenfassung|kurzfassung|hintergrund|einleitung|methode|methoden|methodik|ergebnisse|\
        ergebnis|fazit|ziel|ziele|zielsetzung|fragestellung|schlussfolgerung|schlussfolgerungen|\
        ursache|auswirkungen|abstract|material und methoden|hintergrund und ziel",
    ),
    closings: WordList(
        "mit freundlichen grüßen|freundliche grüße|viele grüße|liebe grüße|beste grüße|\
        herzliche grüße|schöne grüße|mit besten grüßen|gruß|grüße|mfg|hochachtungsvoll|\
        vielen dank|danke",
    ),
    hellos: WordList(
        "hallo|hi|guten tag|guten morgen|guten abend|moin|servus|liebe|lieber|sehr geehrte",
    ),
    greetings: WordList(
        "hallo|hi|guten tag|guten morgen|guten abend|sehr geehrte|liebe|lieber|moin|servus|\
        danke|vielen dank|willkommen|ja|nein|okay|entschuldigung|erledigt",
    ),
};

static CHINESE: Words = Words {
    boilerplate: WordList(
        "相关阅读|评论|分享|责编|新闻稿|新聞稿|即时发布|关键词|关键字|關鍵詞|版权所有|责任编辑|编辑|免责声明|媒体联系|媒体垂询|联系方式|联系人|联系电话|来源|作者|摄影|图|广告|\
        阅读更多|展开全文|扫码|转载请注明|©",
    ),
    closers: WordList(
        "有用（|责任编辑|阅读全文|字号：|会话已结束|为本次服务打分|浏览次数|点赞（|请勿撕毁|未经授权|虚假记载|投资者注意风险|特此公告|请您评价|请仔细阅读|本次会话|转发邮件|交流群|qq群|关注我|点个赞|反馈邮箱|未经审计",
    ),
    sections: WordList("参考文献|联系方式|关于我们|致谢|关键词|参见|外部链接"),
    subjects: WordList("主题|标题|题目|事由|主旨|主題|標題"),
    keys: WordList(
        "发件人|收件人|抄送|日期|时间|地点|主持|主持人|记录|记录人|出席|列席|缺席|参会人员|与会人员|工单号|状态|版本|请假|寄件者|收件者|副本|時間|地點|致歉|主持人|记录人",
    ),
    parts: WordList(
        "摘要|背景|引言|方法|结果|结论|目的|导语|提要|影响|原因|背景与目的|材料与方法|研究方法|研究结果",
    ),
    closings: WordList("此致|敬礼|祝好|顺祝|谨启|敬上|致敬|祝商祺|谢谢"),
    hellos: WordList("你好|您好|大家好|各位|早上好|下午好|尊敬的|亲爱的"),
    greetings: WordList("你好|您好|大家好|早上好|下午好|尊敬的|亲爱的|谢谢|好的|抱歉"),
};

static PERSIAN: Words = Words {
    boilerplate: WordList(
        "بیشتر بخوانید|نظرها|دیدگاه‌ها|اشتراک‌گذاری|امتیاز|اطلاعیه مطبوعاتی|اطلاعیهٔ مطبوعاتی|بیانیه مطبوعاتی|بیانیهٔ مطبوعاتی|\
        برای انتشار فوری|کلیدواژه|کلیدواژه‌ها|واژگان کلیدی|واژه‌های کلیدی|تماس|\
        تماس رسانه‌ای|تماس با ما|منبع|عکس|تبلیغات|ادامه مطلب|حقوق محفوظ|©|\
        یادداشت برای سردبیران",
    ),
    closers: WordList(
        "این نظر را مفید|زمان مطالعه|این گفتگو بسته|بازنشر با ذکر|همهٔ حقوق محفوظ|تعداد بازدید|انتهای پیام|روابط عمومی|برای دوستاتون|کد خبر|نویسندهٔ مسئول",
    ),
    sections: WordList("منابع|پانویس|تماس با ما|درباره ما|کلیدواژه‌ها|جستارهای وابسته|سپاسگزاری"),
    subjects: WordList("موضوع|عنوان"),
    keys: WordList(
        "از|به|رونوشت|تاریخ|زمان|مکان|حاضران|غایبان|غایب|رئیس جلسه|دبیر|دبیر جلسه|شماره|\
        وضعیت|نسخه|حاضرین",
    ),
    parts: WordList(
        "چکیده|زمینه|زمینه و هدف|سابقه و هدف|مقدمه|روش|روش‌ها|روش بررسی|روش کار|مواد و روش‌ها|\
        یافته‌ها|نتایج|نتیجه|نتیجه‌گیری|بحث و نتیجه‌گیری|هدف|اهداف|علت|خلاصه",
    ),
    closings: WordList("با احترام|با سپاس|ارادتمند|با تشکر|سپاس|با مهر|با درود|ممنون"),
    hellos: WordList("سلام|درود|با سلام|وقت بخیر"),
    greetings: WordList("سلام|درود|با سلام|ممنون|سپاس|متشکرم|بله|باشه|عذرخواهی|خواهش می‌کنم"),
};
