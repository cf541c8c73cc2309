let known: Promise<Set<string>> | undefined;

/** 49,000 passwords from leaks (zxcvbn-ts, MIT); read when first asked for, which is seldom. */
const knownPasswords = () => {
  known ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map((word) => word.toLowerCase())),
  );
  return known;
};

/** "P4ssw0rd" is no other word than "password". */
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
 * Whether a password is widely used or nearly so: on the list of leaked ones, with digits and signs
 * around it or for letters in it, a few characters over and over, or a part of the person's address.
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
