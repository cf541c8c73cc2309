/** The groups in which findings are listed, in order. */
export const GROUPS = {
  page: "Pages",
  search: "Search results",
  share: "Shared links",
  data: "Structured data",
  headings: "Headings",
  images: "Images",
  links: "Links",
  access: "Accessibility",
  weight: "Page weight",
} as const;

export type Group = keyof typeof GROUPS;

/** Why a kind of finding matters, in one sentence. */
export const WHY = {
  unreadable: "Visitors may not see it either.",
  titleMissing: "Search results show the title first, and people decide what to click by it.",
  titleLength: "Search results cut off long titles, and short ones say too little.",
  titleTwice: "People and search engines can't tell pages with the same title apart.",
  descriptionMissing: "Search results show random text from the page instead.",
  descriptionLength: "Search results cut off long descriptions, and short ones waste space.",
  descriptionTwice: "Pages with the same description look alike in search results.",
  canonical: "Search engines may list another address instead, or none.",
  robots: "Search engines get mixed signals and may not list the page.",
  share: "Links to the page look empty in chats and on social networks.",
  shareSize: "Chats and social networks crop or shrink other sizes.",
  data: "Google shows extra details only when all required ones are there.",
  h1: "The main heading says what the page is about, to people and search engines.",
  headings: "People who use screen readers move through a page by its headings.",
  altMissing: "People who can't see the image learn nothing about it.",
  alt: "People who can't see the image hear this text instead.",
  linkText: "People who use screen readers often hear links without the text around them.",
  broken: "Visitors who follow it see an error.",
  anchor: "Visitors arrive at the top of the page and have to search.",
  weight: "Heavy pages load slowly on phones, and people leave.",
  contrast: "People with low vision, or in bright sun, can't read it.",
  access: "Some people with disabilities can't use this part.",
} as const;
