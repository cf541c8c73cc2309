/** What pages are called, there and in their heads: every screen loads it, so it stands apart from `fixed`. */

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
