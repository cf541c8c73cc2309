/** An email's own text, and what it quotes below. */
export function splitQuote(text: string): { fresh: string; quoted: string } {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => /^(?:On .+ wrote:|>)/.test(line));
  if (at < 0) return { fresh: text, quoted: "" };
  return { fresh: lines.slice(0, at).join("\n").trim(), quoted: lines.slice(at).join("\n").trim() };
}
