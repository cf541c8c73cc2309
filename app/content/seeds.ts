/**
 * What the tables of an empty database start with. Imported on demand alone, so that no screen carries it
 * along: anyone who shows it as a default takes it from its own file.
 */
export { defaultFaqItems } from "./defaults/faq-items.ts";
export { seedPricingItems } from "./defaults/pricing-items.ts";
export { defaultServices } from "./defaults/services.ts";
export { defaultTestimonials } from "./defaults/testimonials.ts";
