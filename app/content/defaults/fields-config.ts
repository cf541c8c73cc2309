/** The contact form's fields; their names are columns of contact_submissions (rule C-1). */
export type ContactFieldName =
  | "name"
  | "email"
  | "business_name"
  | "monthly_volume"
  | "platforms"
  | "message";

export interface ContactField {
  name: ContactFieldName;
  label: string;
  placeholder?: string;
  help?: string;
  required: boolean;
  /** for monthly_volume (pick one) and platforms (pick any); `value` is stored */
  choices?: { value: string; label: string }[];
}

export interface FieldsConfig {
  fields: ContactField[];
}

const volumes = ["0-50", "51-100", "101-500", "501-1000", "1000+"];
const platforms = ["TikTok Shop", "Shopify", "Amazon", "Etsy", "WooCommerce", "Other"];

/** The initial value of the content key `fields_config`. */
export const defaultFieldsConfig: FieldsConfig = {
  fields: [
    { name: "name", label: "Your name", placeholder: "First and last name", required: true },
    { name: "email", label: "Email", placeholder: "you@yourshop.com", required: true },
    {
      name: "business_name",
      label: "Shop or business name",
      placeholder: "Name customers see",
      required: false,
    },
    {
      name: "monthly_volume",
      label: "Monthly order volume",
      placeholder: "Choose a range",
      help: "A typical month, not your best one.",
      required: true,
      choices: volumes.map((value) => ({ value, label: `${value} orders/month` })),
    },
    {
      name: "platforms",
      label: "Where you sell",
      help: "Choose all that apply.",
      required: true,
      choices: platforms.map((value) => ({ value, label: value })),
    },
    {
      name: "message",
      label: "What should we know?",
      placeholder: "What you sell, how big your last spike was, anything fragile or oversized",
      required: false,
    },
  ],
};
