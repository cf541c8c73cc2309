/** The accounts that tests use. Every test database has both, with confirmed email addresses. */
export const people = {
  admin: { email: "admin@example.com", password: "pallet-jack-42" },
  stranger: { email: "stranger@example.com", password: "bubble-wrap-17" },
};
