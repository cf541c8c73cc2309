import type { PublicRow, PublicRows } from "./public-rows.ts";

/** What convinces visitors once staff write it: the text that makes each part of the site appear. */
const REASONS = [
  ["Guarantee", "why-us", "guarantee", "amount_value"],
  ["How you count your figures", "why-us", "stats", "stat_1_evidence"],
  ["Where the warehouse is", "services", "shipping", "location_description"],
  ["Carriers", "services", "shipping", "carriers"],
  ["Transit days by state", "services", "shipping", "zone_1_states"],
  ["What you don't take", "services", "limits", "products"],
  ["Contract terms", "why-us", "terms", "contract_description"],
  ["Exit terms", "why-us", "terms", "exit_description"],
  ["Lost or damaged stock", "why-us", "terms", "liability_description"],
  ["Comparison with the marketplace", "why-us", "comparison", "row_1_theirs"],
  ["Case study", "why-us", "case_study", "customer_name"],
  ["Home page photo", "home", "photo", "picture_url"],
] as const;

interface Reason {
  title: string;
  row: PublicRow<"site_content">;
}

/** The parts that visitors don't see yet, because nobody has written them. */
export const missingReasons = ({ site_content }: Pick<PublicRows, "site_content">): Reason[] =>
  REASONS.flatMap(([title, page, section, key]) => {
    const row = site_content.find(
      ({ page_name, section_name, content_key }) =>
        page_name === page && section_name === section && content_key === key,
    );
    return row && row.content_value.trim() === "" ? [{ title, row }] : [];
  });
