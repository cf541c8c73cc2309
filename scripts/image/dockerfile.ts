/** One Dockerfile instruction, continuation lines joined: "COPY" with "--from=build /a ./a". */
export interface Instruction {
  name: string;
  text: string;
}

export interface Stage {
  /** its name in FROM, or its index if it has none */
  name: string;
  steps: Instruction[];
}

/**
 * The stages of a Dockerfile, in order.
 * @throws when a line has an unsupported form
 */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() && !line.startsWith("#"));
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = "", text = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (!name) throw new Error(`The Dockerfile has a line that can't be read: ${line}`);
    if (name === "FROM")
      stages.push({ name: / AS (\S+)$/.exec(text)?.[1] ?? String(stages.length), steps: [] });
    else stages.at(-1)?.steps.push({ name, text });
  }
  return stages;
}

/** The items of an instruction's list form, such as CMD's: `["node", "a.ts"]`. */
export const wordsOf = (stage: Stage, name: string): string[] => {
  const text = stage.steps.find((step) => step.name === name)?.text ?? "[]";
  return JSON.parse(text.slice(text.indexOf("[")));
};

/** The variables that ENV sets in a stage. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    stage.steps
      .filter(({ name }) => name === "ENV")
      .flatMap(({ text }) => text.split(" "))
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
