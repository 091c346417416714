/** Puts the operator's page into its place. */
import { render } from "preact";
import { Page } from "./page.tsx";
import "./style/page.css";
import "./style/parts.css";

const place = document.getElementById("app");
if (place !== null) render(<Page />, place);
