/** The most characters that each text of a lead may have; the form, the import and the database hold them. */
export const LEAD_MOST = {
  name: 200,
  email: 254,
  business_name: 200,
  monthly_volume: 100,
  platform: 100,
  message: 5000,
} as const;

export const PLATFORMS_MOST = 20;
