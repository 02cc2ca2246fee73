"""The small web server for private hands, and its page. Import `server` only when somebody asks for phones."""
