"""What is no request, or none yet: what kind of thing a clause is, told by the words alone, from the language's tables.

:func:`acts_of` says it of a text, with the words that tell it; the files beside it each know one kind. The tools' own
wording may say otherwise: ``nlu.accounting`` and ``nlu.segmentation`` ask both.
"""

from ovos_phal_plugin_jarvis.nlu.acts.acts import INSTEAD, Acts, acts_of
from ovos_phal_plugin_jarvis.nlu.acts.directed import is_wanted, seems_unwanted
from ovos_phal_plugin_jarvis.nlu.acts.kind import Kind
from ovos_phal_plugin_jarvis.nlu.acts.remarks import Remark, remark_of
from ovos_phal_plugin_jarvis.nlu.acts.statements import Stated

__all__ = ["INSTEAD", "Acts", "Kind", "Remark", "Stated", "acts_of", "is_wanted", "remark_of", "seems_unwanted"]
