import { randomUUID } from "node:crypto";
import { ANYBODY, allFor, long, onlyEditorsWrite, type TableFacts } from "./facts.ts";

const unique = () => randomUUID().replaceAll("-", "");

export const facts: TableFacts = {
  make: () => ({ page_name: "home", section_name: "hero", content_key: unique() }),
  patch: { content_value: "Changed" },
  rights: { select: allFor(ANYBODY), ...onlyEditorsWrite },
  refuses: [
    ["page_name_is_a_name", { page_name: "../home" }],
    ["section_name_is_a_name", { section_name: "" }],
    ["key_is_a_name", { content_key: "two words" }],
    ["type_is_a_word", { content_type: "Text!" }],
    ["value_at_most_20000_characters", { content_value: long(20_001) }],
    ["value_required", { page_name: "new", content_key: "title", content_value: " " }],
    [
      "calendly_url_is_an_https_address",
      { content_key: "calendly_url", content_value: "javascript:alert(1)" },
    ],
    [
      "web_addresses_have_no_password",
      { content_key: "calendly_url", content_value: "https://ana:secret@calendly.com/ana" },
    ],
    ["web_addresses_are_links", { content_key: "link_url", content_value: "javascript:alert(1)" }],
    ["web_addresses_are_links", { content_type: "url", content_value: "photos of us" }],
  ],
  once: [["one_row_per_key", { content_key: "same" }]],
};
