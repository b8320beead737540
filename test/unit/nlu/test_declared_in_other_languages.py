"""What a tool without an example is told in other languages than English: articles stand before what is named."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("lang", "name", "said", "origin", "target"),
    [
        ("en-us", "book_trip", "book a trip to the chapel from the farm", "farm", "chapel"),
        ("de-de", "fahrt_buchen", "eine fahrt von der alm nach wien buchen", "alm", "wien"),
        ("es-es", "reservar_viaje", "reserva un viaje a la ermita desde la granja", "granja", "ermita"),
        ("fr-fr", "reserver_trajet", "réserve un trajet depuis la ferme vers la chapelle", "ferme", "chapelle"),
        ("it-it", "prenota_viaggio", "prenota un viaggio dalla fattoria verso la cappella", "fattoria", "cappella"),
        ("nl-nl", "rit_boeken", "boek een rit van de hoeve naar de kapel", "hoeve", "kapel"),
        ("pt-pt", "reservar_viagem", "reserva uma viagem desde a quinta para a capela", "quinta", "capela"),
    ],
)
def test_what_leads_to_a_name_stands_before_its_article(
    lang: str, name: str, said: str, origin: str, target: str
) -> None:
    ends = [ToolParameter("origin", "string", True), ToolParameter("target", "string", True)]
    translator = having_learned([tool(name, "", ends, {})], lang=lang)
    found = translator.candidates(said, TranslationContext(NOW, lang=lang))
    assert dict(found[0].filled.arguments) == {"origin": origin, "target": target}
