"""Comments: titles that react to a document instead of summing it up.

Paper A's level 1 holds titles that are "a comment to the document". These
patterns are written for this recipe; `{}` takes a phrase of the real title that
the document also contains, so that a comment may share words with its document.
"""

import random

from .text import is_content

WITH_TOPIC = (
    "{}，你怎么看？", "说好的{}呢？", "{}到底怎么了", "不得不服！{}", "为{}点赞！", "{}，真的有必要吗？",
    "这样的{}你能接受吗？", "看完{}，我沉默了", "{}：谁来买单？", "别再拿{}说事了", "{}背后的真相，细思极恐",
    "{}难道只能这样？", "关于{}，说几句心里话", "{}，何时才是个头", "面对{}，我们该怎么办？", "{}不该被遗忘",
    "{}的明天会更好吗？", "谁动了{}的奶酪", "请善待{}", "{}，你准备好了吗？", "{}让人大开眼界", "笑谈{}",
    "{}为何总是慢半拍？", "也说{}", "{}，且行且珍惜", "你真的了解{}吗？", "{}，一声叹息", "再见了，{}",
)
WITHOUT_TOPIC = (
    "这下有好戏看了", "你还相信吗？", "太让人意外了！", "究竟是谁的错？", "一个值得深思的问题", "网友：看完泪奔了",
    "转发，让更多人看到", "这才是真正的高手", "别高兴得太早", "到底图个啥？", "有图有真相", "这事你怎么看？",
    "真相让人心酸", "不看不知道，一看吓一跳", "原来我们都错了", "但愿悲剧不再重演", "给力！必须点赞", "想说爱你不容易",
    "是进步还是倒退？", "说说我的看法", "希望这一天早点到来", "且看且珍惜", "路在何方？", "谁来为我们负责？",
)


def _phrases(title: str, document: str) -> list[str]:
    """Runs of 2 to 6 content characters that the title and the document share, longest first."""
    found = []
    for size in range(6, 1, -1):
        for start in range(len(title) - size + 1):
            phrase = title[start : start + size]
            if phrase in document and all(map(is_content, phrase)):
                found.append(phrase)
        if found:
            break
    return found


def comment(title: str, document: str, rng: random.Random) -> str:
    """A comment on a document; two times in three it names the topic."""
    phrases = _phrases(title, document)
    if phrases and rng.random() < 0.67:
        return rng.choice(WITH_TOPIC).format(rng.choice(phrases))
    return rng.choice(WITHOUT_TOPIC)
