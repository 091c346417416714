"""Streams against a real server. A door between breaks connections, drops and doubles messages."""

import asyncio
import json
from decimal import Decimal

import pytest

pytest.importorskip("websockets")
from door import Door  # noqa: E402

from bourse import CredentialsRefused, MalformedRequest  # noqa: E402
from bourse.streams import Book, Subscription  # noqa: E402
from bourse.wire.addresses import Addresses  # noqa: E402

SYMBOL = "BTCUSDT"
BID = {"symbol": SYMBOL, "side": "BUY", "type": "LIMIT", "volume": "0.01"}


def run(work):
    return asyncio.run(asyncio.wait_for(work, 30))


def through(door, client, **options):
    """The stream goes through the door, requests do not."""
    stream = client.stream(**options)
    stream._addresses = Addresses([door.url])
    return stream


async def place(client, price):
    return await asyncio.get_running_loop().run_in_executor(
        None, lambda: client.spot.create_order(price=price, **BID)
    )


def test_a_public_channel_begins_with_a_snapshot_and_goes_on_with_what_changes(exchange):
    client = exchange.client("demo1")

    async def work():
        async with client.stream() as stream:
            depth, book = stream.subscribe(f"depth:{SYMBOL}"), Book()
            book.apply(await depth.__anext__())
            assert book.bids == []
            await place(client, "40000.5")
            update = await depth.__anext__()
            book.apply(update)
            return update.kind, book.bids

    assert run(work()) == ("update", [(Decimal("40000.5"), Decimal("0.01"))])


def test_a_private_channel_logs_in_by_itself(exchange):
    client = exchange.client("demo1")

    async def work():
        async with client.stream() as stream:
            orders = stream.subscribe("my.orders")
            first = await orders.__anext__()
            placed = await place(client, "40000")
            [row] = (await orders.__anext__()).data["orders"]
            return first.data["orders"], row["orderId"] == placed["orderId"], row["price"], row["area"]

    assert run(work()) == ([], True, Decimal(40000), "spot")


def test_a_key_that_is_refused_ends_private_channels_only(exchange):
    client = exchange.client({"apiKey": "nobody", "secret": "nothing"})

    async def work():
        async with client.stream() as stream:
            private, public = stream.subscribe("my.orders"), stream.subscribe("tickers")
            with pytest.raises(CredentialsRefused):
                await private.__anext__()
            return (await public.__anext__()).kind

    assert run(work()) == "snapshot"


def test_a_channel_that_is_not_there_is_refused(exchange):
    async def work():
        async with exchange.client().stream() as stream:
            with pytest.raises(MalformedRequest) as refused:
                await stream.subscribe("depth:NOPE").__anext__()
            return refused.value.code

    assert run(work()) == -1121


def test_after_a_loss_a_channel_goes_on_without_a_message_missing_or_told_twice(exchange):
    async def work():
        async with Door(exchange.url) as door:
            client = exchange.client("demo1")
            async with through(door, exchange.client("demo1")) as stream:
                orders = stream.subscribe("my.orders")
                await orders.__anext__()
                prices = []
                for price in ("40000", "40001", "40002"):
                    await place(client, price)
                    if price != "40002":
                        prices.append(await tell(orders))
                    door.cut()
                prices.append(await tell(orders))
                return prices, door.count

    prices, count = run(work())
    assert prices == [("update", 40000), ("update", 40001), ("update", 40002)]
    assert count >= 3


async def tell(orders):
    message = await orders.__anext__()
    return message.kind, message.data["orders"][0]["price"]


@pytest.mark.parametrize("times", [0, 2])
def test_a_message_that_is_lost_or_comes_twice_is_mended(exchange, times):
    """0: the first update is dropped, and asked for again; 2: it is doubled, and told once."""

    async def work():
        async with Door(exchange.url) as door:
            client = exchange.client("demo1")
            async with through(door, exchange.client("demo1")) as stream:
                orders = stream.subscribe("my.orders")
                await orders.__anext__()
                struck = door.repeat_next_update(times)
                await place(client, "40000")
                # Else the server might tell of two orders in one message.
                await struck.wait()
                told = [await tell(orders)] if times > 0 else []
                await place(client, "40001")
                while len(told) < 2:
                    told.append(await tell(orders))
                await place(client, "40002")
                told.append(await tell(orders))
                return told, [one for one in door.sent if "from" in one]

    told, resumed = run(work())
    assert told == [("update", 40000), ("update", 40001), ("update", 40002)]
    assert len(resumed) == (1 if times == 0 else 0)


def test_a_connection_that_falls_silent_is_given_up(exchange):
    async def work():
        async with Door(exchange.url) as door:
            async with through(door, exchange.client("demo1"), quiet_ms=200) as stream:
                orders = stream.subscribe("my.orders")
                await orders.__anext__()
                given_up = door.fall_silent()
                await place(exchange.client("demo1"), "40000")
                await given_up.wait()
                return await tell(orders)

    assert run(work()) == ("update", 40000)


def test_another_state_is_a_resync_and_a_snapshot(exchange):
    client = exchange.client("demo1")
    exchange.states.save("empty")

    async def work():
        async with client.stream() as stream:
            orders = stream.subscribe("my.orders")
            await orders.__anext__()
            await place(client, "40000")
            await orders.__anext__()
            await asyncio.get_running_loop().run_in_executor(None, lambda: exchange.states.load("empty"))
            resync, snapshot = await orders.__anext__(), await orders.__anext__()
            return resync.kind, resync.reason, snapshot.kind, snapshot.data["orders"]

    assert run(work()) == ("resync", "other_log", "snapshot", [])


def test_a_reader_that_is_behind_begins_anew():
    def update(number):
        place = {"seq": f"{number}-1", "prev": f"{number - 1}-1", "time": 0}
        return {"type": "update", "data": number, **place}

    async def work():
        orders = Subscription("my.orders", 2, lambda _: None)
        orders.answered(False)
        orders.take_snapshot({"type": "snapshot", "data": 1, "seq": "1-1", "time": 0}, "log")
        asked = [orders.take_update(update(number), "log") for number in (2, 3)]
        place = orders.place
        orders.answered(False)
        orders.take_snapshot({"type": "snapshot", "data": 3, "seq": "3-1", "time": 0}, "log")
        return asked, place, [(one.kind, one.data, one.reason) async for one in first(orders, 2)]

    async def first(messages, count):
        for _ in range(count):
            yield await messages.__anext__()

    asked, place, told = run(work())
    assert (asked, place) == ([True, False], {})
    assert told == [("resync", None, "behind"), ("snapshot", 3, "")]


def test_the_same_channel_is_subscribed_to_once_and_again_after_it_is_closed(exchange):
    async def work():
        async with exchange.client().stream() as stream:
            first = stream.subscribe("tickers")
            with pytest.raises(ValueError):
                stream.subscribe("tickers")
            await first.__anext__()
            first.close()
            return [one async for one in first], (await stream.subscribe("tickers").__anext__()).kind

    assert run(work()) == ([], "snapshot")


def test_messages_are_json_of_the_server(exchange):
    """The door reads what goes through it: it is what the tests above think it is."""

    async def work():
        async with Door(exchange.url) as door:
            async with through(door, exchange.client()) as stream:
                await stream.subscribe("tickers").__anext__()
                return [json.dumps(one) for one in door.sent]

    assert run(work()) == ['{"op": "subscribe", "channel": "tickers", "id": 1}']
