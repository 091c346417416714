/**
 * The script of the page. The reference is there without it; it adds what only a program can do: a
 * menu that folds, a filter over the endpoints, and sending a request with the reader's own key.
 */
import { addFilter } from "./filter.ts";
import { addMenu } from "./menu.ts";
import { addTryIt } from "./try-it.ts";

addMenu();
addFilter();
addTryIt();
