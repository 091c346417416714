/** The sections of the page, each at a fragment of its address, so that a reload and Back lead there. */
import { useEffect, useState } from "preact/hooks";

export const SECTIONS = [
  ["overview", "Overview"],
  ["markets", "Markets"],
  ["users", "Users and keys"],
  ["money", "Money"],
  ["solvency", "Solvency"],
  ["bans", "Bans"],
  ["sandbox", "Sandbox"],
] as const;

export type Section = (typeof SECTIONS)[number][0];

export function sectionIn(hash: string): Section {
  return SECTIONS.find(([name]) => `#/${name}` === hash)?.[0] ?? "overview";
}

export function useSection(): Section {
  const [section, setSection] = useState(() => sectionIn(location.hash));
  useEffect(() => {
    const follow = () => setSection(sectionIn(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return section;
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
