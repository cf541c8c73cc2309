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

/** The top of a calendar page. */
const when = (value: string) => text(value, { about: 22 });

export const services = {
  hero: {
    title: headline("Everything between the dock and the doorstep."),
    subtitle: lead(
      "Five services, one team, one stock count. Start with the ones you need and add the rest when a product earns it.",
    ),
  },
  services: {
    title: heading("What we take off your kitchen table"),
    description: textarea(
      "Each service stands on its own. Together they cover a product from the first sample to the last return.",
    ),
  },
  process: {
    title: heading("The same six steps for one order or a full queue"),
    description: textarea(
      "The route never changes when a video takes off. That's what keeps it quick.",
    ),
    step_1_title: cardTitle("Receive"),
    step_1_description: textarea(
      "Your cartons reach our dock. We count them against your packing list and tell you about any difference before the stock goes on sale.",
    ),
    step_2_title: cardTitle("Store"),
    step_2_description: textarea(
      "Every SKU gets its own labeled place. What sells fastest sits closest to the packing benches.",
    ),
    step_3_title: cardTitle("Sync"),
    step_3_description: textarea(
      "Your shop connects to our system. Orders flow in, stock levels flow back, and your shop shows sold out when the shelf is empty.",
    ),
    step_4_title: cardTitle("Pick"),
    step_4_description: textarea(
      "Orders are gathered shelf by shelf, oldest first, with the dispatch deadline on the pick list.",
    ),
    step_5_title: cardTitle("Pack"),
    step_5_description: textarea(
      "Shade, size and count are checked against the order. Then your insert goes in and the box is closed.",
    ),
    step_6_title: cardTitle("Ship"),
    step_6_description: textarea(
      "Parcels leave within 24-48 hours. Tracking goes back to your shop, so the order reads as dispatched.",
    ),
  },
  onboarding: {
    title: heading("From the first call to your first parcel"),
    description: textarea("About 1-2 weeks in all. This is what happens on the way.", {
      about: 110,
    }),
    day_1_title: cardTitle("A call about your month"),
    day_1_when: when("The first day"),
    day_1_description: textarea(
      "What you sell, how orders arrive, what breaks. You talk with someone who knows the floor, and we price it together, line by line.",
    ),
    day_2_title: cardTitle("Your shop is connected"),
    day_2_when: when("The days after"),
    day_2_description: textarea(
      "Orders flow in and stock levels flow back, for every shop that sells from the same shelf.",
    ),
    day_3_title: cardTitle("We agree on the box"),
    day_3_when: when("While cartons travel"),
    day_3_description: textarea(
      "Product by product: which box, which insert, which thank-you card. To the person who opens it, there is only your brand.",
    ),
    day_4_title: cardTitle("Counted in"),
    day_4_when: when("The day they land"),
    day_4_description: textarea(
      "We count your first cartons against the packing list, tell you about any difference, and give each SKU its labeled place.",
    ),
    day_5_title: cardTitle("Test orders go out"),
    day_5_when: when("Before you switch"),
    day_5_description: textarea(
      "A few orders go all the way, from your shop to a doorstep. We fix what isn't right before the rest follow.",
    ),
    day_6_title: cardTitle("The rest follows"),
    day_6_when: when("From then on"),
    day_6_description: textarea(
      "Every order comes to us and ships within 24-48 hours. You go back to filming.",
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
