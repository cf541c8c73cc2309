/** What somebody does who has a place open: of one, and of several. */
const DOES = {
  editing: ["is editing this", "are editing this"],
  open: ["is here too", "are here too"],
  answering: ["is answering", "are answering"],
} as const;

export type Doing = keyof typeof DOES;

/** "Dana Ortiz is editing this", "Dana Ortiz and 2 others are editing this"; "" for nobody. */
export function whoIsThere(names: readonly string[], doing: Doing = "editing"): string {
  const [first, ...more] = names;
  if (first === undefined) return "";
  const [one, several] = DOES[doing];
  return more.length === 0
    ? `${first} ${one}`
    : `${first} and ${more.length} ${more.length === 1 ? "other" : "others"} ${several}`;
}
