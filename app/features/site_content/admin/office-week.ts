import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ContentRow } from "#app/content/index.ts";
import { contact } from "#app/content/pages/contact.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import {
  type HoursOnCard,
  officeWeek,
  otherZoneIn,
  readWeek,
  type Week,
} from "#app/lib/domain/business-hours.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { companyZone } from "#contract/time/company-zone.ts";
import { listPageContent } from "../queries.ts";

const SECTION = "business_hours";
const card = contact[SECTION];
const LINES = [
  ["day_1_label", "day_1_hours"],
  ["day_2_label", "day_2_hours"],
  ["day_3_label", "day_3_hours"],
] as const;

/** The lines of the contact page's hours card: stored, or else built in. */
function linesOf(rows: readonly ContentRow[] = []) {
  const stored = new Map(
    rows
      .filter(({ page_name, section_name }) => page_name === "contact" && section_name === SECTION)
      .map(({ content_key, content_value }) => [content_key, content_value]),
  );
  return LINES.map(([label, hours]) => ({
    label: stored.get(label) ?? card[label].value,
    hours: stored.get(hours) ?? card[hours].value,
  }));
}

/**
 * Reads the hours from the card's lines.
 * @param zone the company's time zone, as last saved
 */
export function hoursOnCard(rows: readonly ContentRow[] | undefined, zone: string): HoursOnCard {
  const lines = linesOf(rows);
  const others = lines.map(({ hours }) => otherZoneIn(hours, zone));
  return { week: readWeek(lines), zone, otherZone: others.find((other) => other) };
}

/** A warning if a line of the card names a different time zone than the company's. */
export function noteOnHours(row: ContentRow, text: string): string | undefined {
  if (row.page_name !== "contact" || row.section_name !== SECTION) return undefined;
  const other = LINES.some(([, hours]) => hours === row.content_key) && otherZoneIn(text);
  return other
    ? `This says ${other}, but the company's time zone is ${companyZone()}. Set hours by day in Site Settings instead.`
    : undefined;
}

/** The company's hours; the built-in ones until the card has loaded, or if it can't be parsed. */
export function useOfficeWeek(): Week {
  const { opening_hours } = useSettings();
  const { data } = useContactTexts();
  return useMemo(
    () => officeWeek(opening_hours, linesOf(data)) ?? readWeek(linesOf()) ?? [],
    [opening_hours, data],
  );
}

export const useContactTexts = () =>
  useQuery({
    queryKey: ["site_content", "page", "contact"],
    queryFn: () => listPageContent(supabase(), "contact"),
  });
