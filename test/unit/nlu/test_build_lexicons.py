"""How the lexicons are made of their tables, and that those which are shipped are made of these."""

from __future__ import annotations

from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.nlu.knowledge import build_lexicons
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build_lexicons, "TABLES", tmp_path)
    return tmp_path


def test_both_tables_tell_what_a_word_is(tables: Path) -> None:
    (tables / "de_english.tsv").write_text("bank\tbench, bank\nauf\ton\n")
    (tables / "english_de.tsv").write_text("bank\tbank, geldinstitut\nup\tauf, hinauf\nempty\t\n")
    found = build_lexicons._read("de")
    assert found["bank"]["bank"] > found["bank"]["bench"] == 1
    assert found["geldinstitut"] == {"bank": pytest.approx(0.75)}
    assert found["auf"]["on"] > found["auf"]["up"]  # a word of grammar is what its own table says


def test_a_verb_is_found_with_its_particle_before_it(tables: Path) -> None:
    found = {"aufmachen": [("open", 1.0)], "machen": [("make", 1.0)]}
    forms = {"macht": "machen", "machst": "machen"}
    made = dict(build_lexicons._separable(found, forms, "de"))
    assert made == {form: [("open", 1.0)] for form in ("aufmach", "aufmache", "aufmacht", "aufmachst")}
    assert not dict(build_lexicons._separable(found, forms, "fr"))


def test_without_tables_it_says_so(tables: Path) -> None:
    with pytest.raises(SystemExit, match="no tables"):
        build_lexicons.main()


@pytest.mark.parametrize("lang", ["de", "es", "fr", "it", "nl", "pt"])
def test_the_shipped_files_know_each_word_of_their_tables(lang: str) -> None:
    known = lexicon(language(lang))
    assert known is not None
    told = [word for word, meant, _ in build_lexicons._rows(build_lexicons.TABLES / f"{lang}_english.tsv") if meant]
    missing = [word for word in told if not known.knows(build_lexicons._tokens(word, lang))]
    assert len(told) > 4000 and not missing
