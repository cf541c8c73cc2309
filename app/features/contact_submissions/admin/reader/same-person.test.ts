import { expect, test } from "vitest";
import type { Lead, SamePerson } from "#app/lib/data/database.types.ts";
import { otherMessages, recognizedBy } from "./same-person.tsx";

const row = { name: "Ana Ruiz", created_at: "2026-11-05T10:00:00Z" } as Lead;
const other = (more: Partial<SamePerson>) =>
  ({ name: "Ana Ruiz", email: "a@example.com", by: ["email"], ...more }) as SamePerson;
const earlier = other({ created_at: "2026-11-04T10:00:00Z" });
const later = other({ created_at: "2026-11-06T10:00:00Z" });

test("counts earlier and later messages separately", () => {
  expect(otherMessages(row, [earlier])).toBe("1 earlier message from this person");
  expect(otherMessages(row, [earlier, earlier])).toBe("2 earlier messages from this person");
  expect(otherMessages(row, [later, earlier])).toBe(
    "1 earlier message and 1 later message from this person",
  );
});

test("names what matched unless it is the email address", () => {
  expect(recognizedBy(row, earlier)).toBe("");
  expect(recognizedBy(row, other({ name: "A. Ruiz" }))).toBe(" · as A. Ruiz");
  expect(recognizedBy(row, other({ by: ["phone"] }))).toBe(
    " · Ana Ruiz, a@example.com · same phone number",
  );
  expect(recognizedBy(row, other({ by: [] }))).toBe(" · Ana Ruiz, a@example.com");
});
