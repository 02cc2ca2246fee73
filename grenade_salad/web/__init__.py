"""The small web server for private hands, and its page.

Import the server only when a person asks for phones.
"""
