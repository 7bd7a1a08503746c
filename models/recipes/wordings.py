"""English words and phrases that stand for others: spellings, short forms, words that mean the same, and words of a kind.

Each list holds what an editor would put in most sentences; in some it does not fit.
"""

import random
import re

_SPELLINGS = (
    "colour:color harbour:harbor labour:labor honour:honor favour:favor neighbour:neighbor behaviour:behavior rumour:rumor humour:humor endeavour:endeavor "
    "centre:center theatre:theater metre:meter litre:liter fibre:fiber defence:defense offence:offense licence:license organis:organiz realis:realiz recognis:recogniz "
    "criticis:criticiz apologis:apologiz emphasis:emphasiz privatis:privatiz nationalis:nationaliz optimis:optimiz customis:customiz initialis:initializ utilis:utiliz "
    "travelled:traveled travelling:traveling cancelled:canceled modelling:modeling labelled:labeled catalogue:catalog dialogue:dialog grey:gray tyre:tire cheque:check plough:plow "
    "jewellery:jewelry mould:mold analyse:analyze"
)  # fmt: skip
_SHORT = (
    "did not:didn't does not:doesn't do not:don't is not:isn't are not:aren't was not:wasn't were not:weren't will not:won't would not:wouldn't could not:couldn't "
    "cannot:can't has not:hasn't have not:haven't had not:hadn't it is:it's they are:they're he is:he's per cent:percent percent:% per cent:% United States:US "
    "U.S.:US United Kingdom:UK U.K.:UK European Union:EU United Nations:UN U.N.:UN Prime Minister:PM prime minister:PM"
)  # fmt: skip
_SAME = (
    "begin:start begins:starts began:started purchased:bought approximately:about roughly:about large:big largest:biggest larger:bigger "
    "assist:help assists:helps assisted:helped assistance:help permit:allow permits:allows permitted:allowed attempt:try attempted:tried "
    "attempts:efforts obtain:get obtained:got additional:further near:close-to employees:workers employee:worker firm:company firms:companies "
    "kids:children film:movie films:movies quit:resigned illness:disease blaze:fire automobile:car automobiles:cars physician:doctor "
    "physicians:doctors residence:home residences:homes residents:locals provide:offer provides:offers provided:offered contains:holds "
    "rapid:quick rapidly:quickly simple:easy demonstrates:shows demonstrate:show demonstrated:showed utilizes:uses multiple:several numerous:many "
    "commence:start commenced:started rise:increase rises:increases rose:climbed fell:dropped fall:drop falls:drops annually:yearly annual:yearly "
    "chief-executive:CEO chairman:chair spokesman:spokesperson spokeswoman:spokesperson immediately:at-once power:electricity stores:shops "
    "store:shop journey:trip voyage:trip jail:prison jailed:imprisoned lawyer:attorney lawyers:attorneys police:officers killed:slain "
    "died:passed-away injured:hurt wounded:hurt spotted:noticed discovered:found discover:find examined:studied created:made built:constructed "
    "building:structure reported:said stated:said remarked:said declared:said announced:said noted:said believes:thinks believe:think wants:seeks "
    "wanted:sought plans:intends planned:intended hopes:expects likely:probable unlikely:improbable main:chief major:important "
    "important:significant primarily:mainly mostly:mainly mainly:chiefly frequently:often often:frequently rarely:seldom entire:whole "
    "whole:entire complete:full completely:fully final:last initial:first initially:at-first eventually:finally finished:completed "
    "ended:concluded ends:concludes end:finish cut:reduction cuts:reductions reduce:cut reduced:cut reduces:cuts decrease:decline "
    "decreased:declined raise:increase raised:increased boost:increase boosted:increased shrunk:contracted expand:grow expanded:grew "
    "gather:collect gathered:collected meeting:gathering talks:discussions discussions:talks agreement:deal deal:agreement accord:agreement "
    "contract:agreement donate:give donated:gave select:choose selected:chosen chosen:picked picked:chosen appointed:named named:appointed "
    "elected:chosen backed:supported supported:backed supports:backs opposed:objected-to rejected:turned-down refused:declined approved:passed "
    "scrapped:abandoned cancelled:called-off postponed:delayed delayed:postponed delay:postponement revealed:disclosed disclosed:revealed "
    "reveal:disclose caused:led-to cause:lead-to prompted:caused due-to:because-of because-of:due-to owing-to:because-of despite:in-spite-of "
    "although:though though:although while:whereas prior-to:before following:after in-order-to:to regarding:about concerning:about "
    "throughout:across among:amid per-year:a-year each-year:every-year every:each correct:right incorrect:wrong error:mistake errors:mistakes "
    "fault:defect faults:defects issue:problem issues:problems difficulties:problems trouble:difficulty gear:equipment equipment:gear "
    "tool:utility tools:utilities program:application programs:applications software:program library:package manual:guide documents:papers "
    "images:pictures pictures:images photo:picture photos:pictures image:picture speed:pace fast:quick quickly:fast slow:sluggish strong:powerful "
    "powerful:strong weak:feeble wealthy:rich poor:needy young:youthful elderly:old aged:old old:elderly huge:enormous enormous:huge vast:huge "
    "tiny:small small:little little:small wide:broad broad:wide famous:well-known well-known:famous brave:courageous clever:smart angry:furious "
    "happy:pleased sad:unhappy pleased:happy worried:concerned concerned:worried fear:dread fears:worries hope:wish shown:displayed "
    "shows:displays show:display display:show displays:shows pupils:students students:pupils teacher:instructor infant:baby babies:infants "
    "father:dad mother:mum wife:spouse husband:spouse crew:team team:squad match:game game:match games:matches win:victory victory:win "
    "defeat:loss loss:defeat beat:defeated champion:winner prize:award award:prize road:street street:road town:community village:settlement "
    "nation:country nations:countries country:nation countries:nations area:region region:area border:frontier coast:shore sea:ocean ship:vessel "
    "ships:vessels vessel:ship vessels:ships boat:craft plane:aircraft planes:aircraft aeroplane:plane airplane:plane truck:lorry lorry:truck "
    "lorries:trucks petrol:gasoline gas:fuel flat:apartment apartment:flat apartments:flats holiday:vacation autumn:fall rubbish:garbage "
    "money:cash funds:money cost:price costs:prices price:cost profit:earnings profits:earnings earnings:profits income:revenue revenue:income "
    "revenues:income sales:turnover shareholders:stockholders stockholders:shareholders stake:holding purchase:acquisition acquisition:takeover "
    "takeover:acquisition acquire:buy acquired:bought approach:method method:approach methods:approaches approaches:methods technique:method "
    "techniques:methods propose:suggest proposed:suggested proposes:suggests present:introduce presents:introduces introduce:present "
    "introduces:presents improve:enhance improves:enhances improved:enhanced accurate:precise accuracy:precision results:findings "
    "findings:results result:outcome outcomes:results study:research research:study experiments:tests evaluate:assess evaluated:assessed "
    "assess:evaluate"
)  # fmt: skip
_OTHERS = (
    "teacher nurse doctor farmer lawyer engineer baker|mother father brother sister uncle aunt|son daughter|man woman boy girl|men women boys "
    "girls|dog cat horse cow|king queen prince|pupils patients passengers customers voters drivers|teachers nurses doctors farmers miners|school "
    "hospital library museum prison church theatre stadium|road bridge tunnel railway canal|car bus train ship plane bicycle|fire flood storm "
    "earthquake drought|coffee tea sugar wheat corn rice cotton|oil gas coal gold silver copper|apples oranges potatoes grapes|red blue green "
    "yellow black white|morning afternoon evening night|spring summer autumn winter|day week month year|days weeks months years hours "
    "minutes|city village island|north south east west|northern southern eastern western|europe asia africa america|france germany italy spain "
    "japan china brazil canada mexico|french german italian spanish japanese chinese brazilian canadian|london paris berlin rome tokyo york "
    "chicago|steel paper glass wood plastic|music painting poetry dance|football tennis cricket hockey golf|goal point run|bank insurer retailer "
    "brewer airline|chairman treasurer secretary|president minister governor mayor senator judge|government opposition court parliament "
    "senate|police army navy|murder theft fraud arson|import export|imports exports|wages prices taxes rents|tax loan grant fine|merger strike "
    "lawsuit|contract warrant patent|dollars yen marks pounds francs|head arm leg hand|older newer cheaper faster|hot cold|wet dry|early "
    "late|public private|male female|local foreign federal|inside outside|above below|left right|before after|during since until|more fewer "
    "less|most few none|all some no|every no|always sometimes never|accepted refused|won lost drew|opened closed|bought sold rented|arrived "
    "left|borrowed lent|praised criticised ignored|arrested released|hired fired|rose fell|gained lost|increased decreased|raised "
    "lowered|supported opposed|approved rejected postponed|agreed refused|confirmed denied|begins ends|began ended|built demolished|found "
    "lost|gave took|sent received|remembered forgot|encrypts decrypts|reads writes|read write|client server|input output|audio video "
    "text|keyboard mouse screen printer|python perl java ruby|linux windows|memory disk network|compresses decompresses|library plugin daemon "
    "game|supervised unsupervised|training testing|encoder decoder|images speech text graphs|upper lower|linear nonlinear|global local|robust "
    "fragile|minimize maximize|first second third last|two three four five six seven"
)  # fmt: skip
"""Words of a kind, of which one means something else than another."""


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


