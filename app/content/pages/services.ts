import {
  button,
  cardTitle,
  heading,
  headline,
  lead,
  type Page,
  textarea,
} from "#app/content/field.ts";

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
      "Your shop connects to our system. Orders flow in, stock levels flow back, and your live stops selling when the shelf is empty.",
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
  cta: {
    title: heading("Tell us what's in the box."),
    description: textarea(
      "We'll tell you how it ships and what each order costs. No order minimums, so you can start with one product.",
    ),
    primary_button: button("Plan Your Fulfillment"),
    secondary_button: button("See Pricing"),
  },
} satisfies Page;
