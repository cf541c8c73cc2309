/** Page names in navigation and titles. Separate from `fixed`: every screen loads this file. */

export const navigation = [
  { to: "/", label: "Home" },
  { to: "/services", label: "Services" },
  { to: "/sourcing", label: "Sourcing" },
  { to: "/pricing", label: "Pricing" },
  { to: "/why-us", label: "Why Us" },
  { to: "/faqs", label: "FAQs" },
  { to: "/contact", label: "Contact" },
] as const;

export const notFound = {
  code: "404",
  title: "Page Not Found",
  message: "Oops! The page you're looking for seems to have taken a different path.",
  home: "Back to Home",
  back: "Go Back",
} as const;