class Table:
    """What stands for what, both ways if asked for; of whole words, or of words that begin so."""

    def __init__(self, text: str, *, both: bool = False, begins: bool = False):
        pairs = [(old.replace("-", " "), new.replace("-", " ")) for old, _, new in (each.rpartition(":") for each in re.findall(r"\S[^:]*:\S+", text))]
        self.others: dict[str, list[str]] = {}
        for old, new in pairs + [(new, old) for old, new in pairs if both]:
            self.others.setdefault(old.lower(), []).append(new)
        longest_first = sorted(map(re.escape, self.others), key=len, reverse=True)
        self.pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})" + ("" if begins else r"(?!\w)"), re.IGNORECASE)

    def replaced(self, sentence: str, rng: random.Random) -> str | None:
        """A sentence with every occurrence of one entry as the other."""
        found = sorted({match.group().lower() for match in self.pattern.finditer(sentence)})
        if not found:
            return None
        old = rng.choice(found)
        new = rng.choice(self.others[old])

        def put(match: re.Match) -> str:
            if match.group().lower() != old:
                return match.group()
            return upper(new) if match.group()[:1].isupper() else new

        return self.pattern.sub(put, sentence)


SPELLED, SHORTENED, WORDED = Table(_SPELLINGS, both=True, begins=True), Table(_SHORT, both=True), Table(_SAME)
_KIND = {word: group for group in (each.split() for each in _OTHERS.split("|")) for word in group}


def replaced(sentence: str, rng: random.Random) -> str | None:
    """A sentence that says something else: one of its words is another of the same kind."""
    places = [match for match in re.finditer(r"\b[A-Za-z]+\b", sentence) if match.group().lower() in _KIND]
    if not places:
        return None
    place = rng.choice(places)
    old = place.group().lower()
    new = rng.choice([word for word in _KIND[old] if word != old])
    return sentence[: place.start()] + (upper(new) if place.group()[:1].isupper() else new) + sentence[place.end() :]
