let known: Promise<Set<string>> | undefined;

/** 49,000 leaked passwords (zxcvbn-ts, MIT), loaded on first use, which is rare. */
const knownPasswords = () => {
  known ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map((word) => word.toLowerCase())),
  );
  return known;
};

/** "P4ssw0rd" counts as "password". */
const LETTERS: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};
const asLetters = (text: string) =>
  text.replace(/[$@013457]/g, (sign) => LETTERS[sign] ?? (sign === "@" ? "a" : "s"));

/**
 * Whether a password is common: on the list of leaked ones, also with digits and symbols around it
 * or in place of letters. Repeated characters and parts of the person's address count too.
 */
export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const text = password.toLowerCase();
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, "");
  const list = await knownPasswords();
  const spelled = [
    text,
    word,
    asLetters(text),
    asLetters(word),
    asLetters(text).replace(/[^a-z]+$/, ""),
  ];
  const [name = "", host = ""] = email.toLowerCase().split("@");
  return (
    new Set(text).size < 5 ||
    spelled.some((one) => list.has(one)) ||
    [email.toLowerCase(), name, host].some((part) => part.length > 3 && part === word) ||
    text === email.toLowerCase()
  );
}
