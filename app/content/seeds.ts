/**
 * The seed rows of an empty database. Import this only on demand, to keep it out of screen bundles. To
 * show a default, import it from its own file.
 */
export { defaultFaqItems } from "./defaults/faq-items.ts";
export { seedPricingItems } from "./defaults/pricing-items.ts";
export { defaultServices } from "./defaults/services.ts";
export { defaultTestimonials } from "./defaults/testimonials.ts";
