/** Line separators that no keyboard types: vertical tab, form feed, next line, U+2028, U+2029. */
const ODD_LINE_BREAK = /[\v\f\u0085\u2028\u2029]/g;

/**
 * Control characters, bidi controls, zero-width characters, blank letters and tag characters, except
 * the tags of a flag (group 1) and lone surrogates.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|\u034F|\u17B4|\u17B5|[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]/gu;

/** Joiners without neighbors to join. */
const LOOSE_JOINER = /(^|\s)[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)/g;

/**
 * Text without invisible characters, by the rule of private.visible_text in supabase/migrations:
 * right-to-left letters and emoji stay.
 * @param lineBreak replaces unusual line separators
 */
export const visibleText = (text: string, lineBreak = " "): string =>
  text.replace(ODD_LINE_BREAK, lineBreak).replace(INVISIBLE, "$1").replace(LOOSE_JOINER, "$1");

/** Whether a character is missing: a lone surrogate, or a decoder's replacement character. */
export const isUnreadable = (text: string): boolean => /[\p{Surrogate}\uFFFD]/u.test(text);
