import { defaultFieldsConfig } from "#app/content/defaults/fields-config.ts";
import {
  button,
  heading,
  headline,
  json,
  lead,
  type Page,
  text,
  textarea,
  url,
} from "#app/content/field.ts";
import { photo } from "#app/content/photo.ts";

export const contact = {
  hero: {
    title: headline("Let's Map Your Fulfillment Plan"),
    subtitle: lead(
      "Tell us what you sell and how your orders arrive. You'll talk with someone who knows the warehouse floor. Onboarding takes about 1-2 weeks from there.",
    ),
  },
  contact_form: {
    title: heading("Get Started Today"),
    description: textarea("A few lines are enough. We'll ask about the rest."),
    submit_button: text("Send Message", {
      required: "Please enter a button label. Visitors can't send the form without one",
      about: 25,
    }),
    note: text("We use your details only to get back to you."),
    fields_config: json(defaultFieldsConfig),
  },
  contact_info: {
    title: heading("Contact Information"),
    email_label: text("Email"),
    phone_label: text("Phone"),
    website_label: text("Website"),
    address_label: text("Address"),
  },
  business_hours: {
    title: heading("Business Hours"),
    day_1_label: text("Monday-Friday"),
    day_1_hours: text("8:00 AM - 6:00 PM PST"),
    day_2_label: text("Saturday"),
    day_2_hours: text("9:00 AM - 2:00 PM PST"),
    day_3_label: text("Sunday"),
    day_3_hours: text("Closed"),
    response_description: textarea("Responses typically within 2-4 hours in business hours."),
    open_label: text("Open now"),
    closed_label: text("Closed now"),
  },
  onboarding_call: {
    title: heading("Schedule Your Onboarding Call"),
    description: textarea(
      "Pick a time that fits around filming. Bring your product list and the numbers from your busiest week.",
    ),
    calendly_url: url("https://calendly.com/evergreen-fulfillment-example/onboarding-call", {
      whenBlank: "Visitors won't see a calendar here.",
    }),
    fallback_description: textarea(
      "The calendar didn't load. You can pick a time on the scheduling page instead.",
    ),
    fallback_button: button("Open the Calendar"),
  },
  photo,
  cta_section: {
    card_title: heading("Ready to Scale?"),
    card_description: textarea(
      "Talk with us about a launch, a live sale or a move from another warehouse.",
    ),
    schedule_button: button("Schedule a Call"),
    pricing_button: button("Get Pricing"),
    banner_title: heading("Let's get your boxes moving."),
    banner_description: textarea("Pick a time to talk, or look at our prices first."),
  },
} satisfies Page;
