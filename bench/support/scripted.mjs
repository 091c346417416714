/** Modules of `scripts`, which are no part of what is built: compiled as they are loaded. */
import { tsImport } from "tsx/esm/api";

/** @param {string} path below `scripts` */
export function scripted(path) {
  return tsImport(`../../scripts/${path}`, import.meta.url);
}
