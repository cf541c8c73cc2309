import { expect, test } from "vitest";
import { passwordMessage, signInMessage, signUpMessage } from "./messages.ts";

test("shows the server's message for sign-in, or the catalog's", () => {
  expect(signInMessage({ code: "invalid_credentials", message: "Wrong email or password" })).toBe(
    "Wrong email or password",
  );
  expect(signInMessage({ message: "" })).toBe("Failed to sign in");
});

test("says that the password is wrong where the address can't be", () => {
  expect(passwordMessage({ code: "invalid_credentials", message: "" })).toBe(
    "Wrong password. Try again.",
  );
  expect(passwordMessage({ message: "" })).toBe("Failed to sign in");
});

test("distinguishes a known address and too many attempts on sign-up", () => {
  expect(signUpMessage({ message: "User already registered", status: 422 })).toBe(
    "User already exists. Please sign in instead.",
  );
  expect(signUpMessage({ message: "Database error saving new user", status: 500 })).toBe(
    "Failed to sign up",
  );
  expect(signUpMessage({ message: "Too many sign-ups. Try again in a minute.", status: 429 })).toBe(
    "Too many sign-ups. Try again in a minute",
  );
});
