"""A language as data, read from its folder once."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ovos_phal_plugin_jarvis.sdk.word_tables import WordTableError, read_word_table

_HERE = Path(__file__).parent
_FALLBACK = "en"
_EMPTY: Mapping[str, Any] = MappingProxyType({})
_MAX_TEMPLATE = 400
"""Sentences that one template may stand for; more is a mistake in the data."""


class LanguageError(ValueError):
    """A language's folder that can't be used; the text names the file and the mistake."""


ONCE, EACH = "once", "each"
"""Keys of ``Language.frequencies`` for what comes once, and for what stands before the name of a day."""


@dataclass(frozen=True, eq=False)
class Language:
    """What is known of one language; every word is in lower case, as ``text.fold`` writes it."""

    code: str
    """ISO 639-1, ``de``."""
    name: str
    """What its speakers call it."""
    installed: bool = True
    """False for a language without a folder: no word of it is known, and only what is surely meant should be done."""
    function_words: frozenset[str] = frozenset()
    """Words of grammar: articles, prepositions, pronouns, auxiliaries."""
    titles: frozenset[str] = frozenset()
    """Words that stand before somebody's name ("mrs", "uncle")."""
    light_words: frozenset[str] = frozenset()
    """Words that ask, say or count, and say nothing of what a request is about."""
    fillers: tuple[str, ...] = ()
    """Sounds and phrases that mean nothing anywhere ("um", "you know")."""
    sounds: tuple[str, ...] = ()
    """Those sounds that may end what is said ("oh")."""
    hesitations: tuple[str, ...] = ()
    """Those sounds and phrases that may stand in the middle of a request as well ("um")."""
    thinking: tuple[str, ...] = ()
    """What somebody says who looks for a word ("what's it called")."""
    restarts: tuple[str, ...] = ()
    """What a speaker says who begins again ("no wait")."""
    copulas: frozenset[str] = frozenset()
    """Forms of "to be" that end an embedded question ("what the time is"), where the language turns it around."""
    points: frozenset[str] = frozenset()
    """Words that can't be what an embedded question is about ("what it is")."""
    doubled: frozenset[str] = frozenset()
    """Words that are said twice on purpose ("bye bye"); function words said twice are a stutter."""
    wake_words: tuple[str, ...] = ()
    greetings: tuple[str, ...] = ()
    politeness: tuple[str, ...] = ()
    """What may stand before or after a request and asks nothing ("please", "could you")."""
    openings: tuple[str, ...] = ()
    """What stands before a request only ("can you please", "I would like you to")."""
    asking: tuple[str, ...] = ()
    """What stands before a question only ("tell me", "do you know")."""
    question_words: frozenset[str] = frozenset()
    tag_questions: tuple[str, ...] = ()
    """What stands at the end of a clause that tells something and makes a question of it ("isn't it")."""
    deliberations: tuple[str, ...] = ()
    """What asks whether something is to be done, behind a clause that tells why ("should i")."""
    inquiries: tuple[str, ...] = ()
    """What a question begins with that wants to be told something ("how many", "is"), not one that asks for a deed."""
    suggestions: tuple[str, ...] = ()
    """What begins like one and is none ("how about", "when i")."""
    writing: frozenset[str] = frozenset()
    """Words by which the author of a tool says that it writes down what people tell ("log", "diary")."""
    telling: frozenset[str] = frozenset()
    """Words for telling somebody something, as authors and users say them ("show", "finds")."""
    negations: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()
    """What takes a part out of a request ("except", "but not")."""
    barring: tuple[str, ...] = ()
    """What does so only behind a word for all of them ("everything [but] the lamp")."""
    sparing: tuple[str, ...] = ()
    """An order to leave something as it is, before the name of that ("keep")."""
    staying: tuple[str, ...] = ()
    """What is said of a thing that is to be left as it is, behind its name ("stays")."""
    lasting: tuple[str, ...] = ()
    """What stands before how long something goes on ("for" a week)."""
    delays: tuple[str, ...] = ()
    """What puts off what is ordered, without saying until when ("later")."""
    accompanied: tuple[str, ...] = ()
    """What stands before a thing that comes along ("with")."""
    omitting: tuple[str, ...] = ()
    """What stands before a thing that is to be left out, or around it ("skip", "leave … out"); read by
    ``nlu.polarity``."""
    omitted: tuple[str, ...] = ()
    """What stands behind a thing that is to be left out ("isn't needed")."""
    indifferent: tuple[str, ...] = ()
    """What says that it may be so or otherwise ("doesn't matter")."""
    alone: tuple[str, ...] = ()
    """What is said where nobody comes along ("on my own")."""
    in_pairs: tuple[str, ...] = ()
    """What is said where somebody does ("the two of us")."""
    joints: tuple[str, ...] = ()
    """What stands between two requests ("and then")."""
    no_joints: tuple[str, ...] = ()
    """What begins like one of ``joints`` and joins nothing ("depois do" jantar)."""
    now_and_then: tuple[str, ...] = ()
    """What says that something happens again and again, and holds one of ``joints`` ("time and again")."""
    first: tuple[str, ...] = ()
    """What stands before the first of several requests ("first")."""
    last: tuple[str, ...] = ()
    """What stands before a request to be done before the others ("but before that")."""
    before: tuple[str, ...] = ()
    """What opens a clause that is to be done after the one that follows it ("before you")."""
    done_first: tuple[str, ...] = ()
    """What opens a clause that is to have been done before the one that follows it, by whom it is said to ("once
    you've")."""
    reversals: tuple[str, ...] = ()
    """What asks for the last request the other way round ("and back")."""
    turns: tuple[str, ...] = ()
    """What asks for the opposite of what was done ("the other way")."""
    also: tuple[str, ...] = ()
    """Those of ``beside`` that say that the last request is meant for one thing more ("as well")."""
    afterthoughts: tuple[str, ...] = ()
    """What stands behind a value that was forgotten or mistaken ("that was", "i mean")."""
    subjects: frozenset[str] = frozenset()
    """Words that begin a remark, never a value ("i", "we're")."""
    reports: frozenset[str] = frozenset()
    """Verbs in the forms that tell what somebody says or said ("told"), never ask for it ("tell")."""
    musings: tuple[str, ...] = ()
    """What a remark about what one may do or likes begins with ("i might", "i hate it when")."""
    asides: tuple[str, ...] = ()
    """What a remark begins with that says only why, or how somebody feels ("i can't see", "sorry for")."""
    apologies: tuple[str, ...] = ()
    """What a remark begins with that takes nothing back, though it sounds so ("sorry for my")."""
    callings: tuple[str, ...] = ()
    """What is all of a remark, or calls whoever is spoken to ("excuse me", "dear", "i lost count")."""
    manners: tuple[str, ...] = ()
    """What says how or for how long something is done, and changes nothing in it ("slowly", "for good")."""
    reasons: tuple[str, ...] = ()
    """What begins a clause behind a request that says only why, what for or in spite of what ("because", "so that")."""
    otherwise: tuple[str, ...] = ()
    """What begins a clause behind a request that says what comes of it where it is not done ("or else")."""
    explaining: tuple[str, ...] = ()
    """What begins such a clause too, and others as well ("que")."""
    consequences: tuple[str, ...] = ()
    """What stands between a reason and the request that comes of it ("so")."""
    relays: tuple[str, ...] = ()
    """What asks to tell somebody else something ("tell", "ask")."""
    relayed: tuple[str, ...] = ()
    """What stands between whom to tell and what they are to do ("to")."""
    addressing: frozenset[str] = frozenset()
    """Words for who speaks and who is spoken to: whoever says "tell me to …" means nobody else ("me", "us")."""
    addressed: frozenset[str] = frozenset()
    """Words for who is spoken to, as the subject of a clause: "setzt [du] milch auf die liste"."""
    speakers: frozenset[str] = frozenset()
    """Pronouns of who is speaking: "I said turn it off" does ask for it."""
    conditions: tuple[str, ...] = ()
    """What makes a request depend on something ("if", "unless")."""
    inverted_conditions: frozenset[str] = frozenset()
    """Verbs that do so before who or what they speak of ("[should] it rain")."""
    declining: tuple[str, ...] = ()
    """What stands before what is not to be done, or not surely ("there's no need to", "i wonder whether to")."""
    retractions: tuple[str, ...] = ()
    """What takes a request back as its last words ("no", "or don't", "just kidding")."""
    formerly: tuple[str, ...] = ()
    """What opens a clause about a time that is over, and names no day ("last time")."""
    abilities: tuple[str, ...] = ()
    """Those of ``openings`` that may also ask what whoever is spoken to is able to do ("can you")."""
    doubts: tuple[str, ...] = ()
    """What stands behind a request that is none, or none yet ("i'm not sure", "or maybe not", "i was talking to")."""
    whys: tuple[str, ...] = ()
    """What a question begins with that wants to hear a reason ("why")."""
    times: tuple[str, ...] = ()
    """What makes a request wait where a clause follows: "when dinner is ready", never "when is dinner"."""
    preterites: frozenset[str] = frozenset()
    """Forms that tell what somebody did, and order nothing ("took"), where no ending tells that."""
    having_done: frozenset[str] = frozenset()
    """Verbs that ask, before a participle or by themselves, whether who is spoken to did something ("hast")."""
    arranged: frozenset[str] = frozenset()
    """Verbs of what is still to come, though they are put in the past ("have i booked", "we agreed")."""
    irregulars: frozenset[str] = frozenset()
    """Participles that no ending tells, and that are no ``preterites``: "been", "eaten"."""
    unchanged: frozenset[str] = frozenset()
    """Verbs whose form for what somebody did is the one that orders have ("set")."""
    returning: frozenset[str] = frozenset()
    """Words before a side that only say that it was so before: "turn it [back] off"."""
    own_states: frozenset[str] = frozenset()
    """Forms that say what somebody is of nobody but who speaks ("am"): in "ten am tomorrow" it is no verb."""
    unreal: frozenset[str] = frozenset()
    """Words that say, before "have" and what was done, that it was not ("should have closed")."""
    enabling: frozenset[str] = frozenset()
    """What tells, behind who speaks, what is possible, and orders nothing: "i [can] sleep"; before them it asks. Only
    of languages that always say who."""
    having: frozenset[str] = frozenset()
    """Words that hold who did something, before what was done ("i've")."""
    perfects: frozenset[str] = frozenset()
    """Words that ask, as the first before who did it, whether something was done ("did you …", "have you …")."""
    participles: frozenset[str] = frozenset()
    """Endings of verbs behind "have" or "be" that tell what was done ("compr|ato"); with what stands before the stem,
    where that tells it ("ge*t")."""
    own_pasts: frozenset[str] = frozenset()
    """Endings of verbs that tell what whoever speaks did, without a pronoun ("compr|é")."""
    describing: frozenset[str] = frozenset()
    """Endings of words that say how a thing is, where a "no" before one says what it is not ("eau non gaz|euse")."""
    doings: frozenset[str] = frozenset()
    """Forms that say what somebody else does ("sleeps"), where no dictionary tells that, and no order begins with."""
    to_do: frozenset[str] = frozenset()
    """What stands right before a deed that is yet to be done, or within its word ("[to] ring", "an|zu|rufen")."""
    to_do_endings: frozenset[str] = frozenset()
    """What the words for such deeds end with, where that tells them from others."""
    infinitives: frozenset[str] = frozenset()
    """Endings of those of ``doings`` that are infinitives as well, where a name before one may be what is done to
    ("kartoffeln koch|en")."""
    past_alone: frozenset[str] = frozenset()
    """Forms that tell what somebody did, and are said of no thing before them ("went", never "left")."""
    adverbs: frozenset[str] = frozenset()
    """What may stand between who does something and what they do ("just", "finally")."""
    perceiving: frozenset[str] = frozenset()
    """Verbs behind which somebody and what they do may follow, as if it were an order ("i watched her open it")."""
    relatives: frozenset[str] = frozenset()
    """Words that may begin a clause which says which thing is meant ("the lamp that is too bright")."""
    wishes: frozenset[str] = frozenset()
    """Verbs for what one wants, means or knows: whoever says them of themselves may say what they ask for ("want")."""
    moments: tuple[str, ...] = ()
    """What makes a request wait for something that no clock tells ("when i")."""
    noes: tuple[str, ...] = ()
    """Words of ``refuse`` that take back what was said right before them, in the middle of a sentence ("no")."""
    yeses: tuple[str, ...] = ()
    """Words of ``agree`` that say behind a thing that it shall be, and nothing else ("receipt yes")."""
    shares_of: tuple[str, ...] = ()
    """What stands between so many points and the most that there may be ("three out of five")."""
    ons: tuple[str, ...] = ()
    """Words that say behind a thing that it shall be on ("lamp on")."""
    offs: tuple[str, ...] = ()
    """Words that say behind a thing that it shall not be on ("hats off")."""
    corrections: tuple[str, ...] = ()
    """What takes back what was said before it ("no, make that")."""
    changes: tuple[str, ...] = ()
    """What begins a change of the last request ("make it")."""
    likewise: tuple[str, ...] = ()
    """What begins it and says that all stays but what follows ("the same for")."""
    preferences: tuple[str, ...] = ()
    """What stands before or behind another value that the user likes better ("would be nicer", "try")."""
    settings: tuple[str, ...] = ()
    """What stands before nothing but a value that is to be in place of the last one ("mach", "fai", "disons")."""
    settings_behind: tuple[str, ...] = ()
    """What stands behind that value then ("[mach zwölf] draus")."""
    ellipses: tuple[str, ...] = ()
    """What begins the last request with another value ("what about", "and in")."""
    thereabouts: tuple[str, ...] = ()
    """What points to the place of the last request, in one piece or around what is put there ("on it", "er … op")."""
    therefrom: tuple[str, ...] = ()
    """What points away from it ("off it", "er … af")."""
    places_before: tuple[str, ...] = ()
    """What points to a place named before ("there"); read by ``nlu.dialogue``."""
    well_wishes: tuple[str, ...] = ()
    """What begins a wish that nobody is to do anything about ("may the", "fingers crossed")."""
    opinions: tuple[str, ...] = ()
    """What stands before what somebody thinks, hopes or expects ("i think")."""
    lands: tuple[str, ...] = ()
    """Parts of countries, and by-names of these, that are named behind a town that lies there ("oregon")."""
    called_countries: frozenset[str] = frozenset()
    """What the name of an argument for a country ends in."""
    called_parts: frozenset[str] = frozenset()
    """The same of a part of a country, and of a town."""
    called_towns: frozenset[str] = frozenset()
    called_places: frozenset[str] = frozenset()
    """The same of a place of any kind."""
    land_codes: frozenset[str] = frozenset()
    """What parts of countries are written as in short, in capitals ("OR")."""
    contents: tuple[str, ...] = ()
    """All that is in what was named before: "everything", "the whole thing"."""
    pronouns: tuple[str, ...] = ()
    """What points to what was said or shown before ("it", "that one")."""
    verbs: frozenset[str] = frozenset()
    """Words that requests often begin with."""
    more: frozenset[str] = frozenset()
    less: frozenset[str] = frozenset()
    further: frozenset[str] = frozenset()
    """Those of ``more`` that go on in any direction ("further")."""
    amounts: frozenset[str] = frozenset()
    """Words before how much something is changed ("by ten"), where others say what it becomes ("to ten")."""
    excess: frozenset[str] = frozenset()
    """Words before what there is too much of ("too" loud)."""
    sufficient: frozenset[str] = frozenset()
    """Words beside what there is enough of, or is not ("not loud enough")."""
    such: frozenset[str] = frozenset()
    """Words behind a negation, before what there is too much of ("not that dark")."""
    steps: frozenset[str] = frozenset()
    """Words for how far a level goes at once ("a step")."""
    wholes: tuple[str, ...] = ()
    """What stands for all of several things; the first is the usual one ("all of them", "the lot")."""
    namings: tuple[str, ...] = ()
    """What stands before a name for what was made ("call it")."""
    boths: tuple[str, ...] = ()
    """What stands for the last two things ("both of them")."""
    one_of_both: tuple[str, ...] = ()
    """The pronoun that stands for either of the two in its place ("it")."""
    out_of: tuple[str, ...] = ()
    """What stands behind the place of one of several things ("of those")."""
    reopening: tuple[str, ...] = ()
    """What asks to note that what was done is not done after all ("open it again")."""
    permissions: tuple[str, ...] = ()
    """What stands before an order that is put as leave to do it ("you can")."""
    fully: tuple[str, ...] = ()
    """What asks for as much, or as little, as there can be ("all the way")."""
    fewer: frozenset[str] = frozenset()
    """Those of ``less`` that say of what in no way ("less")."""
    turning: frozenset[str] = frozenset()
    """Verbs that turn something on and off with a particle ("turn"); not those that say something else with it."""
    around: frozenset[str] = frozenset()
    """Words beside a thing that is turned: where it is, or that it is done once more ("in", "again")."""
    all_words: frozenset[str] = frozenset()
    """Words for each of several and the whole of one ("all", "everything")."""
    extents: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _EMPTY)
    """What is said for the ``most``, the ``least`` and the ``middle`` of what a quantity can be ("full", "half")."""
    dimensions: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    """English names of quantities, and the words of ``more`` and ``less`` that are of these only ("louder")."""
    after: tuple[str, ...] = ()
    """Those of ``joints`` that join requests, never things ("afterwards")."""
    contrasts: tuple[str, ...] = ()
    """What stands before a part that limits what was said before ("but")."""
    answers: tuple[str, ...] = ()
    """What an answer to a question may begin with ("it's", "i think")."""
    repeats: tuple[str, ...] = ()
    """What asks for the last request once more ("again")."""
    additions: tuple[str, ...] = ()
    """What puts one thing more to those of the last request ("throw in")."""
    dismissals: tuple[str, ...] = ()
    """What is said behind the name of a thing that is to go ("is not needed any more")."""
    recasts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _EMPTY)
    """Ways to say something of the last request, by how it is said for short: "what would that be {}" by "and {}". The
    first is how more of the same is asked for. In both,

    - ``{}`` is what is said, where anything is; ``{other}`` any other words; ``{last}`` what was named or shown before.

    In what is said for short,

    - ``{kind}`` is what the last request was for ("alarm"); ``{asked}`` how it began ("remind me"), where more is asked
      for in the same words, ``{told}`` the same where it is a text that is told;
    - ``{done}``, ``{tells}``, ``{few}``, ``{moved}`` stand before it where the last request has to have done something,
      only told something, taken one of a few values, or moved a day.
    """
    heres: tuple[str, ...] = ()
    """Where the one who speaks is: "and [over here]" after the time in Lima."""
    all_of_it: tuple[str, ...] = ()
    """All of one thing that was spoken of: "throw [it all] away"."""
    unneeded: tuple[str, ...] = ()
    """What says of a thing that nobody wants it: "don't bother"; it may as well be said of a question."""
    not_so: tuple[str, ...] = ()
    """What only denies that it is as was said last: "it isn't"."""
    carried: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _EMPTY)
    """What points to the ``date``, the ``time`` or the ``duration`` of the last request ("the same day"), or so many
    days away from its day (``1``: "the day after")."""
    thens: tuple[str, ...] = ()
    """What points in a question to the day that was named before it ("what time does the sun rise [then]")."""
    frequencies: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _EMPTY)
    """What says how often something comes, by an English name for that (``daily``, ``weekdays``, ``once``), and what
    stands before a day that comes again (``each``: "every")."""
    counts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _EMPTY)
    """What may say how many there are of what is named behind it, by that number (``2``: "a pair of")."""
    shifts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _EMPTY)
    """What moves a time or a day of the last request (``later`` and ``earlier``) or makes an amount ``more``, ``less``
    or so many times as much (``0.5``: "half of that")."""
    extras: tuple[str, ...] = ()
    """What stands before one thing more for the list that was spoken of ("don't forget")."""
    forgotten: tuple[str, ...] = ()
    """What only tells that nobody thought of it before ("i forgot")."""
    lacking: tuple[str, ...] = ()
    """What stands behind what is not there ("is missing")."""
    undoing: tuple[str, ...] = ()
    """What asks that the last request be undone ("undo that")."""
    restoring: tuple[str, ...] = ()
    """What asks that something taken away be there again ("put it back")."""
    claims: tuple[str, ...] = ()
    """What stands before or behind what was meant and not understood ("i said")."""
    misheard: tuple[str, ...] = ()
    """What stands before what was understood and not meant ("did i say")."""
    accomplished: frozenset[str] = frozenset()
    """Words that say that something is done ("finished")."""
    denials: tuple[str, ...] = ()
    """What stands between the thing that is meant and the one that is not ("the bike, not the car")."""
    urgings: tuple[str, ...] = ()
    """What is said beside asking for the same again ("best of three", "go on")."""
    ways: tuple[str, ...] = ()
    """Small words that belong to a verb, and that a clause may end with ("she nodded off", "er macht zu")."""
    remainders: tuple[str, ...] = ()
    """What stands for all but what was spoken of ("the others", "the rest")."""
    waitings: tuple[str, ...] = ()
    """What somebody says who asks to be waited for ("hang on a sec")."""
    exclamations: tuple[str, ...] = ()
    """What somebody says who is surprised, cross or sorry, and asks for nothing with it ("silly me", "oh drat")."""
    elses: tuple[str, ...] = ()
    """What a question begins with that asks for the others of what was spoken of ("what else"); the first word asks."""
    several: frozenset[str] = frozenset()
    """Words that point to more than one thing ("both")."""
    plural_pronouns: frozenset[str] = frozenset()
    """Pronouns that stand for more than one thing ("them")."""
    ones: frozenset[str] = frozenset()
    """Words that stand for the name of a thing ("the blue one")."""
    purposes: frozenset[str] = frozenset()
    """What leads to what something is for ("ten minutes [for] the eggs", "do one [for] monday")."""
    swaps: tuple[str, ...] = ()
    """What begins the order to put one thing in the place of another ("swap")."""
    swapped_for: frozenset[str] = frozenset()
    """What stands between the two ("[swap] tea [for] coffee")."""
    swap_orders: tuple[str, ...] = ()
    """The orders that this stands for: to take the one away, and to put the other there."""
    instead_of: tuple[str, ...] = ()
    """What stands before the thing that is not wanted ("instead of")."""
    dictation: tuple[str, ...] = ()
    """What stands before a text that is taken down word for word ("that says")."""
    beside: tuple[str, ...] = ()
    """What may stand around a follow-up and changes nothing in it ("again", "too")."""
    articles: frozenset[str] = frozenset()
    """What stands before the name of a thing, possessives too."""
    enclitic_ofs: frozenset[str] = frozenset()
    """Pronouns for "of it" that are written behind a verb ("tieni|ne"), and end other words as well."""
    partitives: frozenset[str] = frozenset()
    """Pronouns for "of it" and "there" that stand before a verb ("[en] a trouvé", "[ne] abbiamo")."""
    enclitic_places: frozenset[str] = frozenset()
    """Pronouns for a place named before, or for what belongs to it, that are written behind a verb ("metti|ci")."""
    genitives: frozenset[str] = frozenset()
    """What stands between a thing and what it is of or about ("the task [of] …"), and begins no name."""
    proclitics: frozenset[str] = frozenset()
    """Pronouns that stand right before a verb that tells something, and nowhere else ("se" acortan, "mi" fa)."""
    enclitics: frozenset[str] = frozenset()
    """Pronouns that are written behind a verb ("cancélalo", "annule-le")."""
    nothings: frozenset[str] = frozenset()
    """What denies how something is ("[nothing] valuable"), where it is none of ``negations``."""
    negations_before: frozenset[str] = frozenset()
    """Words that negate the verb behind them, whichever it is, where they may be a no as well ("no me despiertes")."""
    negations_behind: frozenset[str] = frozenset()
    """Negations that stand behind what they negate, at the end of a sentence ("lösch sie nicht")."""
    bounds: tuple[str, ...] = ()
    """What stands before the most that may be; its negations negate nothing ("at most", "no more than")."""
    floors: tuple[str, ...] = ()
    """What stands before the least that may be ("at least", "no less than")."""
    alternatives: frozenset[str] = frozenset()
    """Words between two of which one is meant ("or")."""
    relations: frozenset[str] = frozenset()
    """Words between a length of time and what it is counted from ("an hour [before] sunset")."""
    reaching: frozenset[str] = frozenset()
    """Verbs through which a negation reaches the thing behind them ("don't add …", "needn't bother …")."""
    privatives: frozenset[str] = frozenset()
    """What a word begins with that denies the rest of it ("un|rated")."""
    prefixes: frozenset[str] = frozenset()
    """What a verb may begin with that never stands apart: no word of its own ("ent|sperren")."""
    between_lengths: frozenset[str] = frozenset()
    """What stands between the two lengths of an area ("twenty [by] thirty")."""
    verb_particles: frozenset[str] = frozenset()
    """What stands apart from its verb where that comes first, and before it where it does not ("schließ … [auf]")."""
    linkings: frozenset[str] = frozenset()
    """Letters between the two words of one that is written together ("küche|n|lampe"); none where words are not."""
    pasts: frozenset[str] = frozenset()
    """Endings of verbs that tell how things were ("mett|eva"): a verb that else orders orders nothing then."""
    demonstratives: frozenset[str] = frozenset()
    """What points to a thing and stands before its name ("that")."""
    owners: frozenset[str] = frozenset()
    """What says before the name of a thing that it is somebody else's ("his")."""
    degree_words: frozenset[str] = frozenset()
    """What says how much more or less ("little")."""
    auxiliaries: frozenset[str] = frozenset()
    """Verbs that say with another what somebody does, of whoever is neither speaking nor spoken to ("has", "will")."""
    states: frozenset[str] = frozenset()
    """Words that say what something is or was ("is", "were"): remarks have them, orders seldom."""
    last_ones: frozenset[str] = frozenset()
    """Words that point to the last of several ("last")."""
    placeholders: frozenset[str] = frozenset()
    """Words that hold the place of what nobody has said yet: "add something to the list"."""
    persons: frozenset[str] = frozenset()
    """Pronouns of one word that stand for whom or what a request is about ("me", "it"): the name of nothing."""
    others_wishes: tuple[str, ...] = ()
    """What somebody else wants of whoever speaks, before what that is ("wants me to")."""
    offers: tuple[str, ...] = ()
    """What stands before what whoever speaks offers to do ("do you want me to")."""
    habitual: tuple[str, ...] = ()
    """Words by which somebody does something again and again ("always")."""
    oneself: tuple[str, ...] = ()
    """What says at the end that whoever speaks does it ("myself")."""
    letting: tuple[str, ...] = ()
    """Orders to leave something to somebody, before who that is ("let")."""
    hence: frozenset[str] = frozenset()
    """Before how long from now something is ("in" ten minutes)."""
    since: frozenset[str] = frozenset()
    """Before the day that something has gone on from, and before no day to come ("since" friday)."""
    ending: frozenset[str] = frozenset()
    """Words behind which a day is the last one ("until")."""
    perhaps: frozenset[str] = frozenset()
    """Words of who is not sure of what is named behind them ("maybe")."""
    ponderings: tuple[str, ...] = ()
    """What somebody answers who does not know yet ("let me think")."""
    intentions: tuple[str, ...] = ()
    """With what somebody tells what they can or are going to do, or what could have been done ("i'm going to")."""
    thanks_for: tuple[str, ...] = ()
    """What stands before what somebody is thanked for ("thanks for")."""
    somebody: frozenset[str] = frozenset()
    """Words for a person that nobody names ("someone"), where they do something."""
    somebodies: frozenset[str] = frozenset()
    """Those of ``persons`` that are never a thing ("him")."""
    other_ones: frozenset[str] = frozenset()
    """Words that point to the other one of two."""
    meanings: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = ()
    """English names that authors give to actions and values, and what people say for them in this language."""
    spelt_out: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=lambda: MappingProxyType({}))
    """Kinds of short forms that authors write as values, each form with what people say for it ("m", "medium")."""
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    """Words that exclude each other ("on", "off")."""
    agree: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    cancel: tuple[str, ...] = ()
    """What takes a request back as an answer ("never mind"); a no to a question as well."""
    revoking: tuple[str, ...] = ()
    """What takes back, behind whatever it was said in, what was just said, and is no reason for it ("forget it")."""
    agree_more: tuple[str, ...] = ()
    """What may stand beside a yes and is none alone ("please")."""
    refuse_more: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    """What means nothing in and around a phrase of talk ("then", "mate"); never left out of a request."""
    spelling: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    """How recognisers and fingers write a word → the word or words meant."""
    sounds_alike: tuple[frozenset[str], ...] = ()
    """Words that a recogniser takes for each other ("four", "for")."""
    stemmer: str = ""
    """Name of its Snowball stemmer; empty where there is none."""
    sentences: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _EMPTY)
    """How a request may sound for a tool that shows none: ``{verb}`` and ``{object}`` of its name; for ``nlu.lint``."""
    entities: Mapping[str, Any] = field(default_factory=lambda: _EMPTY)
    """How it says numbers, times and dates, as ``entities.yaml`` has it; read by ``nlu.entities``."""
    background: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = ()
    """Everyday talk by subject: words that a tool for the subject uses, and what people say."""

    @cached_property
    def saying_nothing(self) -> frozenset[str]:
        """Words of grammar and others that say nothing of what a request is about."""
        return self.function_words | self.light_words | set(self.fillers)

    def stem(self, word: str) -> str:
        """*word* without its endings, the same for most of its forms."""
        return _stem(self.stemmer, word)


