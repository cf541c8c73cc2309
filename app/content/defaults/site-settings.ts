import { DEFAULT_ZONE } from "#contract/time/company-zone.ts";
import type { DefaultSetting } from "../field.ts";
import { privacySettings } from "./privacy-settings.ts";

const HIDES_CLOCK = "While blank, the dispatch clock is hidden.";

/** As US federal offices observe them until the end of 2027. */
const FEDERAL_HOLIDAYS = [
  ...["2026-11-26", "2026-12-25", "2027-01-01", "2027-01-18", "2027-02-15", "2027-05-31"],
  ...["2027-06-18", "2027-07-05", "2027-09-06", "2027-10-11", "2027-11-11", "2027-11-25"],
  ...["2027-12-24", "2027-12-31"],
];

/** Seeded into site_settings; the keys are those of rule P-7. */
export const defaultSettings = {
  site_title: {
    setting_value: "Evergreen Fulfillment | 3PL for Short-Video Sellers",
    setting_type: "text",
    description: "Title of the home page in browser tabs and search results",
    required: "Please enter a title. It appears in browser tabs and search results",
    about: 60,
  },
  site_description: {
    setting_value:
      "Fulfillment for sellers on short-video marketplaces. Orders ship within 24-48 hours, with no order minimums and free storage at 100+ orders per month.",
    setting_type: "textarea",
    description: "What search engines show under the title; 120-155 characters work best",
    about: 155,
    whenBlank: "Search engines pick text from the page.",
  },
  site_keywords: {
    setting_value:
      "3PL, order fulfillment, short-video sellers, pick and pack, kitting, returns, product sourcing",
    setting_type: "text",
    description: "Search keywords, separated by commas",
  },
  company_name: {
    setting_value: "Evergreen Fulfillment",
    setting_type: "text",
    description: "Name in the header, footer and emails",
    required: "Please enter the company name. It appears on every page",
    about: 40,
  },
  contact_email: {
    setting_value: "hello@evergreen.example.com",
    setting_type: "email",
    description: "Public email address; contact form messages arrive here",
    required: "Please enter the address that receives messages",
  },
  contact_phone: {
    setting_value: "(503) 555-0142",
    setting_type: "tel",
    description: "Public phone number",
    whenBlank: "Visitors won't see a phone number.",
  },
  website_url: {
    setting_value: "https://evergreen.example.com",
    setting_type: "url",
    description: "Website link in the footer and on the contact page",
    whenBlank: "Visitors won't see a website link.",
  },
  address_street: {
    setting_value: "",
    setting_type: "text",
    description: "Street address of the warehouse",
    whenBlank: "Visitors see an address only with a street and a city.",
  },
  address_city: {
    setting_value: "",
    setting_type: "text",
    description: "City of the warehouse",
    whenBlank: "Visitors see an address only with a street and a city.",
  },
  address_region: {
    setting_value: "",
    setting_type: "text",
    description: "State or region, for example OR",
  },
  address_postal_code: {
    setting_value: "",
    setting_type: "text",
    description: "ZIP or postal code",
  },
  address_country: {
    setting_value: "",
    setting_type: "text",
    description: "Country, for example US",
  },
  time_zone: {
    setting_value: DEFAULT_ZONE,
    setting_type: "text",
    description: "Used for opening hours, schedules, backups and emails",
    required: "Please choose a time zone",
  },
  opening_hours: {
    setting_value: "",
    setting_type: "text",
    description:
      "Used for the open/closed sign and reply deadlines. The contact page shows its own text.",
    whenBlank: "Currently taken from the contact page. Change a day to set hours here instead.",
  },
  dispatch_cutoff: {
    setting_value: "14:00",
    setting_type: "text",
    description: "Orders in by this time on a business day leave on that day's truck",
    whenBlank: HIDES_CLOCK,
  },
  dispatch_pickup: {
    setting_value: "17:00",
    setting_type: "text",
    description: "When the carrier picks up, in the company's time zone",
    whenBlank: HIDES_CLOCK,
  },
  dispatch_days: {
    setting_value: "Mon, Tue, Wed, Thu, Fri",
    setting_type: "text",
    description: "Days you ship orders",
    whenBlank: HIDES_CLOCK,
  },
  dispatch_holidays: {
    setting_value: FEDERAL_HOLIDAYS.join("\n"),
    setting_type: "textarea",
    description: "Business days you don't ship, one date per line, like 2026-12-25",
    whenBlank: HIDES_CLOCK,
  },
  free_storage_orders: {
    setting_value: "100",
    setting_type: "text",
    description: "Estimates include free storage at this many orders per month or more",
    whenBlank: "Storage is never free in estimates.",
  },
  confirmation_enabled: {
    setting_value: "false",
    setting_type: "boolean",
    description: "Email visitors when their message arrives",
  },
  confirmation_subject: {
    setting_value: "We got your message",
    setting_type: "text",
    description: "Subject of the confirmation email",
    whenBlank: "Visitors won't get an email.",
  },
  confirmation_text: {
    setting_value:
      "Thanks for your message. We'll get back to you during business hours.\n\nIf you didn't write to us, someone entered your address by mistake. You can ignore this email.",
    setting_type: "textarea",
    description: "Text of the confirmation email. It doesn't quote the visitor's message.",
    whenBlank: "Visitors won't get an email.",
  },
  favicon_url: {
    setting_value: "",
    setting_type: "url",
    description: "Browser tab icon. Leave empty to use your logo or initials.",
  },
  logo_url: {
    setting_value: "",
    setting_type: "url",
    description: "Logo in the header. Leave empty to use the default icon and the company name.",
  },
  og_image_url: {
    setting_value: "",
    setting_type: "url",
    description:
      "Image for shared links, 1200 x 630 pixels. Leave empty to use each page's own image.",
  },
  brand_color_primary: {
    setting_value: "#1F6E4D",
    setting_type: "color",
    description: "Main color: buttons, links and highlights",
  },
  brand_color_secondary: {
    setting_value: "#F2A33A",
    setting_type: "color",
    description: "Accent color",
  },
  facebook_url: {
    setting_value: "",
    setting_type: "url",
    description: "Facebook page. Leave empty to hide the link.",
  },
  twitter_url: {
    setting_value: "",
    setting_type: "url",
    description: "X (Twitter) profile. Leave empty to hide the link.",
  },
  linkedin_url: {
    setting_value: "",
    setting_type: "url",
    description: "LinkedIn page. Leave empty to hide the link.",
  },
  instagram_url: {
    setting_value: "",
    setting_type: "url",
    description: "Instagram profile. Leave empty to hide the link.",
  },
  ...privacySettings,
} satisfies Record<string, DefaultSetting>;

export type SettingKey = keyof typeof defaultSettings;
