import { button, heading, headline, lead, type Page, text, textarea } from "#app/content/field.ts";
import { photo } from "#app/content/photo.ts";

/** An answer to how large the products are, which decides the end of a rate with a range. */
const size = (value: string) =>
  text(value, {
    about: 20,
    whenBlank: "Unless all three are filled, the estimate doesn't ask for the size.",
  });

export const pricing = {
  hero: {
    title: headline("Our rates, on one page."),
    subtitle: lead(
      "What storage, pick and pack, and returns cost. No order minimums and no hidden fees.",
    ),
  },
  benefits: {
    banner_title: heading("Free storage at 100+ orders per month"),
    banner_description: textarea(
      "In any month with 100+ orders, storage is free. Your busiest months come with free shelves.",
    ),
    title: heading("Included at every size"),
    benefit_1_text: text("No order minimums, in any month"),
    benefit_2_text: text("Orders shipped within 24-48 hours"),
    benefit_3_text: text("99.8% order accuracy"),
    benefit_4_text: text("Onboarding in about 1-2 weeks"),
    benefit_5_text: text("Shop orders and stock levels kept in sync"),
    benefit_6_text: text("No hidden fees on your invoice"),
  },
  estimate: {
    title: text("What would a month cost?", {
      about: 60,
      whenBlank: "The page has no estimate.",
    }),
    description: textarea("Enter last month's numbers. Every line comes from our price list.", {
      about: 90,
    }),
    small_label: size("Small, in a mailer"),
    mixed_label: size("A mix"),
    large_label: size("Large or fragile"),
    note: textarea("An estimate, not a quote. You pay for what we actually store, pack and ship.", {
      about: 90,
    }),
    send_button: button("Send me this estimate"),
  },
  invoice: {
    title: text("What the invoice looks like", {
      about: 60,
      whenBlank: "The page has no sample invoice.",
    }),
    description: textarea(
      "A sample month at the rates above. Yours has the same lines, with your numbers on them.",
      { about: 110 },
    ),
    customer_name: text("Your shop", { about: 30 }),
    note: textarea("These are the rates from the price list. Ask about any line.", {
      about: 90,
    }),
  },
  photo,
  cta: {
    title: heading("Rather talk it through?"),
    description: textarea(
      "Call us with last month's orders in front of you. We'll price them together, line by line.",
    ),
    phone_button: button("Call"),
    secondary_button: button("Schedule a Call"),
  },
} satisfies Page;
