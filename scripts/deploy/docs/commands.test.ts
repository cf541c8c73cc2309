import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandsIn, sectionOf } from "./commands.ts";
import { NOT_RUN, RUN } from "./plan.ts";

const TEXT = `# Title

## Run it
Run \`npm run backup\` or, across
lines, \`DATA_DIR=restored npm run
restore -- latest\`. \`BACKUP_TO\` and \`select 1\` are not commands.

\`\`\`sh
# a comment
systemctl restart it     # why
cp a b
\`\`\`

\`\`\`yaml
npm: run
\`\`\`

## After
\`npm start\`
`;

test("finds the commands of blocks and of the text, in order", () => {
  expect(commandsIn(sectionOf(TEXT, "## Run it"))).toEqual([
    "npm run backup",
    "DATA_DIR=restored npm run restore -- latest",
    "systemctl restart it",
    "cp a b",
  ]);
});

test("refuses a missing section", () => {
  expect(() => sectionOf(TEXT, "## Elsewhere")).toThrow("There is no ## Elsewhere.");
});

test("`npm run test:deploy` runs every command of the documents, or says why not", () => {
  const written = [
    ...commandsIn(sectionOf(readFileSync("README.md", "utf8"), "## Run it")),
    ...["docs/runbook.md", "docs/deploy.md"].flatMap((path) =>
      commandsIn(readFileSync(path, "utf8")),
    ),
  ];
  const listed = [...RUN.map(({ command }) => command), ...Object.keys(NOT_RUN)];
  expect(new Set(listed)).toEqual(new Set(written));
});
