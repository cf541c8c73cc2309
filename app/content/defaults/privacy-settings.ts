import type { DefaultSetting } from "../field.ts";

/** What is loaded, asked and kept of visitors; part of `defaultSettings`. */
export const privacySettings = {
  ga_enabled: {
    setting_value: "false",
    setting_type: "boolean",
    description: "Google Analytics on or off",
  },
  ga_measurement_id: {
    setting_value: "",
    setting_type: "text",
    description: "Google Analytics measurement ID, like G-XXXXXXXXXX",
  },
  gtm_enabled: {
    setting_value: "false",
    setting_type: "boolean",
    description: "Google Tag Manager on or off",
  },
  gtm_container_id: {
    setting_value: "",
    setting_type: "text",
    description: "Google Tag Manager container ID, like GTM-XXXXXXX",
  },
  consent_ask: {
    setting_value: "true",
    setting_type: "boolean",
    description:
      "Google's tools load only for visitors who allow it. Browsers that ask sites not to track count as Decline.",
  },
  consent_text: {
    setting_value:
      "We'd like to use Google's tools to see how visitors use this site. These tools set cookies and load only if you allow them.",
    setting_type: "textarea",
    description:
      "Shown at the bottom of the page with Allow and Decline, until the visitor answers",
    required: "Please enter the question that visitors are asked",
    about: 120,
  },
  calendar_on_click: {
    setting_value: "false",
    setting_type: "boolean",
    description:
      "Until a visitor clicks, the calendar sets no cookies, and its provider learns nothing about the visit.",
  },
  privacy_text: {
    setting_value: "",
    setting_type: "textarea",
    description:
      "What data you keep about people who contact you, and for how long. Published at /privacy and linked from the contact form.",
    whenBlank: "No privacy page yet. Add text to publish one.",
  },
  delete_spam: {
    setting_value: "false",
    setting_type: "boolean",
    description: "Permanently deletes messages marked as spam 30 days after the last activity",
  },
  delete_closed_months: {
    setting_value: "",
    setting_type: "text",
    description: "Deleted permanently this long after the last activity. Leave empty to keep them.",
  },
  audit_log_months: {
    setting_value: "12",
    setting_type: "text",
    description: "Older entries of the audit log are deleted. 3 to 60 months.",
  },
} satisfies Record<string, DefaultSetting>;
