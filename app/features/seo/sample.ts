/**
 * Sample data for /admin/seo: the figures of rule O-2 and examples around them. Nothing is
 * measured, so every card that shows it says 'Sample data'.
 */
export const PRO_PRICE = "$199/month";

export const overview = {
  score: 86,
  pagesAnalysed: 12,
  keywordsRanking: 47,
  newKeywords: "+5 this month",
  pageSpeed: 92,
};

export type IssueType = "error" | "warning" | "info";
export const issues: readonly { type: IssueType; what: string; count: number }[] = [
  { type: "error", what: "Pages without a meta description", count: 2 },
  { type: "warning", what: "Images without alt text", count: 5 },
  { type: "warning", what: "Titles longer than 60 characters", count: 3 },
  { type: "info", what: "Pages that could link to each other", count: 8 },
];

/** `difficulty` out of 100; `searches` per month. */
export const opportunities = [
  { keyword: "tiktok shop fulfillment", searches: 2900, difficulty: 42 },
  { keyword: "3pl for small business", searches: 1600, difficulty: 58 },
  { keyword: "pick and pack services", searches: 1300, difficulty: 47 },
  { keyword: "kitting and bundling 3pl", searches: 480, difficulty: 31 },
];

export const pages = [
  { path: "/", score: 94, words: 640, issues: 0 },
  { path: "/services", score: 91, words: 820, issues: 1 },
  { path: "/pricing", score: 88, words: 410, issues: 2 },
  { path: "/sourcing", score: 84, words: 760, issues: 3 },
  { path: "/faqs", score: 79, words: 1150, issues: 4 },
];

export const keywords = [
  { keyword: "tiktok shop 3pl", position: 6, change: 3, searches: 880 },
  { keyword: "fulfillment center for creators", position: 9, change: 1, searches: 320 },
  { keyword: "ecommerce returns service", position: 14, change: -2, searches: 720 },
  { keyword: "flat rate pick and pack", position: 18, change: 5, searches: 260 },
  { keyword: "product sourcing agent", position: 23, change: 0, searches: 1900 },
];

export const networks = [
  { name: "Facebook", shares: 128, card: "Title, text and image" },
  { name: "X", shares: 86, card: "Title and image" },
  { name: "LinkedIn", shares: 54, card: "Title, text and image" },
  { name: "Instagram", shares: 212, card: "Profile link only" },
];

export const checks: readonly { what: string; passed: boolean; note: string }[] = [
  { what: "HTTPS on every page", passed: true, note: "12 of 12 pages" },
  { what: "Sitemap", passed: true, note: "Found, 12 addresses" },
  { what: "Mobile friendly", passed: true, note: "12 of 12 pages" },
  { what: "Structured data", passed: false, note: "Missing on 3 pages" },
  { what: "Canonical addresses", passed: false, note: "Missing on 1 page" },
];
