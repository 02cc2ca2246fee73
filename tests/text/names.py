"""Names of people in many scripts, and characters that are invisible."""

NAMES = (
    *("Ann", "José", "Ђорђе", "Ελένη", "Nguyễn Thị", "שלום", "محمد", "नमस्ते", "สวัสดี", "李小龍", "さくら", "김철수"),
    *("می\u200cخواهم", "क्\u200dष", "👩\u200d👩\u200d👧", "❤\ufe0f", "👍🏽", "1\ufe0f\u20e3", "葛\U000e0100"),
    *("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🏳\ufe0f\u200d🌈", "O'Neill-2", "\ue000"),
)
INVISIBLE = (
    *("\u200b", "\u202e", "\u2060", "\ufe0f", "\ufeff", "\u00ad", "\u034f", "\u2066", "\u200f", "\u3164", "\u115f"),
    *("\u2800", "\x07", "\x1b", "\u0085", "\u2028", "\U000e0041", "\u200d", "\u200c", "\u180e", "\ufff9"),
)
