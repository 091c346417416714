/** Loaded before a program (`--import`), it puts the wall clock off by BY ms, which stands in this module's query. */
const byMs = Number(new URL(import.meta.url).searchParams.get("by"));
const now = Date.now;
Date.now = () => now() + byMs;