def is_content(word: str, language: Language) -> bool:
    """Whether *word* says something of what a request is about."""
    if word in language.more or word in language.less:
        return True  # "turn it up" is not for a tool that knows only "off", though "up" is a word of grammar
    return word not in language.saying_nothing and (word.isalnum() or any(map(str.isalnum, word)))


@lru_cache(maxsize=32768)
def _stem(name: str, word: str) -> str:
    if not name:
        return word
    stemmer = _stemmer(name)
    with _STEMMING:
        return str(stemmer.stemWord(word))


_STEMMING = threading.Lock()
"""A Snowball stemmer keeps the word that it works on."""


@lru_cache(maxsize=16)
def _stemmer(name: str) -> Any:
    import snowballstemmer

    try:
        return snowballstemmer.stemmer(name)
    except KeyError:
        raise LanguageError(f"Snowball has no stemmer '{name}': use one of {snowballstemmer.algorithms()}") from None


def language(tag: str) -> Language:
    """The language of a BCP-47 tag; one that nobody installed has no words."""
    found = _REGISTERED.get(_code(tag)) if _REGISTERED else None
    return found if found is not None else _unregistered_of(tag)


@lru_cache(maxsize=256)
def _unregistered_of(tag: str) -> Language:
    return _unregistered(_code(tag))


