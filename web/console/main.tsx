/**
 * Begins the console: theme, exchange, first drawing. The page shows its shell before this runs, and
 * the desk is drawn before the exchange has answered anything.
 */
import { render } from "preact";
import { App } from "./app.tsx";
import { ConnectedExchange } from "./exchange/connected-exchange.ts";
import { beginTheme } from "./frame/theme.ts";
import "../look/tokens.css";
import "../look/header.css";
import "./style/page.css";
import "./style/desk.css";
import "./style/parts.css";
import "./style/table.css";
import "./style/market.css";
import "./style/book.css";

const place = document.getElementById("app");
if (place) {
  beginTheme();
  const exchange = new ConnectedExchange(location.origin);
  place.replaceChildren();
  render(<App exchange={exchange} />, place);
  void exchange.begin();
}
