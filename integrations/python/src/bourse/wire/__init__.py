"""Requests and replies: signing, the server's clock, what may be sent again. No endpoint is named here."""