@lru_cache(maxsize=64)
def _unregistered(code: str) -> Language:
    return _shipped(code) if code in _shipped_codes() else _unknown(code)


@lru_cache(maxsize=256)
def _code(tag: str) -> str:
    return tag.replace("_", "-").partition("-")[0].lower()


def languages() -> tuple[str, ...]:
    """Codes of the languages that are installed."""
    return tuple(sorted({*_shipped_codes(), *_REGISTERED}))


_REGISTERED: dict[str, Language] = {}


def register(folder: Path) -> Language:
    """Add the language in *folder*, or replace the one of its code, in this process.

    Raises:
        LanguageError: the folder holds no usable language.
    """
    found = load(folder)
    _REGISTERED[found.code] = found
    return found


@lru_cache(maxsize=1)
def _shipped_codes() -> tuple[str, ...]:
    return tuple(sorted(entry.name for entry in _HERE.iterdir() if (entry / "words.yaml").is_file()))


@lru_cache(maxsize=32)
def _shipped(code: str) -> Language:
    return load(_HERE / code)


@lru_cache(maxsize=64)
def _unknown(code: str) -> Language:
    english = _shipped(_FALLBACK)
    return Language(
        code=code,
        name=code,
        installed=False,
        wake_words=english.wake_words,
        meanings=english.meanings,
        background=english.background,
    )


