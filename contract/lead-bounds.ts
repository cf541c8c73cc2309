/** The maximum length of each text of a lead, enforced by the form, the import and the database. */
export const LEAD_MOST = {
  name: 200,
  email: 254,
  business_name: 200,
  monthly_volume: 100,
  platform: 100,
  message: 5000,
} as const;

export const PLATFORMS_MOST = 20;
