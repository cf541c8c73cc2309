/** "tel:" address of a phone number as staff wrote it: "(503) 555-0142" is "tel:5035550142". */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;

/** A web address as people say it: no scheme, no trailing slash. */
export const formatWebsite = (url: string) => url.replace(/^https?:\/\//, "").replace(/\/$/, "");