_PHRASES = [
    "fillers",
    "hesitations",
    "thinking",
    "sounds",
    "restarts",
    "wake_words",
    "greetings",
    "politeness",
    "openings",
    "asking",
    "tag_questions",
    "deliberations",
    "inquiries",
    "suggestions",
    "negations",
    "exceptions",
    "barring",
    "sparing",
    "staying",
    "others_wishes",
    "offers",
    "habitual",
    "oneself",
    "letting",
    "intentions",
    "ponderings",
    "thanks_for",
    "delays",
    "lasting",
    "bounds",
    "floors",
    "accompanied",
    "omitting",
    "revoking",
    "omitted",
    "indifferent",
    "alone",
    "in_pairs",
    "joints",
    "no_joints",
    "now_and_then",
    "after",
    "contrasts",
    "answers",
    "additions",
    "dismissals",
    "urgings",
    "ways",
    "remainders",
    "waitings",
    "exclamations",
    "elses",
    "heres",
    "all_of_it",
    "not_so",
    "unneeded",
    "repeats",
    "instead_of",
    "swaps",
    "swap_orders",
    "extras",
    "forgotten",
    "lacking",
    "undoing",
    "restoring",
    "claims",
    "misheard",
    "denials",
    "dictation",
    "beside",
    "first",
    "last",
    "before",
    "done_first",
    "reversals",
    "turns",
    "fully",
    "permissions",
    "reopening",
    "wholes",
    "namings",
    "boths",
    "one_of_both",
    "out_of",
    "also",
    "afterthoughts",
    "musings",
    "asides",
    "apologies",
    "callings",
    "manners",
    "reasons",
    "otherwise",
    "explaining",
    "consequences",
    "relays",
    "relayed",
    "conditions",
    "moments",
    "declining",
    "retractions",
    "formerly",
    "abilities",
    "doubts",
    "whys",
    "times",
    "noes",
    "yeses",
    "ons",
    "offs",
    "shares_of",
    "corrections",
    "changes",
    "ellipses",
    "likewise",
    "preferences",
    "settings",
    "settings_behind",
    "places_before",
    "thens",
    "thereabouts",
    "therefrom",
    "lands",
    "opinions",
    "well_wishes",
    "contents",
    "pronouns",
    "agree",
    "refuse",
    "cancel",
    "agree_more",
    "refuse_more",
    "particles",
]
_WORDS = [
    "called_countries",
    "called_parts",
    "called_towns",
    "called_places",
    "land_codes",
    "function_words",
    "light_words",
    "titles",
    "copulas",
    "points",
    "doubled",
    "question_words",
    "telling",
    "writing",
    "verbs",
    "more",
    "less",
    "further",
    "fewer",
    "hence",
    "since",
    "ending",
    "perhaps",
    "steps",
    "excess",
    "sufficient",
    "such",
    "amounts",
    "turning",
    "around",
    "all_words",
    "articles",
    "several",
    "plural_pronouns",
    "ones",
    "purposes",
    "enclitics",
    "proclitics",
    "enclitic_ofs",
    "partitives",
    "infinitives",
    "to_do",
    "to_do_endings",
    "enclitic_places",
    "genitives",
    "demonstratives",
    "owners",
    "negations_before",
    "nothings",
    "negations_behind",
    "alternatives",
    "inverted_conditions",
    "swapped_for",
    "relations",
    "reaching",
    "privatives",
    "linkings",
    "verb_particles",
    "between_lengths",
    "prefixes",
    "pasts",
    "having_done",
    "arranged",
    "irregulars",
    "unchanged",
    "returning",
    "own_states",
    "unreal",
    "enabling",
    "having",
    "perfects",
    "participles",
    "own_pasts",
    "describing",
    "doings",
    "past_alone",
    "accomplished",
    "degree_words",
    "last_ones",
    "somebodies",
    "somebody",
    "other_ones",
    "placeholders",
    "subjects",
    "persons",
    "states",
    "auxiliaries",
    "reports",
    "speakers",
    "addressing",
    "addressed",
    "preterites",
    "adverbs",
    "wishes",
    "relatives",
    "perceiving",
]


