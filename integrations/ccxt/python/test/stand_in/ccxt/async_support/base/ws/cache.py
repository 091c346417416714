"""Lists of rows that a stream has told, and how many of them are new to whoever asks."""


class ArrayCache(list):
    def __init__(self, max_size=None):
        super().__init__()
        self.max_size = max_size
        self.unseen = 0

    def key(self, row):
        return None

    def append(self, row):
        key = self.key(row)
        kept = [one for one in self if key is None or self.key(one) != key]
        kept.append(row)
        self[:] = kept if self.max_size is None else kept[-self.max_size:]
        self.unseen += 1

    def getLimit(self, symbol, limit):
        unseen, self.unseen = self.unseen, 0
        return unseen if limit is None else min(unseen, limit)


class ArrayCacheBySymbolById(ArrayCache):
    def key(self, row):
        return (row["symbol"], row["id"])


class ArrayCacheBySymbolBySide(ArrayCache):
    def key(self, row):
        return (row["symbol"], row["side"])


class ArrayCacheByTimestamp(ArrayCache):
    def key(self, row):
        return row[0]
