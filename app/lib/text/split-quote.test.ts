import { expect, test } from "vitest";
import { splitQuote } from "./split-quote.ts";

// The texts of real mail programs are in the tests of supabase/functions/_shared/inbound.

const split = (lines: string[]) => splitQuote(lines.join("\n"));

test.each([
  [["Yes.", "", "On Mon, Nov 23, 2026 at 9:58 AM Dana <d@example.com>", "wrote:", "> Hi"], 2],
  [["Yes.", "", "On Mon, Nov 23, 2026,", "Dana Ortiz <d@example.com>", "wrote:", "Hi"], 2],
  [["Yes.", "", "Am 23.11.2026 um 09:58 schrieb Dana Ortiz:", "> Hi"], 2],
  [["Yes.", "", "Le lun. 23 nov. 2026 à 09:58, Dana a écrit :", "> Hi"], 2],
  [["Yes.", "", "-----Original Message-----", "From: Dana", "", "Hi"], 2],
  [["Yes.", "", "---------- Forwarded message ---------", "From: Dana", "", "Hi"], 2],
  [["Yes.", "________________________________", "From: Dana", "Sent: Monday", "", "Hi"], 1],
  [["Yes.", "", "From: Dana", "Date: Monday", "To: Ana", "", "Hi"], 2],
  [["Yes.", "", "*Von:* Dana", "*Gesendet:* Montag", "", "Hi"], 2],
  [["Yes.", "", "> Hi", "", "> there", ""], 2],
  [["Yes.", "Sent from my iPhone", "", "> On Nov 23, 2026, at 9:58, Dana wrote:", ">", "> Hi"], 3],
  [["Yes.", "", "On Nov 23, 2026 Dana wrote:", "> Hi", "", "-- ", "Ana"], 2],
])("splits %j at line %i", (lines, at) => {
  expect(split(lines)).toEqual({
    fresh: lines.slice(0, at).join("\n").trim(),
    quoted: lines.slice(at).join("\n").trim(),
  });
});

test.each([
  [["Yes."]],
  [["On Monday at 9 I wrote to you.", "From: here on, it works."]],
  [["From: the warehouse", "To: my door"]],
  [["__________", "Yes."]],
  [["a > b", "-- ", "Ana"]],
  [["> only a quote"]],
  [["On Nov 23, 2026 Dana wrote:", "> Would Tuesday work?", "Yes.", "> And Wednesday?", "No."]],
  [["Inline:", "> first?", "yes", "> second?"]],
  [[""]],
])("finds no quote to fold in %j", (lines) => {
  expect(split(lines)).toEqual({ fresh: lines.join("\n").trim(), quoted: "" });
});

test("keeps an answer below the quote", () => {
  const lines = ["On Nov 23, 2026 Dana wrote:", "> Would Tuesday work?", "", "Yes.", "Ana"];
  expect(split(lines)).toEqual({
    fresh: "Yes.\nAna",
    quoted: "On Nov 23, 2026 Dana wrote:\n> Would Tuesday work?",
  });
});

test("takes little time for a text of 100,000 characters", () => {
  for (const line of ["On 1 wrote ", "> \n", "From: a\n", "\n", "On 1\n", "-", "_", "a "]) {
    const text = line.repeat(100_000 / line.length);
    const { fresh, quoted } = splitQuote(text);
    expect(fresh.length + quoted.length).toBeLessThanOrEqual(text.length);
  }
});
