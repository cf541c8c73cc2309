// `npm run release`: writes the committed program and its build as one archive. Where it is unpacked, the first
// `npm start` doesn't need to build.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { inRoot, prepareStart } from "./prepare.mjs";

const git = (...args) => execFileSync("git", args, { cwd: inRoot(), encoding: "utf8" });

if (git("status", "--porcelain")) {
  console.error(
    "There are uncommitted changes. Commit them first: an archive has only what is committed.",
  );
  process.exit(1);
}
prepareStart();
const { name, version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
const folder = `${name}-${version}`;
const archive = join("artifacts", `${folder}.tar.gz`);
mkdirSync(inRoot("artifacts"), { recursive: true });
const built = readdirSync(inRoot("build"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(inRoot(), join(entry.parentPath ?? entry.path, entry.name)));
// A prefix applies to the files after it.
const added = built.flatMap((file) => [
  `--prefix=${folder}/${dirname(file)}/`,
  `--add-file=${file}`,
]);
git("archive", "--format=tar.gz", `--output=${archive}`, ...added, `--prefix=${folder}/`, "HEAD");
console.log(`Written: ${archive}`);
