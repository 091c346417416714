/** Puts the operator's page into its place. */
import { render } from "preact";
import { Page } from "./page.tsx";
import "../look/tokens.css";
import "../look/header.css";
import "./style/page.css";
import "./style/parts.css";

const place = document.getElementById("app");
if (place !== null) render(<Page />, place);
