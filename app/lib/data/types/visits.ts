/** Visits that reached each step; views and clicks are counts. */
export type VisitTotals = {
  views: number;
  visits: number;
  contact: number;
  started: number;
  sent: number;
  booked: number;
  phone: number;
  email: number;
};

/** The key "" of a name is unknown; null is all others together. */
export type VisitRow = {
  name: string | null;
  visits: number;
  contact: number;
  started: number;
  sent: number;
  booked: number;
  visits_before: number;
};

/** A Core Web Vital of real visitors. */
export type VisitVital = {
  name: "lcp" | "inp" | "cls";
  samples: number;
  /** milliseconds, or a score without a unit (CLS) */
  p75: number;
  /** how many samples */
  good: number;
  poor: number;
};

/** A period's visits in the company's days, and as many days before. */
export type VisitInsights = {
  from: string;
  until: string;
  /** the first day with figures; null: none yet */
  recorded_from: string | null;
  now: VisitTotals;
  before: VisitTotals;
  /** or months, by their first day, if there are more than 92 days */
  days: { day: string; visits: number; views: number }[];
  /** at most 51 each */
  sources: VisitRow[];
  campaigns: VisitRow[];
  landing_pages: VisitRow[];
  pages: { name: string; views: number; views_before: number }[];
  devices: { name: "phone" | "tablet" | "desktop"; visits: number }[];
  /** those that were measured */
  vitals: VisitVital[];
};
