const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** As HTML, in a text or a quoted attribute. */
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ESCAPES[letter] as string);
