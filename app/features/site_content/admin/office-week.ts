import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { contact } from "#app/content/pages/contact.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { readWeek, type Week } from "#app/lib/domain/business-hours.ts";
import { listPageContent } from "../queries.ts";

const SECTION = "business_hours";
const card = contact[SECTION];
const LINES = [
  ["day_1_label", "day_1_hours"],
  ["day_2_label", "day_2_hours"],
  ["day_3_label", "day_3_hours"],
] as const;
type CardKey = (typeof LINES)[number][number];

const weekOf = (textOf: (key: CardKey) => string) =>
  readWeek(LINES.map(([label, hours]) => ({ label: textOf(label), hours: textOf(hours) })));

/** The hours of the contact page's card; the built-in ones until read, or when they can't be understood. */
export function useOfficeWeek(): Week {
  const { data } = useQuery({
    queryKey: ["site_content", "page", "contact"],
    queryFn: () => listPageContent(supabase(), "contact"),
  });
  return useMemo(() => {
    const stored = new Map(
      data
        ?.filter(({ section_name }) => section_name === SECTION)
        .map(({ content_key, content_value }) => [content_key, content_value]),
    );
    return (
      weekOf((key) => stored.get(key) ?? card[key].value) ?? weekOf((key) => card[key].value) ?? []
    );
  }, [data]);
}
