import { expect, test } from "vitest";
import { problemOf, readFile, readRedirects } from "./file.ts";

test("reads columns in any order, other separators, spellings and types", () => {
  const file =
    "\uFEFFType;To;From\r\n302;/services?a=1;/Old/\r\n;https://example.com/Page;/two\r\n\r\n301;/é;/%c3%89\r\n;/posts;HTTPS://www.example.com/Blog/\r\n";
  expect(readRedirects(file)).toEqual({
    problems: [],
    entries: [
      { line: 2, from: "/old", to: "/services?a=1", permanent: false },
      { line: 3, from: "/two", to: "https://example.com/Page", permanent: true },
      { line: 5, from: "/%C3%A9", to: "/%C3%A9", permanent: true },
      { line: 6, from: "/blog", to: "/posts", permanent: true },
    ],
  });
});

test("names each problem by its line, and the line of a duplicate", () => {
  const file =
    'from,to,type\n/a,/b,307\n/c,,301\nold,/b,301\nhttps://example.com,/b,301\nhttps://example.com/p?id=3,/b,301\n/d,/b,301\n/D/,/c,301\n/e,/b,301,more\n"/f,/b';
  expect(readRedirects(file).problems).toEqual([
    { line: 2, wrong: "The type must be 301 or 302" },
    { line: 3, wrong: "Enter the address to redirect to" },
    { line: 4, wrong: "Enter a path on this site, like /old-page" },
    { line: 5, wrong: "Enter a path on this site, like /old-page" },
    { line: 6, wrong: "Enter a path on this site, like /old-page" },
    { line: 8, wrong: 'Line 7 has the same "from"' },
    { line: 9, wrong: "it has 4 values, but the header row has 3" },
    { line: 10, wrong: "a quote is never closed" },
  ]);
});

test.each([
  ["/a,/b,301", "The first line must name the columns"],
  ["from,to,type\n", "The file has no redirects"],
  [`from,to\n${"/a,/b\n".repeat(1001)}`, "at most 1,000 redirects"],
  [`from,to\n/a,/${"b".repeat(1024 * 1024)}`, "at most 1 MB"],
])("refuses another file: %.30j", (file, sentence) => {
  expect(() => readRedirects(file)).toThrow(sentence);
});

test("refuses a file that is too large or not UTF-8", async () => {
  const file = (...parts: BlobPart[]) => new File(parts, "redirects.csv");
  expect(await readFile(file("from,to"))).toBe("from,to");
  await expect(readFile(file("x".repeat(1024 * 1024 + 1)))).rejects.toThrow("at most 1 MB");
  await expect(readFile(file(new Uint8Array([0xff, 0xfe])))).rejects.toThrow("isn't in UTF-8");
});

test("words a refusal of the database, by its rule or as it says it", () => {
  const rule = "redirects_from_path_at_most_once";
  expect(problemOf({ line: 2, rule, said: "duplicate key" }).wrong).toBe(
    "This address already has a redirect",
  );
  expect(problemOf({ line: 2, rule: null, said: "Said." }).wrong).toBe("Said.");
});
