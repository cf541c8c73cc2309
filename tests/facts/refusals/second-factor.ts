import { get, post, type Refused, type TestedBy } from "./refusal.ts";

const FACTORS = "/auth/v1/factors";
const nobodys = `${FACTORS}/00000000-0000-4000-8000-000000000000`;

const testedBy = (title: string): TestedBy => ({
  file: "tests/backend/accounts/second-factor.test.ts",
  title,
});

/** Every sentence with which the account service refuses a second factor, and what causes it. */
export const secondFactorRefusals: Record<string, Refused | TestedBy> = {
  "Confirm it's you, then try again.": testedBy("needs a sign-in of the last 15 minutes"),
  "Enter the code from your authenticator app first.": testedBy(
    "can't change the account, add an app, remove one, or make recovery codes",
  ),
  "Set up an authenticator app first.": post("stranger", `${FACTORS}/recovery-codes`, {}),
  "That code isn't right, or was used already. Enter the next one.": testedBy(
    "is no admin's until the code is right",
  ),
  "That recovery code isn't right, or was used already. Enter another one.": testedBy(
    "ten, each for one sign-in",
  ),
  "This authenticator app was removed.": post("stranger", `${nobodys}/challenge`, {}),
  "Authenticator apps aren't available on this site yet. Ask the person who runs it to turn them on.":
    testedBy("is not offered without a key that all processes share"),
  "This site was restored elsewhere and can't check this app's codes. Use a recovery code, or ask an admin to reset your two-step verification.":
    testedBy("stores the secret encrypted, for its own row only"),
  "This took too long. Try again.": testedBy("can't reuse another session's challenge"),
  "You already have an authenticator app with this name. Choose another name.": testedBy(
    "refuses a second app with the same name, and a sixth app",
  ),
  "You already have recovery codes. Make new ones instead.": testedBy(
    "new ones replace the old ones",
  ),
  "You have … authenticator apps. Remove one first.": testedBy(
    "refuses a second app with the same name, and a sixth app",
  ),
  "You have no recovery codes. Create new ones.": get("stranger", `${FACTORS}/recovery-codes`),
};
