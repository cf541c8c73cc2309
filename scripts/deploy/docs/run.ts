import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { endAll } from "../../tools/server.ts";
import { expectNothing, notRun, step } from "../../tools/steps.ts";
import { CHECKOUT, PROGRAM, runLine } from "../machine.ts";
import { type Listed, NOT_RUN, RUN } from "./plan.ts";
import { filesOfOthers, newReader, PASSWORD, pastTheWrapper, ready } from "./preparations.ts";

/** Runs each command of README.md (Run it), docs/runbook.md and docs/deploy.md on one test machine. */
export async function runDocuments(folder: string): Promise<void> {
  for (const [command, reason] of Object.entries(NOT_RUN)) notRun(command, reason);
  const { shell, typed, preparations } = newReader(folder);
  let serving: ChildProcess | undefined;
  const run = async (listed: Listed) => {
    if (listed.after) await preparations[listed.after]?.();
    const line = typedLine(listed, typed);
    // A signal for the server must not end only its shell.
    const ran = runLine(listed.serves ? `exec ${line}` : line, {
      user: listed.user ?? "root",
      cwd: folderOf(listed),
      ...(listed.shell ? { env: shell } : {}),
      ...(listed.password ? { password: PASSWORD } : {}),
      network: listed.network ? folder : undefined,
    });
    if (listed.serves) {
      serving = ran.child;
      await ready(() => (ran.child.exitCode === null ? undefined : ran.said()));
      return;
    }
    check(listed, await ran.ended);
  };
  for (const listed of RUN) {
    if (listed.after === "another-machine" && serving) await endAll([serving]);
    await step(`${listed.user ?? "root"}: ${listed.command}`, () => run(listed));
    if (listed.command === "loading-dock rollback") await checkOwner();
  }
}

/** The command with dots, names and dates replaced by what the reader types. */
const typedLine = ({ command, fill = [] }: Listed, typed: Record<string, string>) =>
  fill.reduce(
    (text, [written, name]) => text.replaceAll(written, () => typed[name] ?? name),
    command,
  );

/** @throws with the output, if it or the exit code is not as listed, or it has a stack trace */
function check(listed: Listed, { code, output }: { code: number | null; output: string }) {
  const stack = /^\s+at .*:\d+:\d+\)?$/m.test(output);
  const printed = listed.prints?.test(output) ?? true;
  if (code !== (listed.code ?? 0) || !printed || stack)
    throw new Error(`exit code ${code}\n${output}`);
}

async function checkOwner() {
  await step("root is refused past the wrapper, and all data is the service's", async () => {
    const { code, output } = await pastTheWrapper();
    if (code !== 1 || !output.includes("belongs to user")) throw new Error(output);
    expectNothing(filesOfOthers());
  });
}

const folderOf = ({ checkout }: Listed) =>
  checkout ? CHECKOUT : existsSync(PROGRAM) ? PROGRAM : "/";
