"""Whether a memory bears on a prompt enough to be shown unasked.

A prompt is no query: most of its words say what to do (`fix the failing test`), and every store holds some of them.
Words of that kind count for
less. A memory must hold two words of the prompt, one of them of another kind, and a good share of what the prompt asks
about.

A word's worth is its inverse document frequency against that of a word that one memory holds: 1 for the rarest in a
store of any size. Measured on five histories of commits (1,174 to 3,415 memories) and three long conversations, three
memories a prompt: of 300 questions about the history 225 brought the memory that answers (the three best of a recall
hold it for 261), of 180 about the conversation 52 (125). Of 312 questions about another history or conversation 36
brought anything, of 360 about something else one, of 320 prompts such as `run the tests again` or `write a haiku about
autumn leaves` six. Without the bar nearly all of them do; if words that say what to do counted
for nothing, 200, 48, 24, one and six.
"""

from __future__ import annotations

from hippo.core.bm25 import inverse_document_frequency
from hippo.core.stems import stem
from hippo.core.stopwords import STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Words of the prompt that a memory must hold, what they must be worth together, and which share of the prompt's words
#: that is; a prompt longer than MOST_WORTH is not asked for more.
FEWEST_HELD = 2
LEAST_WORTH = 1.5
LEAST_SHARE = 0.4
MOST_WORTH = 5.0
#: What a word that says what to do is worth of what any other is (.25 finds 218 of 300 and brings 30 of 312).
PLAIN_SHARE = 0.4
#: A store is taken to have so many memories at least (chosen: in a handful, what most of them hold still tells).
FEWEST_DOCUMENTS = 100

#: Words of prompts that say what to do, or that any prompt to an agent may hold.
_COMMONPLACE = """
add again ahead all allow already anything apply ask away back bad before begin better big bit break broken bug build
call cannot case cause change check clean clear code come command comment commit compare complete continue correct
create current data debug default delete describe different directory docs document documentation down edit else end
error every everything example exist expect explain extend fail feature file find fine finish first fix folder follow
function further generate get give go good handle happen hello help helper hi high idea implement implementation improve
include initial input inside install instead issue item keep kind know last latest later left less let level like line
list little load local look lot main make matter mean merge message method missing mode module move name need new next
nice no not nothing now number off old only open option order output over page part pass path place plan point possible
problem project proper properly pull push put question read ready reason refactor release remove rename replace repo
repository request result return revert review right run same save say second see seem set setting setup shell show side
simple simplify single small something sort start state step stop support sure switch system take task tell test
text thank thanks them thing think third time today try turn type under understand unit until update use user value
variable version wait want warning way well while without word work would write wrong
"""


def shares(words: Iterable[tuple[str, str]]) -> dict[str, float]:
    """Of lower-case words with their stems those that are no stop words, and how much each counts: 1 if it tells."""
    plain = {stem(word) for word in _COMMONPLACE.split()}
    return {word: PLAIN_SHARE if root in plain else 1.0 for word, root in words if word not in STOP_WORDS}


def worth(documents: int, holding: int) -> float:
    """What a word tells that so many of all documents hold: 1 if one does, or none."""
    whole = max(documents, FEWEST_DOCUMENTS)
    return inverse_document_frequency(whole, max(holding, 1)) / inverse_document_frequency(whole, 1)


def needed(worths: Iterable[float]) -> float:
    """What the words that a memory holds must be worth, for a prompt whose words are worth this."""
    return max(LEAST_WORTH, LEAST_SHARE * min(sum(worths), MOST_WORTH))


def bears_on(held: Iterable[str], worths: Mapping[str, float], counting: Mapping[str, float]) -> bool:
    """Whether a memory that holds these words of a prompt bears on it; `counting` says how much each word counts."""
    found = {*held} & worths.keys()
    if len(found) < FEWEST_HELD or not any(counting[word] == 1.0 for word in found):
        return False
    return sum(worths[word] for word in found) >= needed(worths.values())
