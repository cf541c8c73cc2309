import { expect, test } from "vitest";
import { decodeUtf8, readCsv } from "#contract/read-csv.ts";
import { leadReader, matchColumns } from "./lead.ts";

const NOW = new Date("2026-11-22T12:00:00Z");

/** The result of each row, by line: the lead without its id, or what is wrong with it. */
function leadsIn(text: string) {
  const { columns, rows } = readCsv(text);
  const toLead = leadReader(matchColumns(columns).found, NOW);
  return rows.map((row) => {
    const read = toLead(row);
    return [row.line, "lead" in read ? read.lead : read.wrong] as const;
  });
}
const idsIn = (text: string) =>
  leadsIn(text).map(([, lead]) => (typeof lead === "string" ? lead : lead.id));

test("reads a byte order mark, quotes, line breaks in values and other separators", () => {
  const bytes = new TextEncoder().encode(
    '\uFEFFName;E-Mail;Message\r\n"Ana ""Bo"" Ruiz";Ana@Example.com;"Two\r\nlines; one; value"\r\n\r\nBen Ng;ben@example.com;\r\n',
  );
  expect(leadsIn(decodeUtf8(bytes))).toMatchObject([
    [
      2,
      {
        name: 'Ana "Bo" Ruiz',
        email: "ana@example.com",
        message: "Two\nlines; one; value",
      },
    ],
    [5, { name: "Ben Ng", message: null }],
  ]);
});

test("fills in a source, a status and today's date", () => {
  expect(leadsIn("name,email\nAna Ruiz,ana@example.com")).toMatchObject([
    [
      2,
      {
        monthly_volume: "Unknown",
        platforms: ["Unknown"],
        business_name: null,
        status: "new",
        created_at: NOW.toISOString(),
      },
    ],
  ]);
});

test("reads a volume as the form shows it", () => {
  const text = "name,email,monthly volume\nAna,ana@example.com,51-100 orders/month";
  expect(leadsIn(text)).toMatchObject([[2, { monthly_volume: "51-100" }]]);
});

test("reads our own export", () => {
  const id = "0b0e7d0e-5a8f-4d0e-9a55-0d1f0c0b0a09";
  const header = "Received (UTC),Name,Email,Business,Monthly volume,Platforms,Status,Owner,ID";
  const text = `${header}\n2026-11-21 13:45,'=Ana,ana@example.com,Ruiz Co,101-500,"Etsy, Shopify",Closed,Bo,${id}`;
  expect(leadsIn(text)).toEqual([
    [
      2,
      {
        id,
        name: "=Ana",
        email: "ana@example.com",
        business_name: "Ruiz Co",
        monthly_volume: "101-500",
        platforms: ["Etsy", "Shopify"],
        message: null,
        status: "closed",
        created_at: "2026-11-21T13:45:00.000Z",
      },
    ],
  ]);
  expect(matchColumns(readCsv(text).columns).ignored).toEqual(["owner"]);
});

test("reads PostgreSQL's lists, as restore writes them with --table", () => {
  const text = `name,email,platforms\nAna,ana@example.com,"{Etsy,""Big Cartel"",""a, \\""b\\"" {c}""}"\nBen,ben@example.com,{}`;
  expect(leadsIn(text)).toMatchObject([
    [2, { platforms: ["Etsy", "Big Cartel", 'a, "b" {c}'] }],
    [3, { platforms: ["Unknown"] }],
  ]);
});

test.each([
  ["A,ana@example.com", "Name must be at least 2 characters"],
  [`${"x".repeat(201)},ana@example.com`, "Name must be at most 200 characters"],
  ["Ana Ruiz,ana", "Please enter a valid email address"],
  ["A,ana", "Name must be at least 2 characters; Please enter a valid email address"],
  [`Ana Ruiz,ana@example.com,${"x".repeat(5001)}`, "Message must be at most 5,000 characters"],
  ["Ana Ruiz,ana@example.com,,won", "Status must be new, contacted, responded or closed"],
  ["Ana Ruiz,ana@example.com,,,21.11.2026", "The date must be like 2026-11-21 or 2026-11-21 13:45"],
  ["Ana Ruiz,ana@example.com,,,2026-11-22T12:00:01Z", "The date is in the future"],
  [
    `Ana Ruiz,ana@example.com,,,,"${Array.from({ length: 21 }, (_, n) => `p${n}`)}"`,
    "There must be at most 20 platforms",
  ],
  ["Ana Ruiz,ana@example.com,,,,,7", "it has 7 values, but the header row has 6"],
  ['Ana Ruiz,ana@example.com,"never closed', "a quote is never closed"],
])("%s is refused: %s", (row, sentence) => {
  const text = `name,email,message,status,date,platforms\nBen Ng,ben@example.com\n${row}`;
  expect(leadsIn(text)[1]).toEqual([3, sentence]);
});

test.each([
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21 13:45", "2026-11-21T13:45:00.000Z"],
  ["2026-11-21T13:45:10+02:00", "2026-11-21T11:45:10.000Z"],
  ["2026-11-21T13:45:10-0230", "2026-11-21T16:15:10.000Z"],
  ["2026-11-21 13:45:00+00", "2026-11-21T13:45:00.000Z"],
  ["2026-11-21 13:45:00.123456+02", "2026-11-21T11:45:00.123Z"],
  ["2026-11-21T13:45:00z", "2026-11-21T13:45:00.000Z"],
])("the date %s is %s", (date, moment) => {
  expect(leadsIn(`name,email,date\nAna Ruiz,ana@example.com,${date}`)).toMatchObject([
    [2, { created_at: moment }],
  ]);
});

test("treats the same row as the same lead, by its key if it has one", () => {
  const [one, same, other] = idsIn(
    "name,email\nAna,a@example.com\nAna,a@example.com\nAna,b@example.com",
  );
  expect(one).toBe(same);
  expect(one).not.toBe(other);
  expect(one).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  const [first, changed, second] = idsIn(
    "id,name,email\n7,Ana,a@example.com\n7,Ana Ruiz,a@example.com\n8,Ana,a@example.com",
  );
  expect(first).toBe(changed);
  expect(first).not.toBe(second);
});

test("a file that is not UTF-8 is refused", () => {
  expect(() => decodeUtf8(Uint8Array.of(0x4d, 0xfc, 0x6c))).toThrow(TypeError);
});