def load(folder: Path) -> Language:
    """The language that *folder* holds: ``words.yaml``, and if it has them ``entities.yaml`` and ``background.txt``.

    Raises:
        LanguageError: naming the file and the mistake.
    """
    words = _yaml(folder / "words.yaml")
    if words is None:
        raise LanguageError(f"{folder}: no words.yaml")
    unknown = set(words) - {*_PHRASES, *_WORDS, *_OTHERS}
    if unknown:
        raise LanguageError(f"{folder}/words.yaml: unknown entry '{min(map(str, unknown))}'")
    try:
        found = Language(code=str(words["code"]), name=str(words["name"]))
        changes: dict[str, Any] = {name: tuple(templates(words.get(name, ""))) for name in _PHRASES}
        changes |= {name: frozenset(str(words.get(name) or "").split()) for name in _WORDS}
        changes["dimensions"] = tuple(
            (frozenset(str(names).split()), frozenset(str(said).split()))
            for names, said in (words.get("dimensions") or {}).items()
        )
        changes["meanings"] = tuple(
            (frozenset(str(names).split()), tuple(templates(said)))
            for names, said in (words.get("meanings") or {}).items()
        )
        changes["opposites"] = tuple(_opposites(pair) for pair in words.get("opposites") or ())
        changes["spelling"] = MappingProxyType(
            {wrong: str(right) for right, forms in (words.get("spelling") or {}).items() for wrong in templates(forms)}
        )
        changes["sounds_alike"] = tuple(frozenset(str(same).split()) for same in words.get("sounds_alike") or ())
        for table in ("counts", "extents", "carried", "frequencies", "recasts", "shifts"):
            changes[table] = MappingProxyType(
                {str(how): tuple(templates(said)) for how, said in (words.get(table) or {}).items()}
            )
        changes["spelt_out"] = MappingProxyType(
            {
                str(kind): MappingProxyType({str(form): tuple(templates(said)) for form, said in forms.items()})
                for kind, forms in (words.get("spelt_out") or {}).items()
            }
        )
        changes["stemmer"] = str(words.get("stemmer") or "")
        changes["sentences"] = MappingProxyType({str(k): tuple(v) for k, v in (words.get("sentences") or {}).items()})
    except KeyError as error:
        raise LanguageError(f"{folder}/words.yaml: '{error.args[0]}' is missing") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise LanguageError(f"{folder}/words.yaml: {error}") from None
    entities = _yaml(folder / "entities.yaml") or {}
    return replace(found, **changes, entities=MappingProxyType(entities), background=_background(folder))


