"""Dates and times in the format of the language and the region."""

from __future__ import annotations

from datetime import datetime

from grenade_salad.app.sharing.match_titles import format_clock, format_date, format_time
from grenade_salad.text import Message, Reader, m, say
from grenade_salad.text.languages import system_region
from grenade_salad.text.say import use_language, use_region

EVENING, NIGHT = datetime(2026, 2, 9, 20, 5).astimezone(), datetime(2026, 2, 9, 0, 30).astimezone()


def format_dates(language: str, region: str) -> list[str]:
    """Return a date and two times in a language and region."""
    use_language(language)
    use_region(region)
    messages: list[Message] = [format_date(EVENING), format_clock(EVENING), format_clock(NIGHT)]
    return [say(message) for message in messages]


def test_english_dates_and_times_follow_the_country() -> None:
    assert format_dates("en", "") == format_dates("en", "GB") == ["9 Feb 2026", "20:05", "00:30"]
    assert format_dates("en", "US") == ["Feb 9, 2026", "8:05 pm", "12:30 am"]
    assert format_dates("en", "AU") == ["9 Feb 2026", "8:05 pm", "12:30 am"]


def test_other_languages_use_their_own_formats() -> None:
    assert format_dates("de", "US") == format_dates("de", "")
    assert format_dates("de", "")[0].startswith("9.")
    use_language("en")
    use_region("US")
    assert say(m("{when}!", when=format_time(EVENING.isoformat(), EVENING)), Reader()) == "Today, 8:05 pm!"


def test_country_is_read_from_the_system() -> None:
    assert system_region({}, ["de-AT", "en-US"]) == "AT"
    assert system_region({}, ["de"]) == system_region({}, []) == system_region({"LANG": "eo"}) == ""
    assert system_region({"LC_ALL": "en_GB.UTF-8", "LC_TIME": "en_US", "LANG": "de_DE"}) == "GB"
