/** The event on an island's element: React has taken it over. */
export const HYDRATED = "island-hydrated";
