"""English words whose forms no suffix rule brings together."""

from __future__ import annotations

#: Base form and its irregular forms. Left out where a form is a common word of its own that people search for
#: (left, bound, ground, wound, rose, saw, lay, bore).
_FORMS = """
arise arose arisen, awake awoke awoken, bear born borne, beat beaten, become became, begin began begun, bend bent,
bite bit bitten, bleed bled, blow blew blown, break broke broken, breed bred, bring brought, build built, burn burnt,
buy bought, catch caught, child children, choose chose chosen, cling clung, come came, creep crept, deal dealt, dig
dug, draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed,
feel felt, fight fought, find found, flee fled, fling flung, fly flew flown, foot feet, forbid forbade forbidden,
foresee foresaw foreseen, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, get got gotten, give
gave given, go went gone, grow grew grown, half halves, hang hung, hear heard, hide hid hidden, hold held, index
indices, keep kept, kneel knelt, knife knives, know knew known, lead led, leap leapt, learn learnt, lend lent, life
lives, light lit, lose lost, make made, man men, matrix matrices, mean meant, meet met, mistake mistook mistaken,
mouse mice, override overrode overridden, overwrite overwrote overwritten, pay paid, prove proven, rebuild rebuilt,
redo redid redone, rerun reran, rethrow rethrew rethrown, rewrite rewrote rewritten, ride rode ridden, ring rang rung,
rise risen, run ran, say said, see seen, seek sought, sell sold, send sent, shake shook shaken, shine shone, shoot
shot, show shown, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, speak spoke
spoken, speed sped, spend spent, spin spun, spring sprang sprung, stand stood, steal stole stolen, stick stuck, sting
stung, strike struck stricken, strive strove striven, swear swore sworn, sweep swept, swim swam swum, swing swung,
take took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown, tooth teeth, undergo
underwent undergone, understand understood, undo undid undone, unwind unwound, vertex vertices, wake woke woken, wear
wore worn, weave wove woven, weep wept, wife wives, win won, withdraw withdrew withdrawn, woman women, write wrote
written
"""

BASE_FORMS = {form: base for base, *forms in (entry.split() for entry in _FORMS.split(",")) for form in forms}
