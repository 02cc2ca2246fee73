"""The small web server for private hands, and its page. Import `socket_server` only when somebody asks for phones."""
