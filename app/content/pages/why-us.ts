import {
  button,
  cardTitle,
  heading,
  headline,
  lead,
  type Page,
  text,
  textarea,
} from "#app/content/field.ts";

export const whyUs = {
  hero: {
    title: headline("We run the part of the show nobody films."),
    subtitle: lead(
      "No one posts a clip of a parcel that left on time. They post the other kind. Here's why sellers hand us the quiet half of the work.",
    ),
  },
  reasons: {
    title: heading("Six reasons to hand over the tape gun"),
    reason_1_title: cardTitle("A spike is a normal day"),
    reason_1_description: textarea(
      "Tell us when you go live or when a creator posts. We bring the stock forward and set up the benches before the first order lands.",
    ),
    reason_2_title: cardTitle("We watch the dispatch clock"),
    reason_2_description: textarea(
      "A late-dispatch penalty can bury a listing that took months to rank. Deadlines are on the pick list, and orders ship within 24-48 hours.",
    ),
    reason_3_title: cardTitle("No order minimums"),
    reason_3_description: textarea(
      "Ship one order in a slow month, or none. You pay for your storage and for the orders that ship, and storage is free at 100+ orders per month.",
    ),
    reason_4_title: cardTitle("Rates you can check"),
    reason_4_description: textarea(
      "Storage, picking, extra items and returns are on our pricing page. The invoice uses the same words and the same numbers.",
    ),
    reason_5_title: cardTitle("The right shade in the box"),
    reason_5_description: textarea(
      "We pack at 99.8% accuracy, because the wrong color doesn't just come back. It gets a video of its own.",
    ),
    reason_6_title: cardTitle("Someone near the shelf answers"),
    reason_6_description: textarea(
      "Ask where a carton is and you get a person who can walk over and look. Responses typically within 2-4 hours in business hours.",
    ),
  },
  stats: {
    title: heading("Four numbers we answer for"),
    stat_1_value: text("70,000+"),
    stat_1_label: text("orders in 12 months"),
    stat_2_value: text("24-48hr"),
    stat_2_label: text("fulfillment"),
    stat_3_value: text("99.8%"),
    stat_3_label: text("accuracy"),
    stat_4_value: text("$0"),
    stat_4_label: text("hidden fees"),
  },
  guarantee: {
    title: heading("If we miss, we pay"),
    promise_label: cardTitle("What we promise"),
    promise_description: textarea(
      "Your order leaves our dock within 24-48 hours, with what was ordered in the box.",
      { about: 110, whenBlank: "Without a promise the page has no guarantee." },
    ),
    amount_label: cardTitle("What we pay"),
    amount_value: text("", {
      about: 40,
      whenBlank:
        "Write what a customer gets when you miss: a sum, a share of a fee, a credit. Until you do, the page has no guarantee.",
    }),
    amount_description: textarea("", {
      about: 110,
      whenBlank: "Write how it is paid, and up to how much; or leave it blank.",
    }),
    claim_label: cardTitle("How to claim"),
    claim_description: textarea(
      "Send us the order number, by email or by phone. Someone near the shelf looks into it and answers, typically within 2-4 hours in business hours.",
      { about: 150 },
    ),
    signed_name: text("", {
      about: 40,
      whenBlank: "Write who answers for it, with their role. While it is blank, nobody signs.",
    }),
  },
  trust: {
    title: heading("Trust is built in the dull parts"),
    description: textarea(
      "You're handing us your stock, your reviews and your shop's standing. This is how we look after them.",
    ),
    point_1_title: cardTitle("You see what we see"),
    point_1_description: textarea(
      "Stock levels and tracking go back to your shop. You never have to ask how many are left before you go live.",
    ),
    point_2_title: cardTitle("Bad news comes from us"),
    point_2_description: textarea(
      "A crushed carton, a short count, a label that won't scan. We tell you with photos, before a customer does.",
    ),
    point_3_title: cardTitle("Your name is on the box"),
    point_3_description: textarea(
      "Your packaging, your inserts, your thank-you card. To the person who opens it, there is only your brand.",
    ),
  },
  people: {
    title: heading("Who packs your boxes"),
    description: textarea(
      "Not a call center. These are the people between your shelf and the truck.",
      { about: 110 },
    ),
    place_label: text("You find us at", { about: 30 }),
  },
  cta: {
    title: heading("Keep filming. We've got the boxes."),
    description: textarea(
      "Bring your busiest week and your most awkward product. We'll talk through both.",
    ),
    button: button("Talk to Us"),
  },
} satisfies Page;
