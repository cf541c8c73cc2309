import {
  button,
  cardTitle,
  heading,
  headline,
  lead,
  type Page,
  text,
  textarea,
} from "#app/content/field.ts";
import { photo } from "#app/content/photo.ts";

/** The names of the timeline's bars, which are the weeks in the answers, in order. */
const ROUTE = { about: 25, whenBlank: "Without it, the timeline shows only the weeks." };

export const sourcing = {
  hero: {
    title: headline("Source the next drop before the trend moves on."),
    subtitle: lead(
      "A restock, a better supplier or a product with your name on it. We find it, check it and bring it to the shelf it will ship from, for a flat project fee per SKU.",
    ),
    button: button("Start a Sourcing Project"),
  },
  benefits: {
    title: heading("Why source with the people who ship it"),
    card_1_title: cardTitle("One less handoff"),
    card_1_description: textarea(
      "The team that orders your stock also receives it. No carton sits at a forwarder while three companies ask whose it is.",
    ),
    card_2_title: cardTitle("Judged by a packer"),
    card_2_description: textarea(
      "We look at samples the way we look at returns. Will they survive the trip, fit the box and match what you said on camera?",
    ),
    card_3_title: cardTitle("A fee you know up front"),
    card_3_description: textarea(
      "You approve the project fee before we contact a single supplier. It doesn't grow with our hours.",
    ),
    card_4_title: cardTitle("Dates you can say out loud"),
    card_4_description: textarea(
      "You get a realistic arrival window before you promise a restock to a live audience. If it moves, you hear it from us first.",
    ),
  },
  services: {
    title: heading("Six ways we help"),
    description: textarea("Use all of them, or only the part you'd rather not do yourself."),
    service_1_title: cardTitle("Supplier Search"),
    service_1_description: textarea(
      "We shortlist suppliers who can make your product at your quantity, and tell you which one we'd pick.",
    ),
    service_2_title: cardTitle("Sample Review"),
    service_2_description: textarea(
      "Samples come to our bench. We check finish, fit and packaging, and send you photos before you commit.",
    ),
    service_3_title: cardTitle("Price Negotiation"),
    service_3_description: textarea(
      "We negotiate for the quantity you'll actually order, and get the price in writing.",
    ),
    service_4_title: cardTitle("Quality Checks"),
    service_4_description: textarea(
      "We write a checklist with you and inspect stock against it, at the supplier and again at our dock.",
    ),
    service_5_title: cardTitle("Freight & Customs"),
    service_5_description: textarea(
      "We book the freight, handle the customs paperwork and keep you posted on where your cartons are.",
    ),
    service_6_title: cardTitle("Custom & Private Label"),
    service_6_description: textarea(
      "Your shade, your label, your box. We manage artwork and proofs until you're happy to open it on camera.",
    ),
  },
  photo,
  process: {
    title: heading("From a saved clip to stock on the shelf"),
    step_1_title: cardTitle("Brief"),
    step_1_description: textarea(
      "Send a link, a clip or a sketch, with the quantity and the unit cost you have in mind.",
    ),
    step_2_title: cardTitle("Quote"),
    step_2_description: textarea(
      "We send you the project fee and a realistic timeline. Nothing starts until you say yes.",
    ),
    step_3_title: cardTitle("Search"),
    step_3_description: textarea(
      "We talk to suppliers, compare what they offer and show you the shortlist side by side.",
    ),
    step_4_title: cardTitle("Sample"),
    step_4_description: textarea(
      "Once it passes our check, you test the sample and film it. Changes are cheap now and expensive later.",
    ),
    step_5_title: cardTitle("Produce"),
    step_5_description: textarea(
      "We place the order, track production and inspect the stock before it is loaded.",
    ),
    step_6_title: cardTitle("Receive"),
    step_6_description: textarea(
      "Your stock reaches our dock, is counted and can ship with your next order.",
    ),
  },
  pricing: {
    title: heading("How sourcing is priced"),
    note_1_title: cardTitle("Flat project fee"),
    note_1_description: textarea(
      "Sourcing is a flat project fee per SKU, set by complexity: a restock costs less than a custom product. The fee doesn't change after you agree to it. Goods and freight are listed separately, so you can see what each part costs.",
    ),
    note_2_title: cardTitle("Bundle pricing"),
    note_2_description: textarea(
      "Sourcing several SKUs for one drop? You get one fee for all of them, quoted together with the kitting.",
    ),
  },
  faqs: {
    title: heading("Before you announce a date"),
    timeline_title: text("Weeks to expect"),
    route_1_label: text("Local", ROUTE),
    route_2_label: text("Overseas, in stock", ROUTE),
    route_3_label: text("Custom", ROUTE),
    faq_1_question: text("How long does it take to source a product?"),
    faq_1_answer: textarea(
      "Local suppliers take 2-4 weeks. Overseas products that are already in stock take 4-6 weeks. Before you agree to the project fee, we tell you which timeline fits your product.",
    ),
    faq_2_question: text("What if I want something custom?"),
    faq_2_answer: textarea(
      "Plan for 10-16+ weeks for samples, changes, production and freight. Start well before the season you're selling into.",
    ),
  },
  cta: {
    title: heading("What does your audience keep asking for?"),
    description: textarea(
      "Send us the comment you see most. We'll tell you what it takes to stock it.",
    ),
    button: button("Talk to Sourcing"),
  },
} satisfies Page;
