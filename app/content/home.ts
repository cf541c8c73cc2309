import { featuredTestimonial } from "./defaults/testimonials.ts";
import { type Page, text, textarea } from "./field.ts";

export const home = {
  hero: {
    eyebrow: text("Fulfillment for short-video sellers"),
    title: text("Built for the morning after you go viral."),
    subtitle: textarea(
      "Short-video orders never arrive evenly. Evergreen stores, packs and ships your products within 24-48 hours, on the quiet Tuesdays and on the day a clip takes off.",
    ),
    primary_button: text("Plan Your Fulfillment"),
    secondary_button: text("See Pricing"),
  },
  features: {
    title: text("What a spike tests first"),
    description: textarea(
      "A good video finds the weak spot in your back room. We look after these three before it posts.",
    ),
    card_1_title: text("The dispatch clock"),
    card_1_description: textarea(
      "Every late dispatch counts against your shop. We work the queue oldest order first and ship within 24-48 hours, so a great night stays a great night.",
    ),
    card_2_title: text("The slow weeks between"),
    card_2_description: textarea(
      "Nobody trends every week. With no order minimums you pay for what ships, and when the month turns busy, storage is waived at 100+ orders per month.",
    ),
    card_3_title: text("The bundle you promised on camera"),
    card_3_description: textarea(
      "Tell us what's in the set and we kit it ahead of the drop. When the orders land, a bundle is one pick from one shelf.",
    ),
  },
  about: {
    title: text("A warehouse that expects the jump"),
    description: textarea(
      "Evergreen Fulfillment is a 3PL for sellers on short-video shopping marketplaces. Your sales don't climb a neat curve. They sit still, a creator posts, and a week of orders lands before lunch.",
    ),
    detail_description: textarea(
      "So we run the floor for that morning. Stock is counted in when it arrives. Orders sync from your shop as they come in. Creator samples leave from the same benches as customer orders, and good returns go back on the shelf while the product is still selling.",
    ),
    button: text("See What We Do"),
  },
  testimonial: {
    title: text("From the other side of the label"),
    quote: textarea(featuredTestimonial.quote),
    author_name: text(featuredTestimonial.author_name),
    author_title: text(featuredTestimonial.author_title),
    author_company: text(featuredTestimonial.author_company),
    stat_1_value: text("70,000+"),
    stat_1_label: text("orders in 12 months"),
    stat_2_value: text("24-48hr"),
    stat_2_label: text("fulfillment"),
    stat_3_value: text("$0"),
    stat_3_label: text("order minimums"),
  },
  cta: {
    title: text("The next one could post tonight."),
    description: textarea(
      "Tell us what you sell, where you sell it and what your biggest day looked like. We'll show you how it would have shipped.",
    ),
    button: text("Talk to Us"),
  },
} satisfies Page;
