import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import config from "../biome.json" with { type: "json" };
import { temporaryFolder } from "./support/folder.ts";

/** Rooms, as biome.json names them: what a file there may not import, and what it may. */
const WALLS: Record<string, { refused: string[]; taken: string[] }> = {
  "app/**": { refused: ["#server/log.ts"], taken: ["#contract/cache-policy.ts"] },
  "app/ui/**": {
    refused: ["#app/features/services/icon.tsx", "#app/admin-kit/shell/shell.tsx", "react-router"],
    taken: ["#app/ui/cx.ts", "#app/lib/errors/reasons.ts", "react"],
  },
  "app/admin-kit/**": {
    refused: ["#app/features/services/queries.ts", "#app/content/index.ts", "#app/root.tsx"],
    taken: ["#app/ui/cx.ts", "#app/lib/data/table-store.ts", "react-router"],
  },
  "app/site-kit/**": {
    refused: ["#app/features/services/queries.ts", "#app/admin-kit/shell/mark.tsx"],
    taken: ["#app/content/index.ts", "#app/lib/page/nonce.ts"],
  },
  "app/features/**": {
    refused: ["#app/features/services/queries.ts", "../../../services/queries.ts", "#app/root.tsx"],
    taken: ["../schema.ts", "#app/admin-kit/forms/use-form.ts", "#app/site-kit/button.tsx"],
  },
  "app/features/*/*": {
    refused: ["#app/features/services/queries.ts", "../services/queries.ts"],
    taken: ["./admin/resource.ts", "#app/lib/data/in-order.ts"],
  },
  "app/features/*/site/**": {
    refused: ["../admin/resource.ts", "#app/admin-kit/forms/use-form.ts", "../../../seo/sample.ts"],
    taken: ["../queries.ts", "#app/site-kit/button.tsx"],
  },
  "app/features/*/admin/**": {
    refused: ["#app/site-kit/button.tsx", "#app/features/services/queries.ts"],
    taken: ["../site/analytics.ts", "#app/admin-kit/forms/use-form.ts"],
  },
  "app/routes/site/**": {
    refused: ["#app/features/services/admin/resource.ts", "#app/admin-kit/shell/shell.tsx"],
    taken: ["#app/features/services/queries.ts", "#app/features/services/site/process.tsx"],
  },
  "app/routes/admin/**": {
    refused: [
      "#app/features/services/site/process.tsx",
      "#app/site-kit/button.tsx",
      "#server/log.ts",
    ],
    taken: ["#app/features/services/admin/resource.ts", "#app/root.tsx"],
  },
  "app/content/**": {
    refused: ["#app/lib/text/formats.ts", "react"],
    taken: ["#app/content/field.ts"],
  },
  "app/enhance/**": {
    refused: ["react", "#app/site-kit/button.tsx", "#app/routes/site/home.tsx"],
    taken: ["#app/features/site_settings/site/analytics.ts"],
  },
  "app/lib/**": {
    refused: ["#app/features/services/queries.ts", "#app/ui/cx.ts", "#app/root.tsx"],
    taken: ["#app/content/index.ts", "react-router"],
  },
  "app/lib/domain/**": {
    refused: ["react", "@supabase/supabase-js", "#app/ui/cx.ts"],
    taken: ["#app/lib/domain/color.ts"],
  },
  "contract/**": {
    refused: ["#app/lib/errors/messages.ts", "#server/runtime/env.ts"],
    taken: ["#contract/cache-policy.ts", "#app/lib/data/database.types.ts"],
  },
  "server/**": {
    refused: ["#app/lib/errors/messages.ts", "../runtime/env.ts"],
    taken: ["#contract/cache-policy.ts", "#server/runtime/env.ts"],
  },
  "server/runtime/**": {
    refused: ["#server/http/refuse.ts", "#server/backend/types.ts", "#app/root.tsx"],
    taken: ["#server/runtime/env.ts", "#contract/cache-policy.ts", "pino"],
  },
  "server/limits/**": {
    refused: ["#server/backend/refusal.ts", "#server/runtime/env.ts"],
    taken: ["#server/limits/rate-limit.ts"],
  },
  "server/http/**": {
    refused: ["#server/backend/refusal.ts", "#server/backend/gateway/index.ts", "#app/root.tsx"],
    taken: ["#server/backend/types.ts", "#server/runtime/log.ts", "#contract/render-context.ts"],
  },
  "server/backend/**": {
    refused: ["#server/http/refuse.ts", "#server/cli/copy.ts", "#app/root.tsx"],
    taken: ["#server/backend/refusal.ts", "#server/limits/rate-limit.ts"],
  },
  "server/backend/postgres/**": {
    refused: ["#server/backend/auth/index.ts", "#server/backend/gateway/index.ts"],
    taken: ["#server/backend/postgres/pool.ts", "#server/backend/refusal.ts"],
  },
  "server/backend/gateway/**": {
    refused: ["#server/backend/rest/index.ts", "#server/backend/self-hosted/open.ts"],
    taken: ["#server/backend/postgres/caller.ts", "#server/limits/rate-limit.ts"],
  },
  "server/backend/auth/**": {
    refused: ["#server/backend/rest/index.ts", "#server/backend/self-hosted/open.ts"],
    taken: ["#server/backend/auth/index.ts", "#server/backend/mail/mailer.ts"],
  },
  "server/backend/rest/**": {
    refused: ["#server/backend/auth/index.ts", "#server/backend/self-hosted/open.ts"],
    taken: ["#server/backend/rest/index.ts", "#server/backend/postgres/pool.ts"],
  },
  "server/backend/storage/**": {
    refused: ["#server/backend/auth/index.ts", "#server/backend/self-hosted/open.ts"],
    taken: ["#server/backend/storage/index.ts", "#server/backend/gateway/storage.ts"],
  },
  "server/backend/functions/**": {
    refused: ["#server/backend/auth/index.ts", "#server/backend/self-hosted/open.ts"],
    taken: ["#server/backend/functions/index.ts", "#server/backend/mail/mailer.ts"],
  },
  "server/backend/mail/**": {
    refused: ["#server/backend/auth/index.ts", "#server/backend/self-hosted/open.ts"],
    taken: ["#server/backend/mail/index.ts", "#server/runtime/log.ts"],
  },
  "server/backend/hosted/**": {
    refused: ["#server/backend/gateway/index.ts", "#server/backend/postgres/pool.ts"],
    taken: ["#server/backend/types.ts", "#server/runtime/env.ts"],
  },
  "server/backend/self-hosted/**": {
    refused: ["#server/backend/hosted/index.ts", "#server/http/refuse.ts"],
    taken: ["#server/backend/auth/index.ts", "#server/backend/postgres/pool.ts"],
  },
  "server/cli/**": {
    refused: ["#server/http/refuse.ts", "#app/root.tsx"],
    taken: ["#server/backend/self-hosted/embedded.ts", "#server/runtime/env.ts"],
  },
};

