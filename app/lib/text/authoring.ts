/** "IMG_2041", "dock-door.jpg": a file's name, not a description. */
const FILE_NAME =
  /^\S+\.(jpe?g|png|gif|webp|avif|svg|heic|tiff?|bmp)$|^(img|dsc|dscn|image|photo|picture|screenshot|untitled)[\s_-]*\(?\d*\)?$/i;
const SAYS_IMAGE =
  /^(an?\s+|the\s+)?(image|photo|photograph|picture|graphic|icon)\s+(of|showing)\b/i;
const VAGUE_LINK =
  /^(click|tap|press)?\s*(here|this|this link|link|more|read more|learn more|see more|more info|details|go|continue)[.…!>\s→]*$/i;

/** What is wrong with an image's alt text, for its author; undefined if nothing is. */
export function altProblem(text: string): string | undefined {
  const alt = text.trim();
  if (FILE_NAME.test(alt)) return "This looks like a file name. Describe what the image shows.";
  if (SAYS_IMAGE.test(alt))
    return "Leave out words like “image of”: screen readers already say that it is an image.";
  return undefined;
}

/** What is wrong with the text of a link or button, for its author; undefined if nothing is. */
export function linkProblem(text: string): string | undefined {
  return VAGUE_LINK.test(text.trim())
    ? "Say where the link goes: people who use screen readers often hear links without the text around them."
    : undefined;
}

/**
 * What is wrong with a typed text, by the name of its field.
 * @param name of a column or of a text in the catalog, such as `photo_alt` or `schedule_button`
 */
export function authorProblem(name: string, text: string): string | undefined {
  if (/(^|_)alt(_text)?$/.test(name)) return altProblem(text);
  if (/(^|_)(button|link|link_label)$/.test(name)) return linkProblem(text);
  return undefined;
}
