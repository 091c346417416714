"""The endpoints, a class for each area, and the words of the API in types."""