const walls = config.overrides.filter(
  ({ linter }) => "noRestrictedImports" in ((linter.rules as { style?: object }).style ?? {}),
);

const cases = Object.entries(WALLS).flatMap(([room, { refused, taken }], at) =>
  [
    ...refused.map((from) => ({ room, from, refused: true })),
    ...taken.map((from) => ({ room, from, refused: false })),
  ].map((one, n) => ({
    ...one,
    file: `${room.replace("/*/*", "/x").replace("**", "x/y").replace("/*/", "/x/")}/case-${at}-${n}.ts`,
  })),
);

/** File to what the linter says of it. */
const said = new Map<string, string[]>();

beforeAll(async () => {
  const folder = await temporaryFolder();
  writeFileSync(path.join(folder, "biome.json"), JSON.stringify(config));
  for (const { file, from } of cases) {
    const full = path.join(folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, `import { a } from "${from}";\n\nexport const b = a;\n`);
  }
  const biome = path.resolve("node_modules/.bin/biome");
  const options = ["lint", "--reporter=json", "--max-diagnostics=none", "--vcs-enabled=false"];
  const { diagnostics } = JSON.parse(answerOf(biome, options, folder)) as {
    diagnostics: { category: string; message: string; location: { path: string } }[];
  };
  for (const { category, message, location } of diagnostics)
    if (category === "lint/style/noRestrictedImports")
      said.set(location.path, [...(said.get(location.path) ?? []), message]);
});

function answerOf(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (failed) {
    return (failed as { stdout: string }).stdout;
  }
}

test("each wall has its cases", () => {
  const named = walls.map(({ includes }) => includes[0]);
  expect(Object.keys(WALLS).sort()).toEqual(named.sort());
});

test.each(cases)("$room: $from, refused: $refused", ({ file, refused }) => {
  if (refused) expect(said.get(file)?.[0]).toMatch(/\w+ \w+.*\.$/);
  else expect(said.get(file)).toBeUndefined();
});

/** Folders of sources, each with the names of its files. */
const folders = ["app", "bench", "contract", "scripts", "server", "tests"]
  .flatMap((room) => readdirSync(room, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .reduce(
    (known, { parentPath, name }) =>
      known.set(parentPath, [...(known.get(parentPath) ?? []), name]),
    new Map<string, string[]>(),
  );

/** By a README or an index of its own, or in the README of the folder that it stands in. */
function isExplained([folder, names]: [string, string[]]): boolean {
  if (names.some((name) => name === "README.md" || /^index\.tsx?$/.test(name))) return true;
  const above = path.join(path.dirname(folder), "README.md");
  return existsSync(above) && readFileSync(above, "utf8").includes(`\`${path.basename(folder)}/\``);
}

test("a folder of more than five files says who lives there, and none is crowded", () => {
  const silent = [...folders].filter((one) => one[1].length > 5 && !isExplained(one));
  expect(silent.map(([folder]) => folder)).toEqual([]);
  const crowded = [...folders].filter(([, names]) => names.length > 17);
  expect(crowded.map(([folder]) => folder)).toEqual([]);
});
