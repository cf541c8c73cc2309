/**
 * `npm run lines:by-folder -- COMMIT …`: prints a table of lines and files per folder at these commits.
 * Counts TypeScript, CSS and SQL, but not generated files.
 */
import { execFileSync } from "node:child_process";

const TOP_FOLDERS = ["app", "contract", "server", "supabase", "tests", "bench", "scripts"];
const PRODUCT = /^(app|contract|server|supabase)\//;
const COUNTED = /\.(tsx?|m[jt]s|css|sql)$/;
const GENERATED = /\.generated\.ts$|^supabase\/(schema\/|seed\.sql$)/;
/** Earlier commits have test steps next to the code. */
const TEST = /\.test\.tsx?$|(^|[/-])steps\.ts$/;

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28 });

/** Two levels deep in product folders, one elsewhere. */
function folderOf(file: string): string {
  if (PRODUCT.test(file) && TEST.test(file)) return "unit tests, next to the code";
  const [folder = "", inner = "", ...rest] = file.split("/");
  return PRODUCT.test(file) && rest.length > 0 ? `${folder}/${inner}` : folder;
}

interface Size {
  lines: number;
  files: number;
}

/** The size of each folder at a commit. */
function sizesAt(commit: string): Map<string, Size> {
  const sizes = new Map<string, Size>();
  // git prints one line per non-empty file: `commit:file:lines`.
  const counted = git("grep", "-c", "", commit, "--", ...TOP_FOLDERS).split("\n");
  for (const row of counted) {
    const [, file = "", lines = ""] = row.split(":");
    if (!COUNTED.test(file) || GENERATED.test(file)) continue;
    const folder = folderOf(file);
    const size = sizes.get(folder) ?? { lines: 0, files: 0 };
    sizes.set(folder, { lines: size.lines + Number(lines), files: size.files + 1 });
  }
  return sizes;
}

const commits = process.argv.slice(2);
const all = commits.map(sizesAt);
const folders = [...new Set(all.flatMap((sizes) => [...sizes.keys()]))];
const isProduct = (folder: string) => PRODUCT.test(`${folder}/`);
const product = folders.filter(isProduct).sort();
const others = folders.filter((folder) => !isProduct(folder)).sort();

const show = ({ lines, files }: Size) => `${lines.toLocaleString("en-US")} in ${files}`;

function row(name: string, of: readonly string[]): string {
  const cells = all.map((sizes) => {
    const found = of.map((folder) => sizes.get(folder) ?? { lines: 0, files: 0 });
    return show({
      lines: found.reduce((sum, { lines }) => sum + lines, 0),
      files: found.reduce((sum, { files }) => sum + files, 0),
    });
  });
  return `| ${[name, ...cells].join(" | ")} |`;
}

console.log(`| lines in files | ${commits.map((commit) => commit.slice(0, 8)).join(" | ")} |`);
console.log(`|---|${"--:|".repeat(commits.length)}`);
for (const folder of product) console.log(row(`\`${folder}\``, [folder]));
console.log(row("**product**", product));
for (const folder of others)
  console.log(row(TOP_FOLDERS.includes(folder) ? `\`${folder}\`` : folder, [folder]));
console.log(row("**tests and tools**", others));
