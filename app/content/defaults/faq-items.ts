export type DefaultFaqItem = {
  question: string;
  answer: string;
  topic: string;
  display_order: number;
  is_active: boolean;
};

const faqs: readonly [topic: string, question: string, answer: string][] = [
  [
    "Shipping",
    "How fast do my orders ship?",
    "Within 24-48 hours on business days. Orders sync from your shop as they come in, the oldest ship first, and tracking goes back to the platform.",
  ],
  [
    "Shipping",
    "What happens when a video takes off overnight?",
    "We see the spike when you do. We move that product next to the packing stations and warn you before a SKU runs out. If you know the date of a live or a creator post, tell us and we'll be ready.",
  ],
  [
    "Shipping",
    "Can you protect me from late-dispatch penalties?",
    "The platform sets the rules, and we work to its deadlines. Every pick list shows them, and tracking goes back as soon as a package is scanned. We just need your stock on our shelves before the sale starts.",
  ],
  [
    "Cost",
    "Is there an order minimum?",
    "No. There are no order minimums, not in your first month and not in a slow one.",
  ],
  [
    "Cost",
    "What will it cost me?",
    "Pick and pack is $1.00-$5.00 per order, and each extra item adds $0.40-$1.00. Storage is $2.00 per cubic foot per month, waived at 100+ orders per month. Returns are a flat $20 per month. Postage is what the carrier charges, unless your marketplace supplies the label. The pricing page has typical prices by weight.",
  ],
  [
    "Getting started",
    "How long does onboarding take?",
    "About 1-2 weeks. We connect your shop, agree on how each product is packed, receive your first cartons and send test orders before we switch the rest over.",
  ],
  [
    "Getting started",
    "Which platforms do you work with?",
    "TikTok Shop, Shopify, Amazon, Etsy and WooCommerce. If you sell somewhere else, ask us. One stock count serves all of them, so a rush in one shop doesn't oversell another.",
  ],
  [
    "Services",
    "How do you handle returns?",
    "We open each return, inspect it and restock what can sell again. If we're not sure, we send you a photo and you decide. Returns are a flat $20 per month.",
  ],
  [
    "Services",
    "Can you build bundles and send creator samples?",
    "Yes. We build sets before a drop, so each one ships as a single item. For samples, send us the creators' addresses and the note you want in the box.",
  ],
  [
    "Services",
    "Can you find a product for me?",
    "Yes, for a flat project fee per SKU, set by complexity. Local sourcing takes 2-4 weeks, overseas products in stock 4-6 weeks and custom products 10-16+ weeks. Your stock arrives at the warehouse that ships it.",
  ],
];

/** Seeded into faq_items, and shown when none is active or the fetch fails (rule V-14). */
export const defaultFaqItems: readonly DefaultFaqItem[] = faqs.map(
  ([topic, question, answer], display_order) => ({
    question,
    answer,
    topic,
    display_order,
    is_active: true,
  }),
);
