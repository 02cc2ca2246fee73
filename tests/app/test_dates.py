"""Days and times as the language and the system have them."""

from __future__ import annotations

from datetime import datetime

from grenade_salad.app.sharing.match_titles import clock, dated, when
from grenade_salad.text import Message, Reader, m, say
from grenade_salad.text.languages import region_of_system
from grenade_salad.text.say import use_language, use_region

EVENING, NIGHT = datetime(2026, 2, 9, 20, 5).astimezone(), datetime(2026, 2, 9, 0, 30).astimezone()


def said(language: str, region: str) -> list[str]:
    """A day and two times in a language, somewhere."""
    use_language(language)
    use_region(region)
    told: list[Message] = [dated(EVENING), clock(EVENING), clock(NIGHT)]
    return [say(one) for one in told]


def test_english_has_days_and_hours_as_the_country_has_them() -> None:
    assert said("en", "") == said("en", "GB") == ["9 Feb 2026", "20:05", "00:30"]
    assert said("en", "US") == ["Feb 9, 2026", "8:05 pm", "12:30 am"]
    assert said("en", "AU") == ["9 Feb 2026", "8:05 pm", "12:30 am"]


def test_other_languages_say_them_as_they_do() -> None:
    assert said("de", "US") == said("de", "")
    assert said("de", "")[0].startswith("9.")
    use_language("en")
    use_region("US")
    assert say(m("{when}!", when=when(EVENING.isoformat(), EVENING)), Reader()) == "Today, 8:05 pm!"


def test_what_the_system_says_of_its_country() -> None:
    assert region_of_system({}, ["de-AT", "en-US"]) == "AT"
    assert region_of_system({}, ["de"]) == region_of_system({}, []) == region_of_system({"LANG": "eo"}) == ""
    assert region_of_system({"LC_ALL": "en_GB.UTF-8", "LC_TIME": "en_US", "LANG": "de_DE"}) == "GB"
