/** Programs that start a command a person types. Other code (settings, SQL, names) is not a command. */
const PROGRAMS =
  "npm|loading-dock|curl|systemctl|journalctl|psql|docker|git|age|openssl|sed|df|du|ls|dmesg|sudo";
const COMMAND = new RegExp(`^(?:[A-Z_0-9]+=\\S+ )*(?:${PROGRAMS}) `);

/** The commands in a Markdown text, in order: each line of a `sh` block, and inline code. */
export function commandsIn(markdown: string): string[] {
  const found: { at: number; command: string }[] = [];
  const blocks = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;
  for (const { index, 1: language, 2: text = "" } of markdown.matchAll(blocks)) {
    if (language !== "sh") continue;
    for (const line of text.split("\n")) {
      const command = line.replace(/\s{2,}#.*$/, "").trim();
      if (command && !command.startsWith("#")) found.push({ at: index, command });
    }
  }
  const prose = markdown.replace(blocks, (block) => " ".repeat(block.length));
  for (const { index, 1: code = "" } of prose.matchAll(/`([^`]+)`/g)) {
    const command = code.replace(/\s+/g, " ");
    if (COMMAND.test(command)) found.push({ at: index, command });
  }
  return found.sort((a, b) => a.at - b.at).map(({ command }) => command);
}

/** A section of a Markdown text, up to the next heading of its level. */
export function sectionOf(markdown: string, heading: string): string {
  const level = /^#+/.exec(heading)?.[0] ?? "";
  const [, after] = markdown.split(`\n${heading}\n`);
  if (after === undefined) throw new Error(`There is no ${heading}.`);
  return after.split(`\n${level} `)[0] as string;
}
