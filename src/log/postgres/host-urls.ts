/**
 * The servers of a cluster in one URL, as libpq writes them: `postgres://user@one:5432,two:5432/database`. The library that
 * speaks to PostgreSQL knows one host only, so the URL becomes one for each.
 */

const SCHEMES = ["postgres:", "postgresql:"];
/** Scheme, user and password, hosts, and all that comes behind them. */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/;

/** One URL for each host; undefined when it is no place of a database. */
export function hostUrls(url: string): readonly string[] | undefined {
  const [, scheme = "", user = "", hosts = "", rest = ""] = PARTS.exec(url) ?? [];
  if (scheme === "") return undefined;
  const written = hosts.split(",");
  if (written.length > 1 && written.some(hasNoName)) return undefined;
  const urls = written.map((host) => `${scheme}${user}${host}${rest}`);
  if (!urls.every(isPlace)) return undefined;
  // A host that is named behind the question mark would take the place of each of them.
  const isNamedTwice = urls.length > 1 && new URL(urls[0] ?? "").searchParams.has("host");
  return isNamedTwice ? undefined : urls;
}

/** Whether others must not read it; the library takes a password from behind the question mark, too. */
export function hasPassword(url: string): boolean {
  return (hostUrls(url) ?? []).some((each) => {
    const { password, searchParams } = new URL(each);
    return password !== "" || searchParams.has("password");
  });
}

function hasNoName(host: string): boolean {
  return host === "" || host.startsWith(":");
}

function isPlace(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, port } = new URL(url);
  return SCHEMES.includes(protocol) && port !== "0";
}
