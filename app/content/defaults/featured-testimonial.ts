export type DefaultTestimonial = {
  quote: string;
  author_name: string;
  author_title: string;
  author_company: string;
  display_order: number;
  is_active: boolean;
  featured: boolean;
};

/** Also the home page's fallback when no testimonial is active (rule L-9). */
export const featuredTestimonial: DefaultTestimonial = {
  quote:
    "The clip went up on a Sunday and I woke up to more orders than I had tape. Evergreen had the first orders packed before I finished my coffee. I spent that week filming, not apologizing.",
  author_name: "Maren Okafor",
  author_title: "Founder",
  author_company: "Halfmoon Nail Studio",
  display_order: 0,
  is_active: true,
  featured: true,
};
