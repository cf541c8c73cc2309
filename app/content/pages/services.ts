import {
  button,
  cardTitle,
  heading,
  headline,
  lead,
  type Page,
  text,
  textarea,
  unwritten,
  unwrittenLine,
} from "#app/content/field.ts";
import { photo } from "#app/content/photo.ts";

/** The top of a calendar page. */
const when = (value: string) => text(value, { about: 22 });

/** A zone of the transit table, which needs both its states and its days. */
const states = (reached: string) =>
  unwritten(`Enter the states that a package reaches ${reached}, like OR, WA, ID.`, 300);
const days = () =>
  unwrittenLine("Enter the transit time, like 1 day. The row is hidden until you do.", 15);

export const services = {
  hero: {
    title: headline("Everything between the dock and the doorstep."),
    subtitle: lead(
      "Five services, one team, one stock count. Start with the ones you need and add the rest later.",
    ),
  },
  services: {
    title: heading("What we take off your kitchen table"),
    description: textarea(
      "Together they cover a product from the first sample to the last return.",
    ),
  },
  photo,
  process: {
    title: heading("The same six steps for one order or a full queue"),
    description: textarea(
      "Nothing changes when a video takes off, so nothing has to be improvised.",
    ),
    step_1_title: cardTitle("Receive"),
    step_1_description: textarea(
      "Your cartons reach our dock. We count them against your packing list and tell you about any discrepancy before the stock goes on sale.",
    ),
    step_2_title: cardTitle("Store"),
    step_2_description: textarea(
      "Every SKU gets its own labeled spot. Fast sellers sit closest to the packing stations.",
    ),
    step_3_title: cardTitle("Sync"),
    step_3_description: textarea(
      "We connect to TikTok Shop, Shopify, Amazon, Etsy and WooCommerce. Orders come in, stock levels go back, and your shop shows sold out when the shelf is empty.",
    ),
    step_4_title: cardTitle("Pick"),
    step_4_description: textarea(
      "We pick the oldest orders first, with each dispatch deadline on the pick list.",
    ),
    step_5_title: cardTitle("Pack"),
    step_5_description: textarea(
      "We check shade, size and count against the order. Then your insert goes in and the box is closed.",
    ),
    step_6_title: cardTitle("Ship"),
    step_6_description: textarea(
      "Packages leave within 24-48 hours. Tracking goes back to your shop, so the order shows as shipped.",
    ),
  },
  onboarding: {
    title: heading("From the first call to your first package"),
    description: textarea("It takes about 1-2 weeks. This is what happens.", {
      about: 110,
    }),
    day_1_title: cardTitle("A call about your numbers"),
    day_1_when: when("The first day"),
    day_1_description: textarea(
      "Tell us what you sell, how orders arrive and what breaks easily. We price a typical month with you, line by line.",
    ),
    day_2_title: cardTitle("We connect your shop"),
    day_2_when: when("The days after"),
    day_2_description: textarea(
      "You give us access to each shop, and orders start to sync. Nothing ships from here yet.",
    ),
    day_3_title: cardTitle("We agree on the box"),
    day_3_when: when("While your stock ships"),
    day_3_description: textarea(
      "For each product, you choose the box, the insert and the thank-you card.",
    ),
    day_4_title: cardTitle("Your stock arrives"),
    day_4_when: when("The day it lands"),
    day_4_description: textarea(
      "We check in your first cartons. From then on, your shop shows what is really on the shelf.",
    ),
    day_5_title: cardTitle("Test orders go out"),
    day_5_when: when("Before you switch"),
    day_5_description: textarea(
      "A few real orders go out, from your shop to a doorstep. We fix anything that isn't right before the rest follow.",
    ),
    day_6_title: cardTitle("We ship every order"),
    day_6_when: when("From then on"),
    day_6_description: textarea("All your orders leave from our dock, and you go back to filming."),
  },
  shipping: {
    title: heading("How fast your orders arrive"),
    location_description: unwritten(
      "Write where the warehouse is and what is near it, for example: ten minutes from Portland's airport.",
    ),
    carriers_label: cardTitle("Carriers"),
    carriers: unwritten("Write one carrier per line. Hidden until you do."),
    transit_label: cardTitle("Ground transit by state"),
    evidence: unwrittenLine(
      "Write where the days come from, for example: UPS Ground from ZIP 97218, checked in May 2026.",
      80,
    ),
    zone_1_states: states("first"),
    zone_1_days: days(),
    zone_2_states: states("next"),
    zone_2_days: days(),
    zone_3_states: states("next"),
    zone_3_days: days(),
    zone_4_states: states("next"),
    zone_4_days: days(),
    zone_5_states: states("last"),
    zone_5_days: days(),
  },
  limits: {
    title: heading("What we can't take"),
    description: textarea(
      "Check this before you plan. If you're not sure about a product, ask us.",
      {
        about: 110,
      },
    ),
    products: unwritten(
      "Write one kind of product per line that you don't store or ship, for example: Aerosols. Hidden until you do.",
    ),
  },
  cta: {
    title: heading("Tell us what's in the box."),
    description: textarea(
      "We'll tell you how it ships and what each order costs. No order minimums, so you can start with one product.",
    ),
    primary_button: button("Plan Your Fulfillment"),
    secondary_button: button("See Pricing"),
  },
} satisfies Page;
