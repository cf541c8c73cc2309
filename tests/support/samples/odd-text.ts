/** Text with invisible characters, and what a one-line field stores of it. */
export const HIDDEN: [typed: string, visible: string][] = [
  ["invoice\u202Egnp.exe", "invoicegnp.exe"],
  ["\u2066Ana\u2069 \u200FRuiz\u061C", "Ana Ruiz"],
  ["Ana\u200B\uFEFF\u2060\u00AD Ruiz", "Ana Ruiz"],
  ["Ana\u0007\u001B[31m\u009F Ruiz", "Ana[31m Ruiz"],
  ["\u3164\u115FAna\uFFA0 Ruiz", "Ana Ruiz"],
  ["Ana\u{E0041}\u{E0042} Ruiz", "Ana Ruiz"],
  ["\u200DAna\u200C Ruiz\u200D\u200D", "Ana Ruiz"],
  ["Ana\u2028Ruiz\u0085Vega", "Ana Ruiz Vega"],
];

/** Text that needs such characters. */
export const UNCHANGED = [
  "Ana Ruiz",
  "דנה לוי",
  "محمد علي",
  "می‌خواهم",
  "क्‍ष",
  "👩‍💻 Zoë 🕯️ ❤️‍🔥",
  "👨‍👩‍👧‍👦",
  "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Highland Wool",
  "Tab\tand\nline",
];
