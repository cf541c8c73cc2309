export type DefaultFaqItem = {
  question: string;
  answer: string;
  display_order: number;
  is_active: boolean;
};

const faqs: readonly [question: string, answer: string][] = [
  [
    "How fast do my orders ship?",
    "Within 24-48 hours of reaching us. Orders sync from your shop, join the queue by age and leave with tracking that goes back to the platform.",
  ],
  [
    "What happens when a video takes off overnight?",
    "Your orders are in our system before you have read the comments. We start with the oldest, move your stock next to the benches and tell you early if a SKU is about to run out. If you know a live or a creator post is coming, give us the date and we prepare for it.",
  ],
  [
    "Can you protect me from late-dispatch penalties?",
    "We can't set a platform's rules, but we can work to them. Dispatch deadlines are part of the pick list, orders ship within 24-48 hours and tracking is sent back as soon as a parcel is scanned. What we need from you is stock on our shelf before the sale starts.",
  ],
  [
    "Is there an order minimum?",
    "No. There are no order minimums, in any month. Many products sell ten a week until the week they don't.",
  ],
  [
    "What will it cost me?",
    "Pick and pack is $1.00-$5.00 per order, and each extra item adds $0.40-$1.00. Storage is $2.00 per cubic foot per month, waived at 100+ orders per month. Returns are a flat $20 per month. Postage is what the carrier charges, unless your marketplace supplies the label. The pricing page has typical prices by weight.",
  ],
  [
    "How long does onboarding take?",
    "About 1-2 weeks. We connect your shop, agree how each product is packed, receive your first cartons and send test orders before we switch the rest over.",
  ],
  [
    "Which platforms do you work with?",
    "TikTok Shop, Shopify, Amazon, Etsy and WooCommerce. If you sell somewhere else, ask us. One stock count serves all of them, so a rush in one shop does not oversell another.",
  ],
  [
    "How do you handle returns?",
    "Impulse buys come back more than most. We open each return, check it against your notes and put it back in stock if it can sell again. Anything doubtful is photographed and waits for your decision. It is a flat $20 per month.",
  ],
  [
    "Can you build bundles and send creator samples?",
    "Yes. Tell us what's in the set and we kit it before the drop, so it ships as one item. Samples go out like any order: send us the list of creators and the note you want in the box.",
  ],
  [
    "Can you find a product for me?",
    "Yes, for a flat project fee per SKU, set by complexity. Local sourcing takes 2-4 weeks, overseas products in stock 4-6 weeks and custom products 10-16+ weeks. The stock arrives at the floor it ships from.",
  ],
];

/** Seeded into faq_items, and shown when none is active or the fetch fails (rule V-14). */
export const defaultFaqItems: readonly DefaultFaqItem[] = faqs.map(
  ([question, answer], display_order) => ({ question, answer, display_order, is_active: true }),
);
