/** Emulates `journalctl -u NAME` without systemd: the service's whole output, or its last `-n` lines. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  // parseArgs takes a relative time for an option, so its leading dash is removed.
  args: process.argv
    .slice(2)
    .map((word, at, all) => (all[at - 1] === "--since" ? word.slice(1) : word)),
  options: {
    unit: { type: "string", short: "u" },
    output: { type: "string", short: "o" },
    lines: { type: "string", short: "n" },
    since: { type: "string" },
  },
});
const lines = readFileSync(`/run/stand-ins/${values.unit}.log`, "utf8").trimEnd().split("\n");
console.log(lines.slice(-Number(values.lines ?? lines.length)).join("\n"));
