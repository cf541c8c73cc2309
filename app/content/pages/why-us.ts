import {
  button,
  cardTitle,
  evidence,
  heading,
  headline,
  lead,
  type Page,
  text,
  textarea,
  unwritten,
  unwrittenLine,
  url,
} from "#app/content/field.ts";
import { photo } from "#app/content/photo.ts";

const theirs = () =>
  unwritten(
    "Enter how the marketplace's own fulfillment handles this, per its published terms. The row is hidden until you do.",
    110,
  );
const figure = () => unwrittenLine("Enter a figure, like 3 days. Leave empty to hide it.", 15);
const figureLabel = () => unwrittenLine("Enter what the figure measures.");

export const whyUs = {
  hero: {
    title: headline("We run the part of the show nobody films."),
    subtitle: lead(
      "Nobody posts a clip of a package that left on time. They post the late ones. Here's why sellers leave the shipping to us.",
    ),
  },
  reasons: {
    title: heading("Six reasons to hand over the tape gun"),
    reason_1_title: cardTitle("A spike is a normal day"),
    reason_1_description: textarea(
      "Tell us when you go live or when a creator posts. We stage the stock and set up the stations before the first order comes in.",
    ),
    reason_2_title: cardTitle("We watch the dispatch clock"),
    reason_2_description: textarea(
      "A late-dispatch penalty can bury a listing that took months to rank. Deadlines are on the pick list, and orders ship within 24-48 hours.",
    ),
    reason_3_title: cardTitle("No order minimums"),
    reason_3_description: textarea(
      "A slow month costs you storage and the orders that shipped. We never bill you up to a minimum.",
    ),
    reason_4_title: cardTitle("Rates you can check"),
    reason_4_description: textarea(
      "Rates for storage, picking, extra items and returns are on our pricing page. Your invoice uses the same names.",
    ),
    reason_5_title: cardTitle("The right shade in the box"),
    reason_5_description: textarea(
      "We pack at 99.8% accuracy, because the wrong color doesn't just come back. It gets a video of its own.",
    ),
    reason_6_title: cardTitle("Someone near the shelf answers"),
    reason_6_description: textarea(
      "Ask where a carton is and you get a person who can walk over and look. We typically reply within 2-4 business hours.",
    ),
  },
  stats: {
    /** shown with the guarantee only: it says what answering for them costs */
    title: heading("Four numbers to hold us to"),
    stat_1_value: text("70,000+"),
    stat_1_label: text("orders in 12 months"),
    stat_1_evidence: evidence(),
    stat_2_value: text("24-48hr"),
    stat_2_label: text("fulfillment"),
    stat_2_evidence: evidence(),
    stat_3_value: text("99.8%"),
    stat_3_label: text("accuracy"),
    stat_3_evidence: evidence(),
    stat_4_value: text("$0"),
    stat_4_label: text("hidden fees"),
    stat_4_evidence: evidence(),
  },
  guarantee: {
    title: heading("If we miss, we pay"),
    promise_label: cardTitle("What we promise"),
    promise_description: textarea(
      "Your order leaves our dock within 24-48 hours, with what was ordered in the box.",
      { about: 110, whenBlank: "The guarantee is hidden until you fill this in." },
    ),
    amount_label: cardTitle("What we pay"),
    amount_value: text("", {
      about: 40,
      whenBlank:
        "Enter what a customer gets when you miss: a sum, a share of a fee, a credit. The guarantee is hidden until you fill this in.",
    }),
    amount_description: textarea("", {
      about: 110,
      whenBlank: "Write how it's paid and the maximum, or leave it blank.",
    }),
    claim_label: cardTitle("How to claim"),
    claim_description: textarea(
      "Send us the order number by email or phone. We look into it and reply, typically within 2-4 business hours.",
      { about: 150 },
    ),
    signed_name: text("", {
      about: 40,
      whenBlank: "Enter who stands behind it, with their role. Leave empty for no signature.",
    }),
  },
  terms: {
    title: heading("Before you sign"),
    contract_label: cardTitle("Contract"),
    contract_description: unwritten(
      "Write how long a contract runs, what it commits to, and how prices may change.",
      300,
    ),
    exit_label: cardTitle("If you leave"),
    exit_description: unwritten(
      "Write the notice a customer gives, how the stock goes out, and what that costs.",
      300,
    ),
    liability_label: cardTitle("Lost or damaged stock"),
    liability_description: unwritten(
      "Write what you pay for stock lost or damaged in your care, the maximum, and how to claim it.",
      300,
    ),
  },
  comparison: {
    title: heading("Us, or the marketplace's own warehouse?"),
    ours_label: text("With us", { about: 40 }),
    theirs_label: text("Fulfilled by the marketplace", { about: 40 }),
    row_1_theirs: theirs(),
    row_1_topic: cardTitle("One stock, every shop"),
    row_1_ours: textarea("TikTok Shop, Shopify, Amazon, Etsy and WooCommerce ship from one shelf."),
    row_2_theirs: theirs(),
    row_2_topic: cardTitle("The box"),
    row_2_ours: textarea("Your packaging and your inserts, product by product."),
    row_3_theirs: theirs(),
    row_3_topic: cardTitle("Bundles"),
    row_3_ours: textarea("Built ahead of the drop, then picked as one."),
    row_4_theirs: theirs(),
    row_4_topic: cardTitle("Questions"),
    row_4_ours: textarea("You ask the people who hold your stock, by phone or email."),
    row_5_theirs: theirs(),
    row_5_topic: cardTitle("Slow months"),
    row_5_ours: textarea("No order minimums, however few orders ship."),
    source: unwrittenLine(
      "Write where the marketplace's side comes from, for example: Seller Center, checked in May 2026.",
      100,
    ),
  },
  case_study: {
    title: heading("One seller's story"),
    customer_name: unwrittenLine(
      "Write whose story it is, with their consent. The case study is hidden until you do.",
    ),
    customer_business: unwrittenLine("Write what they sell and where.", 80),
    portrait_url: url("", {
      picture: true,
      whenBlank: "Enter an address or choose a portrait, upright, at least 800 px wide.",
    }),
    portrait_alt: unwrittenLine("Write what the portrait shows, for people who can't see it.", 100),
    before_label: cardTitle("Before"),
    before_description: unwritten("Write how they shipped before, and what went wrong.", 300),
    change_label: cardTitle("What changed"),
    change_description: unwritten("Write what you did differently for them.", 300),
    after_label: cardTitle("Since then"),
    after_description: unwritten("Write how it's going now, ideally in their own words.", 300),
    figure_1_value: figure(),
    figure_1_label: figureLabel(),
    figure_1_evidence: evidence(),
    figure_2_value: figure(),
    figure_2_label: figureLabel(),
    figure_2_evidence: evidence(),
    figure_3_value: figure(),
    figure_3_label: figureLabel(),
    figure_3_evidence: evidence(),
    link_label: button("Visit their shop"),
    link_url: url("", { whenBlank: "Enter their shop's address to link to it." }),
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
      "Your packaging, your inserts, your thank-you card. Customers see your brand, not ours.",
    ),
  },
  photo,
  people: {
    title: heading("Who packs your boxes"),
    description: textarea("Not a call center. These people pick, pack and load your orders.", {
      about: 110,
    }),
    place_label: text("Find us at", { about: 30 }),
  },
  cta: {
    title: heading("Keep filming. We've got the boxes."),
    description: textarea(
      "Tell us about your hardest product to pack. We'll tell you how we'd do it.",
    ),
    button: button("Talk to Us"),
  },
} satisfies Page;
