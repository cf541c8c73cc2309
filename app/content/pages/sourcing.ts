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
    card_1_title: cardTitle("One handoff fewer"),
    card_1_description: textarea(
      "The team that orders your stock also receives it. No carton sits at a forwarder while three companies ask whose it is.",
    ),
    card_2_title: cardTitle("Judged by a packer"),
    card_2_description: textarea(
      "We look at samples the way we look at returns. Will it survive the trip, fit the box and match what you said on camera?",
    ),
    card_3_title: cardTitle("A fee you know first"),
    card_3_description: textarea(
      "One flat project fee per SKU, set by its complexity. You agree to it before we contact a single supplier.",
    ),
    card_4_title: cardTitle("Dates you can say out loud"),
    card_4_description: textarea(
      "You get a realistic arrival window before you promise a restock to a live audience. If it moves, you hear it from us first.",
    ),
  },
  services: {
    title: heading("Six ways we help"),
    description: textarea("Take the whole path or only the part you'd rather not do alone."),
    service_1_title: cardTitle("Supplier Search"),
    service_1_description: textarea(
      "We shortlist suppliers who can make your product at your quantity, and say plainly which one we would pick.",
    ),
    service_2_title: cardTitle("Sample Review"),
    service_2_description: textarea(
      "Samples come to our bench. We check finish, fit and packaging, and send you photos before you commit.",
    ),
    service_3_title: cardTitle("Price Negotiation"),
    service_3_description: textarea(
      "We ask for a price at the quantity you'll really order, and get the answer in writing.",
    ),
    service_4_title: cardTitle("Quality Checks"),
    service_4_description: textarea(
      "Stock is inspected against a list we write with you, before it leaves the supplier and again at our dock.",
    ),
    service_5_title: cardTitle("Freight & Customs"),
    service_5_description: textarea(
      "We book the route, handle the paperwork and tell you where your cartons are without being asked.",
    ),
    service_6_title: cardTitle("Custom & Private Label"),
    service_6_description: textarea(
      "Your shade, your label, your box. We carry artwork and proofs through to a unit you're happy to open on camera.",
    ),
  },
  process: {
    title: heading("From a saved clip to stock on the shelf"),
    step_1_title: cardTitle("Brief"),
    step_1_description: textarea(
      "Send a link, a clip or a sketch, with the quantity and the unit cost you have in mind.",
    ),
    step_2_title: cardTitle("Quote"),
    step_2_description: textarea(
      "We answer with a flat project fee and a realistic timeline. Nothing starts until you say yes.",
    ),
    step_3_title: cardTitle("Search"),
    step_3_description: textarea(
      "We talk to suppliers, compare what they offer and show you the shortlist side by side.",
    ),
    step_4_title: cardTitle("Sample"),
    step_4_description: textarea(
      "You hold it, test it and film it. Changes are cheap now and expensive later, so we ask twice.",
    ),
    step_5_title: cardTitle("Produce"),
    step_5_description: textarea(
      "We place the order, follow production and inspect before anything is loaded.",
    ),
    step_6_title: cardTitle("Land"),
    step_6_description: textarea(
      "Stock reaches our dock, is counted in and can ship with your next order.",
    ),
  },
  pricing: {
    title: heading("How sourcing is priced"),
    note_1_title: cardTitle("Flat project fee"),
    note_1_description: textarea(
      "Sourcing is a flat project fee per SKU, set by complexity. Restocking a product that already exists sits at one end, making a custom one at the other. Goods and freight are listed separately, so you can see what each part costs.",
    ),
    note_2_title: cardTitle("Bundle pricing"),
    note_2_description: textarea(
      "Sourcing several SKUs for one drop? We price them as a bundle, and quote the kitting with it when the set ships from our floor.",
    ),
  },
  faqs: {
    title: heading("Before you announce a date"),
    faq_1_question: text("How long does it take to source a product?"),
    faq_1_answer: textarea(
      "Local suppliers take 2-4 weeks. Overseas products that are already in stock take 4-6 weeks. We confirm which route yours can take before you pay the project fee.",
    ),
    faq_2_question: text("What if I want something custom?"),
    faq_2_answer: textarea(
      "Plan for 10-16+ weeks. Samples, changes, production and freight each take their share. Start before the season you're selling into, not during it.",
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
