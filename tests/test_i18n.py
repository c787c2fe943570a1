"""Which language is spoken, and that it can change while the program runs."""

import gettext
import io
from collections.abc import Iterator

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorekeeper import i18n
from scorekeeper.i18n import Lazy, _, ngettext, pgettext

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 :"
" n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "Undo"
msgstr "Отменить"

msgctxt "card"
msgid "Ten"
msgstr "Десятка"

msgid "%(n)s point"
msgid_plural "%(n)s points"
msgstr[0] "%(n)s очко"
msgstr[1] "%(n)s очка"
msgstr[2] "%(n)s очков"
"""


@pytest.fixture
def russian(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small Russian catalogue in the place of the program's own."""
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.StringIO(PO), locale="ru"))
    compiled.seek(0)
    catalogues = {"ru": gettext.GNUTranslations(compiled), "en": gettext.NullTranslations()}
    monkeypatch.setattr(i18n, "_catalogue", catalogues.__getitem__)
    yield
    i18n.set_language("en")


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "RU-ru@variant"}, "ru"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "rup_MK"}, "en"),
        ({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "ru_RU", "LANG": "en_US"}, "ru"),
        ({"LANGUAGE": "de:ru:en", "LC_ALL": "en_US.UTF-8"}, "ru"),
        ({"LANGUAGE": "en:ru", "LANG": "ru_RU"}, "en"),
        ({"LANGUAGE": "fr", "LANG": "ru_RU"}, "en"),
    ],
    ids=str,
)
def test_the_language_follows_the_environment(env: dict[str, str], expected: str) -> None:
    assert i18n.detect(env) == expected


def test_sentences_switch_at_once(russian: None) -> None:
    assert (_("Undo"), pgettext("card", "Ten")) == ("Undo", "Ten")
    i18n.set_language("ru")
    assert i18n.language() == "ru"
    assert (_("Undo"), pgettext("card", "Ten"), pgettext("score", "Ten")) == ("Отменить", "Десятка", "Ten")
    assert _("never heard of") == "never heard of"


def test_russian_counts_in_three_forms(russian: None) -> None:
    def count(n: int) -> str:
        return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}

    assert [count(n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    i18n.set_language("ru")
    assert [count(n) for n in (1, 2, 5, 11, 12, 21, 22, 111)] == [
        "1 очко", "2 очка", "5 очков", "11 очков", "12 очков", "21 очко", "22 очка", "111 очков",
    ]  # fmt: skip


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="'de'"):
        i18n.set_language("de")
    assert i18n.language() == "en"


def test_a_lazy_sentence_answers_in_the_language_of_the_moment(russian: None) -> None:
    undo = Lazy("Undo")
    before = hash(undo)
    i18n.set_language("ru")
    assert str(undo) == f"{undo}" == "Отменить"
    assert "[" + undo + "]" == "[Отменить]"
    assert (len(undo), undo.upper(), undo[:2], next(iter(undo))) == (8, "ОТМЕНИТЬ", "От", "О")
    assert "мен" in undo
    assert hash(undo) == before
    i18n.set_language("en")
    assert str(undo) == "Undo"


async def test_the_footer_switches_live(russian: None) -> None:
    from textual.app import App, ComposeResult
    from textual.binding import Binding
    from textual.widgets import Footer
    from textual.widgets._footer import FooterKey

    class Table(App[None]):
        BINDINGS = [Binding("u", "undo", Lazy("Undo"), tooltip=Lazy("Undo"))]
        ENABLE_COMMAND_PALETTE = False

        def compose(self) -> ComposeResult:
            yield Footer()

        def action_undo(self) -> None: ...

    app = Table()
    async with app.run_test() as pilot:

        def footer() -> str:
            return str(app.query_one(FooterKey).render()).strip()

        for _look in range(100):
            if app.query(FooterKey):
                break
            await pilot.pause(0.02)
        assert footer() == "u Undo"
        i18n.set_language("ru")
        app.refresh_bindings()
        for _look in range(100):  # the footer rebuilds itself after the next refresh
            await pilot.pause(0.02)
            if app.query(FooterKey) and footer() != "u Undo":
                break
        assert footer() == "u Отменить"
