/** Several servers in one URL. */
import { expect, test } from "vitest";
import { hasPassword, hostUrls } from "./host-urls.ts";

test("LOG-PG-7 each host gets the user, the password, the database and the options", () => {
  const urls = hostUrls("postgresql://bourse:a,b%40c@one:5001,two,[::1]:5003/db?sslmode=no-verify");

  expect(urls).toEqual([
    "postgresql://bourse:a,b%40c@one:5001/db?sslmode=no-verify",
    "postgresql://bourse:a,b%40c@two/db?sslmode=no-verify",
    "postgresql://bourse:a,b%40c@[::1]:5003/db?sslmode=no-verify",
  ]);
});

test.each([
  "postgres://one/db",
  "postgres:///db",
  "postgres://u@one:5432",
  "postgres://u@%2Frun/db",
])("LOG-PG-7 a URL of one host stays as it is: %s", (url) => {
  expect(hostUrls(url)).toEqual([url]);
});

test.each([
  "http://one/db",
  "postgres:one",
  "postgres://u@one,/db",
  "postgres://u@,two/db",
  "postgres://u@one,:5432/db",
  "postgres://u@one:0,two/db",
  "postgres://u@one:65536,two/db",
  "postgres://u@one:x,two/db",
  "postgres://u@o ne,two/db",
  "postgres://u@one,two/db?host=three",
  "",
])("LOG-PG-7 no place of a database: %s", (url) => {
  expect(hostUrls(url)).toBeUndefined();
});

test("CLUSTER-SECRET-1 a password is found wherever the URL may have it", () => {
  expect(hasPassword("postgres://u@one,two/db")).toBe(false);
  expect(hasPassword("postgres://u:secret@one,two/db")).toBe(true);
  expect(hasPassword("postgres://u@one/db?password=secret")).toBe(true);
});
