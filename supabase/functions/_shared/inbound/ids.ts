import { STORED } from "./bounds.ts";
import { cleanLine } from "./clean.ts";
import type { Head } from "./head.ts";

/**
 * The message IDs in a header, without angle brackets. Long ones are left out: a part of an ID is another ID.
 * Some programs fold inside an ID, and some leave the brackets out.
 */
function idsIn(value: string): string[] {
  const bracketed = [...value.matchAll(/<([^<>]*)>/g)].map(([, id = ""]) => id);
  const found = bracketed.length > 0 ? bracketed : value.split(/\s+/);
  return found
    .map((id) => (cleanLine(id, 2 * STORED.id) ?? "").replace(/\s/g, ""))
    .filter((id) => id.length > 0 && id.length <= STORED.id)
    .filter((id) => bracketed.length > 0 || id.includes("@"));
}

export const messageIdOf = (head: Head): string | null =>
  idsIn(head.first("message-id"))[0] ?? null;

/** The IDs that an email refers to, oldest first. A long thread keeps its first and its latest. */
export function referencesOf(head: Head, returned: string | null = null): string[] {
  const named = ["references", "in-reply-to"].flatMap((name) => head.all(name)).flatMap(idsIn);
  const ids = [...new Set([...named, ...(returned ? [returned] : [])])];
  return ids.length <= STORED.references
    ? ids
    : [...ids.slice(0, 1), ...ids.slice(1 - STORED.references)];
}
