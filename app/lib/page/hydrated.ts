/** The event fired on an island's element once React has hydrated it. */
export const HYDRATED = "island-hydrated";