_OTHERS = [
    "code",
    "carried",
    "counts",
    "dimensions",
    "extents",
    "frequencies",
    "name",
    "meanings",
    "opposites",
    "recasts",
    "shifts",
    "spelling",
    "spelt_out",
    "sounds_alike",
    "stemmer",
    "sentences",
]


def _opposites(pair: Any) -> tuple[frozenset[str], frozenset[str]]:
    one, _, other = str(pair).partition("/")
    if not one.strip() or not other.strip():
        raise ValueError(f"'{pair}' holds no '/' between words and their opposites")
    return frozenset(templates(one)), frozenset(templates(other))


def _yaml(file: Path) -> dict[Any, Any] | None:
    if not file.is_file():
        return None
    try:
        content = read_word_table(file)
    except WordTableError as error:
        raise LanguageError(str(error)) from None
    if not isinstance(content, dict):
        raise LanguageError(f"{file}: a mapping is expected")
    return content


def _background(folder: Path) -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
    """``background.txt``: a line ``[words of the subject]``, then what people say about it, a line each."""
    file = folder / "background.txt"
    if not file.is_file():
        return ()
    found: list[tuple[frozenset[str], list[str]]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            found.append((frozenset(line[1:-1].replace(":", " ").split()), []))
        elif line and not line.startswith("#"):
            if not found:
                raise LanguageError(f"{file}: '{line}' stands before any [subject]")
            found[-1][1].append(line)
    return tuple((words, tuple(said)) for words, said in found)


def templates(text: Any) -> list[str]:
    """What a text of templates stands for: ``a [b] (c|d) | e`` is "a b c", "a b d", "a c", "a d" and "e".

    Raises:
        ValueError: an unclosed bracket, or a template that stands for too many sentences.
    """
    found: dict[str, None] = {}
    for part in text if isinstance(text, list) else [text if text is not None else ""]:
        plain = unicodedata.normalize("NFKC", str(part)).replace("’", "'")
        sentences, rest = _alternatives(plain, 0, "")
        if rest != len(plain):
            raise ValueError(f"a bracket too many in '{plain.strip()[:80]}'")
        found.update((" ".join(sentence.split()), None) for sentence in sentences)
    return [sentence for sentence in found if sentence]


def _alternatives(text: str, at: int, closing: str) -> tuple[list[str], int]:
    """The sentences up to *closing*, and where it stands (or the end of the text)."""
    found: list[str] = []
    sequence = [""]
    literal: list[str] = []

    def flush(pieces: list[str] | None = None) -> None:
        nonlocal sequence
        said = "".join(literal)
        literal.clear()
        sequence = [head + said + piece for head in sequence for piece in (pieces or [""])]
        if len(sequence) > _MAX_TEMPLATE:
            raise ValueError(f"'{text.strip()[:80]}' stands for more than {_MAX_TEMPLATE} sentences")

    while at < len(text):
        char = text[at]
        if char in "([":
            inner, at = _alternatives(text, at + 1, ")" if char == "(" else "]")
            if at >= len(text):
                raise ValueError(f"an unclosed bracket in '{text.strip()[:80]}'")
            flush([*inner, ""] if char == "[" else inner)
        elif char == "|":
            flush()
            found.extend(sequence)
            sequence = [""]
        elif char in ")]":
            if char != closing:
                return found, at
            break
        else:
            literal.append(char)
        at += 1
    flush()
    found.extend(sequence)
    return found, at
