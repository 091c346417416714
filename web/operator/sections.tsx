/**
 * The sections of the page, each at a fragment of its address, so that a reload and Back lead there.
 * The user that it is about may follow the section: `#/users/alice`.
 */
import { useEffect, useState } from "preact/hooks";

export const SECTIONS = [
  ["overview", "Overview"],
  ["markets", "Markets"],
  ["users", "Users and keys"],
  ["money", "Money"],
  ["lending", "Loans and prices"],
  ["solvency", "Solvency"],
  ["bans", "Bans"],
  ["sandbox", "Sandbox"],
] as const;

export type Section = (typeof SECTIONS)[number][0];

export interface SectionRoute {
  readonly section: Section;
  /** The user that it is about. */
  readonly about: string | undefined;
}

export function sectionRouteIn(hash: string): SectionRoute {
  const [, name, about] = /^#\/([^/]*)(?:\/(.+))?$/.exec(hash) ?? [];
  const section = SECTIONS.find(([known]) => known === name)?.[0] ?? "overview";
  return { section, about: decoded(about) };
}

/** What was typed into the address may be no encoded text at all. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function useSectionRoute(): SectionRoute {
  const [route, setRoute] = useState(() => sectionRouteIn(location.hash));
  useEffect(() => {
    const follow = () => setRoute(sectionRouteIn(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

interface NavigationProps {
  readonly present: Section;
  readonly isSandbox: boolean;
}

export function Navigation({ present, isSandbox }: NavigationProps) {
  const shown = SECTIONS.filter(([name]) => isSandbox || name !== "sandbox");
  return (
    <nav aria-label="Sections">
      {shown.map(([name, title]) => (
        <a key={name} href={`#/${name}`} aria-current={name === present ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
