import { spawn } from "node:child_process";

interface Ended {
  code: number | null;
  output: string;
}

/** Starts a command of the server's with these settings alone. */
export function startCli(words: string[], settings: Record<string, string>) {
  const [program, ...more] = words;
  const child = spawn(process.execPath, [`server/cli/${program}.ts`, ...more], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const hear = (text: Buffer) => {
    output += text;
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ code, output }));
  });
  return { child, ended };
}

/** Runs one to its end. @throws with what it printed when that is not success */
export async function runCli(words: string[], settings: Record<string, string>): Promise<string> {
  const { code, output } = await startCli(words, settings).ended;
  if (code !== 0) throw new Error(`${words.join(" ")}: exit code ${code}\n${output}`);
  return output;
}

/** Runs one that has to fail with exit code 1 and one line. @returns the line */
export async function refusedCli(
  words: string[],
  settings: Record<string, string>,
): Promise<string> {
  const { code, output } = await startCli(words, settings).ended;
  const line = output.trim();
  if (code !== 1 || !line || line.includes("\n"))
    throw new Error(`${words.join(" ")}: exit code ${code}\n${output}`);
  return line;
}
