import { useQuery } from "@tanstack/react-query";
import type { LeadChoices } from "#app/lib/data/database.types.ts";
import { choices } from "../queries.ts";

const NONE: LeadChoices = { people: [], volumes: [], platforms: [], sources: [] };
const FRESH_MS = 10 * 60_000;

/** Possible owners and filter values; empty until loaded. */
export function useChoices(): LeadChoices {
  const { data } = useQuery({ queryKey: ["lead_choices"], queryFn: choices, staleTime: FRESH_MS });
  return data ?? NONE;
}

/** An owner's display name. */
export function ownerName({ people }: LeadChoices, owner: string | null): string {
  if (!owner) return "No owner";
  return people.find(({ id }) => id === owner)?.name ?? "Someone";
}

/** The people as options of a select, with "" for none. */
export const ownerChoices = ({ people }: LeadChoices, none: string) => [
  { value: "", label: none },
  ...people.map(({ id, name }) => ({ value: id, label: name })),
];
