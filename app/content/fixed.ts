/**
 * Text that is part of the product, not editable content: the editor has no tab for it (rule F-1).
 */

export { navigation, notFound } from "./names.ts";

export const header = {
  skipLink: "Skip to content",
  scheduleCall: "Schedule a Call",
  /** on phones, next to the menu: the company's number, or its calendar */
  call: "Call",
  schedule: "Schedule",
  menu: "Menu",
  navigationLabel: "Main",
} as const;

export const footer = {
  servicesTitle: "Services",
  services: [
    { label: "Fulfillment", to: "/services" },
    { label: "Storage", to: "/services" },
    { label: "Returns", to: "/services" },
    { label: "Integrations", to: "/services#integrations" },
  ],
  pagesTitle: "Company",
  contactTitle: "Contact",
  tagline: "Storage, packing and shipping for sellers who go viral.",
  copyright: (year: number, company: string) =>
    `© ${year} ${company.replace(/\.$/, "")}. All rights reserved.`,
  consent: "Cookie choices",
} as const;

/** The question about analytics; its text is a setting. */
export const consent = {
  label: "Cookies",
  allow: "Allow",
  decline: "Decline",
  /** where the browser sends Global Privacy Control or Do Not Track */
  refused: "Your browser asks sites not to track you, so these tools stay off.",
} as const;

export const pricingTable = {
  caption: "Rates by service",
  service: "Service",
  rate: "Rate",
  description: "Description",
  /** the rates after the first ones, which are next to the estimate */
  rest: "More rates",
  /** under the tables, for what the rates leave out */
  more: "Not sure what a rate covers?",
  /** under the headline */
  estimate: "Estimate your cost",
  services: "What each service does",
  questions: "What sellers ask first",
} as const;

/** The estimate next to the first rates (rule V-18). Its title and notes are editable content. */
export const estimateForm = {
  orders: { label: "Orders per month", help: "Use an average month." },
  items: { label: "Items per order", help: "An average, like 1.5." },
  size: "How big are your products?",
  cubic_feet: { label: "Cubic feet stored", help: "A full pallet is about fifty." },
  returns: { label: "Handle returns?", yes: "Yes", no: "No" },
  cartons: { label: "Cartons received", help: "Per month. Leave empty to skip receiving." },
  ounces: {
    label: "Ounces per package",
    help: "16 ounces is one pound. Leave empty if your marketplace pays shipping.",
  },
  count: "Estimate my cost",
  wrong: "Correct the highlighted numbers to see your estimate.",
  aMonth: "per month",
  anOrder: "per order",
  lines: "How it adds up",
  service: "Service",
  low: "At least",
  high: "At most",
  notIncluded: "Not included",
} as const;

/** The form of the dispatch clock on the home page (rule V-24); what it shows is content. */
export const dispatchForm = {
  name: "Dispatch clock",
  day: "Order day",
  hour: "Order time",
  show: "Show",
} as const;

/** The sample invoice below the estimate (rule V-22). Its title and notes are editable content. */
export const invoiceSheet = {
  heading: "Invoice",
  /** always on the sheet, regardless of what staff write */
  sample: "Sample",
  customer: "Billed to",
  period: "For one month",
  service: "Service",
  quantity: "Quantity",
  rate: "Rate",
  amount: "Amount",
  ends: { low: "Low end of the rate", high: "High end of the rate" },
  waived: (service: string, orders: string) => `${service} waived at ${orders}+ orders`,
  total: "Total",
  shares:
    "Where a rate is a range, this sample prices four in five at the low end and the rest at the high end.",
  notIncluded: "Not included in this sample",
} as const;

/** The table of days and states on the services page (rule V-26). */
export const transitTable = { days: "Ground transit", states: "States" } as const;

/** Shown with each service. */
export const servicesPage = {
  rate: "See the rate",
  sourcing: "How sourcing works",
} as const;

export const faqPage = {
  title: "What sellers ask before they send stock.",
  subtitle: "Straight answers on speed, cost, spikes and returns. Don't see yours? Ask us.",
  loading: "Loading questions",
  link: "Link to this answer",
  showAll: "Show the questions",
  search: "Search questions",
  searchButton: "Search",
  found: (count: number, asked: string) =>
    `${count} ${count === 1 ? "question matches" : "questions match"} "${asked}".`,
  none: (asked: string) => `No question matches "${asked}". Try other words, or ask us.`,
  all: "Show all questions",
  topics: "Topics",
  otherTopics: "Other questions",
  ctaTitle: "Still have a question?",
  ctaDescription: "Send it to us. Someone who knows the warehouse will answer.",
  ctaButton: "Ask Us",
} as const;

export const contactPage = {
  optional: "optional",
  /** the fallback when staff left the button blank */
  send: "Send",
  sending: "Sending...",
  /** under the thank-you message; links to the calendar */
  pickTime: "Pick a time now",
  /** under an email address with a likely typo, before a button with the likely address and "?" */
  didYouMean: "Did you mean",
  offline:
    "You seem to be offline. Your message is still here. Please try again when you're connected.",
  /** the label of the honeypot field */
  trap: "Leave this field empty",
  loadingCalendar: "Loading the calendar",
  /** where it loads only after a click */
  calendarFrom: (host: string) =>
    `The calendar comes from ${host}, which may set cookies when it loads.`,
  showCalendar: "Show the Calendar",
  /** where staff have set no calendar */
  noCalendar: "Tell us what times work for you, and we'll set up a call.",
  call: "Call",
  write: "Email",
  /** under the form, if there is a privacy text */
  privacy: "What we keep, and for how long",
} as const;

/** The privacy page. */
export const privacyPage = {
  title: "Privacy",
  description: "What we keep about you when you write to us, and for how long.",
  /** above the list of what is stored, which follows the settings */
  stored: "What is stored in your browser",
} as const;
