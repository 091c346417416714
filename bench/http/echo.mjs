/**
 * The peer: a bare `node:http` server that reads JSON and writes it back, `node echo.mjs`. It gets
 * the bytes that the exchange gets and checks nothing. A request without a body gets its target.
 */
import { createServer } from "node:http";

const server = createServer((incoming, response) => {
  const pieces = [];
  incoming.on("data", (piece) => pieces.push(piece));
  incoming.on("end", () => {
    const asked = pieces.length > 0 ? JSON.parse(Buffer.concat(pieces)) : { target: incoming.url };
    const body = JSON.stringify(asked);
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});

server.listen(0, "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
