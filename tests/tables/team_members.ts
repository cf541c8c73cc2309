import { teamMemberSchema } from "#app/features/team_members/schema.ts";
import { isActive, long, placed, published, type TableFacts, WIDE, WORDS } from "./facts.ts";

export const facts: TableFacts = {
  make: () => ({ name: "Ines Okafor", is_active: false }),
  patch: { role: "Changed" },
  shown: { is_active: true },
  isShown: isActive,
  rights: published,
  refuses: [
    ["name_required", { name: " " }],
    ["name_at_most_200_characters", { name: long(201) }],
    ["role_at_most_200_characters", { role: long(201) }],
    ["photo_url_has_no_password", { photo_url: "https://ana:secret@example.com/a.jpg" }],
    ["photo_url_is_a_web_address_or_a_path", { photo_url: "javascript:alert(1)" }],
    ["photo_alt_at_most_300_characters", { photo_alt: long(301) }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "name",
    schema: teamMemberSchema,
    draft: { name: "Ines Okafor", role: "Packing lead", photo_url: "", photo_alt: "", ...placed },
    says: { "Please enter the person's name": { name: " " } },
    wide: { name: WIDE, role: WORDS, photo_url: `/icon-96.png?${long(200)}` },
  },
};
