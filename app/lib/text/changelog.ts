import text from "../../../CHANGELOG.md?raw";

export interface Version {
  /** for example `Unreleased`, `1.2.0 - 2026-12-01` */
  name: string;
  parts: { heading: string; changes: string[] }[];
}

/** `[text](address)`: the address is one of the repository, which means nothing on a screen. */
const LINK = /\[([^\]]+)\]\([^)]+\)/g;

/** Parses a changelog, newest version first: `## version`, `### part`, `- change` and continuation lines. */
export function readChangelog(changelog: string): Version[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((version) => {
      const [name = "", ...parts] = version.split(/^### /m);
      return {
        name: name.trim(),
        parts: parts.map((part) => {
          const [heading = "", ...changes] = part.split(/^- /m);
          return {
            heading: heading.trim(),
            changes: changes.map((change) =>
              change
                .trim()
                .replaceAll(/\s*\n\s*/g, " ")
                .replaceAll(LINK, "$1"),
            ),
          };
        }),
      };
    });
}

/** The changes in the running version and earlier ones. */
export const versions = readChangelog(text);
