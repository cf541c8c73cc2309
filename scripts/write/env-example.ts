/** Writes `.env.example` from the settings schema and README's settings table: `npm run env:write`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schema } from "../../server/runtime/env/schema.ts";

const ROOT = join(import.meta.dirname, "../..");
export const ENV_EXAMPLE = join(ROOT, ".env.example");

const HEAD = `# \`npm run env:write\` writes this file from README's table of settings. Copy it to .env, which npm start and
# the npm run commands read. Variables in the environment take precedence.
`;

/** Defaults that work as they are: not described in words, nor dependent on another setting. */
const isValue = (text: string) => !/^(none|generated)$|PORT|DATA_DIR|[\s`]/.test(text);

/** Without Markdown: links as paths. */
const plain = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, path) =>
      path.startsWith(words) ? path : `${words}: ${path}`,
    )
    .replaceAll("`", "");

/**
 * The file's text: a block per row of README's table, with each setting commented out at its
 * default.
 * @throws Error when the table and the schema have different settings
 */
export function envExample(): string {
  const table = readFileSync(join(ROOT, "README.md"), "utf8").matchAll(
    /^\| (`[A-Z][A-Z0-9_]*`(?:, `[A-Z][A-Z0-9_]*`)*) \| ([^|]+) \| ([^|]+) \|$/gm,
  );
  const named: string[] = [];
  const blocks = [...table].map(([, names = "", defaults = "", what = ""]) => {
    const settings = names.replaceAll("`", "").split(", ");
    const values = defaults.split(", ");
    named.push(...settings);
    const lines = settings.map((setting, index) => {
      const value = values[index] ?? "none";
      return `# ${setting}=${isValue(value) ? value : ""}`;
    });
    return [`# ${plain(what)} (default: ${plain(defaults)})`, ...lines, ""].join("\n");
  });
  const known = Object.keys(schema.shape);
  const odd = [
    ...known.filter((name) => !named.includes(name)).map((name) => `README lacks ${name}.`),
    ...named.filter((name) => !known.includes(name)).map((name) => `There is no ${name}.`),
  ];
  if (odd.length > 0) throw new Error(odd.join(" "));
  return [HEAD, ...blocks].join("\n");
}

if (import.meta.main) writeFileSync(ENV_EXAMPLE, envExample());
