/**
 * The script of the page. The reference is there without it; it adds what only a program can do: a
 * filter over the endpoints, and sending a request with the reader's own key.
 */
import { addFilter } from "./filter.ts";
import { addTryIt } from "./try-it.ts";

addFilter();
addTryIt();
