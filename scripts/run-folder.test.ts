import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

const MODULE = JSON.stringify(join(import.meta.dirname, "run-folder.mjs"));

/** A test run as a separate process that starts by opening its folder. @param before runs before that */
function run(then: string, before = ""): ChildProcess {
  const program = `
    import { spawn } from "node:child_process";
    import { mkdirSync } from "node:fs";
    import { openRunFolder, quickFolder, runPrefix } from ${MODULE};
    ${before}
    const run = openRunFolder();
    ${then}`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function saidBy(child: ChildProcess) {
  let said = "";
  child.stdout?.on("data", (text) => (said += text));
  await once(child, "close");
  return JSON.parse(said);
}

test("fails the run over what was left behind, names it and removes it", async () => {
  const { folder, message } = await saidBy(
    run(`
      mkdirSync(run.folder + "/of-backup-x/ld-site-y", { recursive: true });
      mkdirSync(run.folder + "/of-clean-x");
      mkdirSync(run.folder + "/z");
      let message;
      try { run.close(); } catch (error) { message = error.message; }
      console.log(JSON.stringify({ folder: run.folder, message }));`),
  );
  expect(message).toBe("2 left behind in the temporary folder: of-backup-x/ld-site-y, z");
  expect(existsSync(folder)).toBe(false);
});

test("accepts a run that left only the empty folders of its test files", async () => {
  const { folder, temporary } = await saidBy(
    run(`
      mkdirSync(run.folder + "/of-clean-x");
      run.close();
      console.log(JSON.stringify({ folder: run.folder, temporary: process.env.TMPDIR }));`),
  );
  expect(temporary).toBe(folder);
  expect(existsSync(folder)).toBe(false);
});

test("removes what a killed run with the same process id left", async () => {
  const { left } = await saidBy(
    run(
      "run.close(); console.log(JSON.stringify({ left }));",
      `const left = quickFolder() + "/" + runPrefix() + "left";
       mkdirSync(left + "/of-killed-x/ld-site-y", { recursive: true });`,
    ),
  );
  expect(existsSync(left)).toBe(false);
});

/** Starts a run with a child process, and ends the run with a signal. */
async function endedBy(signal: NodeJS.Signals) {
  const child = run(`
    const { pid } = spawn("sleep", ["600"], { stdio: "ignore" });
    console.log(JSON.stringify({ folder: run.folder, pid }));
    setInterval(() => {}, 60_000); // Not injected: Keeps the process until it is ended.
  `);
  const [text] = await once(child.stdout as NodeJS.ReadableStream, "data");
  child.kill(signal);
  await once(child, "exit");
  return JSON.parse(String(text)) as { folder: string; pid: number };
}

/** A zombie (state Z) that nobody has reaped counts as ended. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");

test.each(["SIGTERM", "SIGHUP"] as const)(
  "%s removes the folder and ends the processes started in it",
  async (signal) => {
    const { folder, pid } = await endedBy(signal);
    expect(existsSync(folder)).toBe(false);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  },
);

test("the next run cleans up after SIGKILL", async () => {
  const { folder, pid } = await endedBy("SIGKILL");
  await saidBy(run("run.close(); console.log('{}');"));
  expect(existsSync(folder)).toBe(false);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
});
