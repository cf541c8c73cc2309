import { spawn } from "node:child_process";

interface Ended {
  code: number | null;
  output: string;
}

/** Starts a server command with only these settings in its environment. */
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

/** Runs a command to its end. @throws with its output when the exit code is not 0 */
export async function runCli(words: string[], settings: Record<string, string>): Promise<string> {
  const { code, output } = await startCli(words, settings).ended;
  if (code !== 0) throw new Error(`${words.join(" ")}: exit code ${code}\n${output}`);
  return output;
}

/** Runs a command that must fail with exit code 1 and a single line. @returns the line */
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
