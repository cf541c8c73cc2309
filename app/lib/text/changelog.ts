import text from "../../../CHANGELOG.md?raw";

export interface Version {
  /** e.g. `Unreleased`, `1.2.0 - 2026-12-01` */
  name: string;
  parts: { heading: string; changes: string[] }[];
}

/** The versions of a changelog, the newest first: `## version`, `### part`, `- change` and its further lines. */
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
            changes: changes.map((change) => change.trim().replaceAll(/\s*\n\s*/g, " ")),
          };
        }),
      };
    });
}

/** What changed in the version that runs, and before. */
export const versions = readChangelog(text);
