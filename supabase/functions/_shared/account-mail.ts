import { address, type Brand, button, mailPage, note, paragraph } from "./mail-page.ts";
import { oneLine } from "./text.ts";

export type { Brand };

/** Mails with a link that somebody asked for. */
export type LinkMailKind = "signup" | "account_exists" | "recovery" | "invite";
/** Mails that tell of what was done. */
export type NoticeKind =
  | "password_changed"
  | "admin_granted"
  | "admin_removed"
  | "backup_trouble"
  | "backup_downloaded"
  | "webhook_changed"
  | "colleague_invited"
  | "colleague_removed";
export type AccountMailKind = LinkMailKind | NoticeKind;

interface Words {
  subject: string;
  what: string;
  button: string;
  /** how long the link works; left out: it is a plain page of the site */
  expiry?: string;
  otherwise: string;
}

const EXPIRY = "The link works once, within 24 hours.";

const words = (company: string, detail: string): Record<AccountMailKind, Words> => ({
  signup: {
    subject: `Confirm your e-mail address for ${company}`,
    what: `An account for the ${company} website was made with this e-mail address. Confirm that it is yours, and choose the password to sign in with.`,
    button: "Confirm e-mail address",
    expiry: EXPIRY,
    otherwise: "If you did not make this account, do nothing: without confirming it stays closed.",
  },
  account_exists: {
    subject: `You already have an account for ${company}`,
    what: `Someone tried to make an account on the ${company} website with this e-mail address, which already has one. Sign in, or set a new password if you no longer know yours.`,
    button: "Sign in or set a new password",
    otherwise: "If it was not you, do nothing: your account and its password stay as they are.",
  },
  recovery: {
    subject: `Set a new password for ${company}`,
    what: `Someone asked to set a new password for your account on the ${company} website.`,
    button: "Set a new password",
    expiry: EXPIRY,
    otherwise: "If it was not you, do nothing: your password stays as it is.",
  },
  invite: {
    subject: `You are invited to manage the ${company} website`,
    what: `An admin of the ${company} website invites you to manage it with them: its texts, prices, pictures and messages. Accept, and choose the password to sign in with.`,
    button: "Accept the invitation",
    expiry: "The link works once, within 7 days.",
    otherwise: "If you don't know what this is about, do nothing: nothing happens without you.",
  },
  password_changed: {
    subject: `Your password for ${company} was changed`,
    what: `The password of your account on the ${company} website was changed. Wherever you were signed in with the old one, you are signed out.`,
    button: "Set another password",
    otherwise:
      "If neither you nor an admin whom you asked did this, set another password now, and tell an admin.",
  },
  admin_granted: {
    subject: `You are an admin of the ${company} website now`,
    what: `Your account on the ${company} website has admin rights now: you can see and change everything there.`,
    button: "Open the admin",
    otherwise: "If you did not expect this, tell another admin.",
  },
  admin_removed: {
    subject: `You are no longer an admin of the ${company} website`,
    what: `Your account on the ${company} website has no admin rights any more. The account itself stays.`,
    button: "Open the website",
    otherwise: "If you did not expect this, ask another admin.",
  },
  colleague_invited: {
    subject: `Someone was invited to manage the ${company} website`,
    what: `${detail} Once the invitation is accepted, this person can see and change everything there.`,
    button: "Open the Users screen",
    otherwise: "If you did not expect this, revoke the invitation there and ask your colleagues.",
  },
  colleague_removed: {
    subject: `An admin of the ${company} website was removed`,
    what: detail,
    button: "Open the Users screen",
    otherwise: "If you did not expect this, ask your colleagues.",
  },
  webhook_changed: {
    subject: `A webhook of the ${company} website has a new address`,
    what: `A webhook tells another system of each new lead, with name, e-mail address and message. One was added, or given another address. ${detail}`,
    button: "Look at the webhooks",
    otherwise: "If you did not expect this, switch it off there and ask your colleagues.",
  },
  backup_downloaded: {
    subject: `A backup of the ${company} website was downloaded`,
    what: `${detail} A backup contains every lead and account, password hashes and all files. It contains no keys of the site.`,
    button: "See downloads",
    otherwise:
      "Every admin gets this email. If you did not expect this, ask who downloaded it. If it should not have happened, remove their rights and make new keys on the System screen.",
  },
  backup_trouble: {
    subject: `The ${company} website has no fresh backup`,
    what: `The website backs itself up each night, and something is in the way. ${detail}`,
    button: "See what is wrong",
    otherwise: "Every admin gets this mail, once a day at most, until a backup is proved again.",
  },
});

/**
 * A mail with one button, as HTML and as plain text. Values are escaped.
 * @param detail what this one has to say besides, in sentences
 */
export function renderAccountMail(
  kind: AccountMailKind,
  link: string,
  brand: Brand,
  detail: string | null = "",
) {
  const { company } = brand;
  const {
    subject,
    what,
    button: label,
    expiry,
    otherwise,
  } = words(oneLine(company), oneLine(detail ?? ""))[kind];
  const notes = [expiry, otherwise].filter((said) => said !== undefined);
  const text = [what, "", `${label}:`, link, "", ...notes, "", company, ""].join("\n");
  const body = [
    paragraph(what),
    button(link, label, brand),
    note(
      [expiry, "If the button does not work, copy this address into your browser:"]
        .filter(Boolean)
        .join(" "),
    ),
    address(link),
    note(otherwise),
  ];
  return { subject, text, html: mailPage(subject, body, brand) };
}
