import { featuredTestimonial } from "#app/content/defaults/featured-testimonial.ts";
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
} from "#app/content/field.ts";
import { photo } from "#app/content/photo.ts";

/** Shown while no testimonial is active. */
const WITHOUT_TESTIMONIAL = {
  whenBlank: "Hidden while this is empty and no testimonial is active.",
};

export const home = {
  hero: {
    eyebrow: text("Fulfillment for short-video sellers"),
    title: headline("Built for the morning after you go viral."),
    subtitle: lead(
      "Evergreen stores your products, packs each order and ships it within 24-48 hours, on a quiet Tuesday or the day a clip takes off.",
    ),
    primary_button: button("Plan Your Fulfillment"),
    secondary_button: button("See Pricing"),
    platforms: text("For TikTok Shop, Shopify, Amazon, Etsy and WooCommerce", {
      about: 60,
      whenBlank: "The platforms are hidden while this is empty.",
    }),
  },
  dispatch: {
    title: heading("Two clocks start with every order"),
    rule_label: text("TikTok Shop's clock", { about: 40 }),
    rule_value: text("2 business days", { about: 20 }),
    rule_description: textarea("to hand an order to the carrier before it counts as late.", {
      about: 100,
    }),
    promise_label: text("Ours", { about: 40 }),
    promise_value: text("24-48 hours", {
      about: 20,
      whenBlank: "This section is hidden while this is empty.",
    }),
    promise_description: textarea("on business days, from your shop to the truck.", {
      about: 100,
    }),
    clock_description: textarea(
      "Orders in by {cutoff} on a business day leave on that day's {pickup} truck. All others leave on the next business day's truck, before TikTok Shop's deadline.",
      {
        about: 160,
        whenBlank: "{cutoff} and {pickup} become the times from Site Settings.",
      },
    ),
    cutoff_label: text("Cutoff", { about: 25 }),
    truck_label: text("Our truck", { about: 25 }),
    deadline_label: text("TikTok Shop's deadline", { about: 25 }),
    note: textarea(
      "TikTok Shop counts Monday to Friday, excluding federal holidays. Its last day ends at 11:59 PM Pacific Time.",
      { about: 200 },
    ),
  },
  features: {
    title: heading("What a spike tests first"),
    description: textarea(
      "A good video finds the weak spot in your fulfillment. We fix the usual three before it posts.",
    ),
    card_1_title: cardTitle("Orders that leave on time"),
    card_1_description: textarea(
      "Every late dispatch counts against your shop. We ship the oldest orders first, so a big night doesn't end in a bad rating.",
    ),
    card_2_title: cardTitle("The slow weeks in between"),
    card_2_description: textarea(
      "Nobody trends every week. With no order minimums, a slow month costs you storage and the orders that ship. In a busy one, storage is waived at 100+ orders per month.",
    ),
    card_3_title: cardTitle("The bundle you promised on camera"),
    card_3_description: textarea(
      "Tell us what's in the set and we kit it ahead of the drop. When orders come in, each bundle is one pick from one shelf.",
    ),
  },
  about: {
    title: heading("A warehouse that plans for the spike"),
    description: textarea(
      "Evergreen Fulfillment is a 3PL for sellers on short-video shopping marketplaces. Your sales don't grow in a neat curve. They're flat until a creator posts, and then a week of orders comes in before lunch.",
    ),
    detail_description: textarea(
      "So we set up for that morning. We count stock when it arrives and sync orders as they come in. Creator samples leave from the same stations as customer orders, and good returns go back on the shelf while the product is still selling.",
    ),
    button: button("See What We Do"),
  },
  photo,
  testimonial: {
    title: heading("What sellers say"),
    quote: textarea(featuredTestimonial.quote, WITHOUT_TESTIMONIAL),
    author_name: text(featuredTestimonial.author_name, WITHOUT_TESTIMONIAL),
    author_title: text(featuredTestimonial.author_title, WITHOUT_TESTIMONIAL),
    author_company: text(featuredTestimonial.author_company, WITHOUT_TESTIMONIAL),
    stat_1_value: text("70,000+"),
    stat_1_label: text("orders in 12 months"),
    stat_1_evidence: evidence(),
    stat_2_value: text("24-48hr"),
    stat_2_label: text("fulfillment"),
    stat_2_evidence: evidence(),
    stat_3_value: text("$0"),
    stat_3_label: text("order minimums"),
    stat_3_evidence: evidence(),
  },
  cta: {
    title: heading("Your next hit could post tonight."),
    description: textarea(
      "Tell us what you sell, where you sell it and what your biggest day looked like. We'll show you how it would have shipped.",
    ),
    button: button("Talk to Us"),
  },
} satisfies Page;
