/** Who the tests act as. Both exist in every test database, with confirmed email addresses. */
export const people = {
  admin: { email: "admin@example.com", password: "pallet-jack-42" },
  stranger: { email: "stranger@example.com", password: "bubble-wrap-17" },
};
