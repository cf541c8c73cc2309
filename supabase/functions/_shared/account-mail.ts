import { address, type Brand, button, mailPage, note, paragraph, quote } from "./mail-page.ts";
import { quoted } from "./mail-parts.ts";
import { reviewWords } from "./review-mail.ts";
import { ROLES } from "./roles.ts";
import { oneLine } from "./text.ts";

export type { Brand };

/** Emails with a link that somebody requested. */
export type LinkMailKind = "signup" | "account_exists" | "recovery" | "invite";
/** Emails that report an action. */
export type NoticeKind =
  | "password_changed"
  | "second_factor_added"
  | "second_factor_removed"
  | "second_factor_required"
  | "second_factor_guessed"
  | "recovery_code_used"
  | "new_sign_in"
  | "admin_granted"
  | "admin_removed"
  | "role_changed"
  | "backup_trouble"
  | "backup_downloaded"
  | "webhook_changed"
  | "colleague_invited"
  | "colleague_removed"
  | "colleague_changed"
  | "review_asked"
  | "set_approved"
  | "set_changes_asked"
  | "set_commented";
export type AccountMailKind = LinkMailKind | NoticeKind;

interface Words {
  subject: string;
  what: string;
  button: string;
  /** how long the link works; omitted: it leads to an ordinary page of the site */
  expiry?: string;
  otherwise: string;
}

const EXPIRY = "The link works once and expires in 24 hours.";

const words = (company: string, detail: string): Record<AccountMailKind, Words> => ({
  ...roleWords(company, detail),
  ...secondFactorWords(company, detail),
  ...reviewWords(company, detail),
  signup: {
    subject: `Confirm your email address for ${company}`,
    what: `An account for the ${company} website was created with this email address. Confirm that it's yours and choose a password.`,
    button: "Confirm email address",
    expiry: EXPIRY,
    otherwise:
      "If you didn't create this account, ignore this email. The account can't be used until it's confirmed.",
  },
  account_exists: {
    subject: `You already have an account for ${company}`,
    what: `Someone tried to create an account on the ${company} website with this email address, which already has one. Sign in, or set a new password if you forgot yours.`,
    button: "Sign in or set a new password",
    otherwise: "If it wasn't you, ignore this email. Your account and password stay the same.",
  },
  recovery: {
    subject: `Set a new password for ${company}`,
    what: `Someone asked to reset the password of your account on the ${company} website.`,
    button: "Set a new password",
    expiry: EXPIRY,
    otherwise: "If it wasn't you, ignore this email. Your password stays the same.",
  },
  password_changed: {
    subject: `Your password for ${company} was changed`,
    what: `The password of your account on the ${company} website was changed. You're signed out everywhere you used the old one.`,
    button: "Set another password",
    otherwise: "If you didn't ask for this, set another password now and tell an admin.",
  },
  new_sign_in: {
    subject: `New sign-in to your account for ${company}`,
    what: `Someone signed in to your account on the ${company} website from a new browser. ${detail}`,
    button: "Review your sessions",
    otherwise:
      "If this was you, you don't need to do anything. If it wasn't, sign that browser out and change your password.",
  },
  admin_removed: {
    subject: `You're no longer on the ${company} website team`,
    what: `Your access to the admin of the ${company} website was removed.`,
    button: "Open the website",
    otherwise: "If you didn't expect this, ask an admin.",
  },
  colleague_invited: {
    subject: `Someone was invited to the team of the ${company} website`,
    what: `${detail} They get the role when they accept.`,
    button: "Open Users",
    otherwise: "If you didn't expect this, revoke the invitation there and ask your colleagues.",
  },
  colleague_removed: {
    subject: `Someone was removed from the team of the ${company} website`,
    what: detail,
    button: "Open Users",
    otherwise: "If you didn't expect this, ask your colleagues.",
  },
  colleague_changed: {
    subject: `A role on the ${company} website changed`,
    what: detail,
    button: "Open Users",
    otherwise: "If you didn't expect this, ask your colleagues.",
  },
  webhook_changed: {
    subject: `A webhook for the ${company} website was added or changed`,
    what: `A webhook sends each new lead to another system, with name, email address and message. A webhook was added or its address changed. ${detail}`,
    button: "Open Webhooks",
    otherwise: "If you didn't expect this, turn it off there and ask your colleagues.",
  },
  backup_downloaded: {
    subject: `A backup of the ${company} website was downloaded`,
    what: `${detail} A backup contains every lead and account, password hashes and all files. It doesn't contain the site's keys.`,
    button: "See downloads",
    otherwise:
      "This email goes to every admin. If you didn't expect this, ask who downloaded it. If it wasn't authorized, remove their admin rights and create new keys on the System screen.",
  },
  backup_trouble: {
    subject: `A backup of the ${company} website failed or is overdue`,
    what: detail,
    button: "See what's wrong",
    otherwise:
      "This email goes to every admin, at most once a day, until a backup is verified again.",
  },
});

/** @param detail the role's name; without one it is Admin, the only role there was before */
function roleWords(company: string, detail: string) {
  const { name, can } = Object.values(ROLES).find((role) => role.name === detail) ?? ROLES.admin;
  const given = {
    subject: `Your role on the ${company} website is now ${name}`,
    button: "Open the admin",
    otherwise: "If you didn't expect this, ask an admin.",
  };
  return {
    invite: {
      subject: `You're invited to join the ${company} team`,
      what: `An admin of the ${company} website invited you to join the team. Your role will be ${name}: you can ${can}. Accept the invitation and choose a password.`,
      button: "Accept the invitation",
      expiry: "The link works once and expires in 7 days.",
      otherwise: "If you didn't expect this invitation, ignore this email.",
    },
    admin_granted: {
      ...given,
      what: `You're now on the team of the ${company} website. Your role is ${name}. You can ${can}.`,
    },
    role_changed: {
      ...given,
      what: `Your role on the ${company} website was changed to ${name}. You can ${can}.`,
    },
  };
}

function secondFactorWords(company: string, detail: string) {
  const account = { button: "Open your account" };
  return {
    second_factor_added: {
      ...account,
      subject: `An authenticator app was added to your account for ${company}`,
      what: `An authenticator app was added to your account on the ${company} website. From now on, signing in takes a code from it. Other browsers are signed out.`,
      otherwise:
        "If it wasn't you, ask an admin to reset your two-step verification and your password now.",
    },
    second_factor_removed: {
      ...account,
      subject: `An authenticator app was removed from your account for ${company}`,
      what: oneLine(
        `An authenticator app was removed from your account on the ${company} website. ${detail}`,
      ),
      otherwise: "If you didn't expect this, set a new password now and ask an admin.",
    },
    second_factor_required: {
      ...account,
      subject: `Set up two-step verification for ${company}`,
      what: `Starting ${detail}, your role on the ${company} website needs two-step verification: a code from an authenticator app on your phone. Set it up on your account page. It takes about two minutes.`,
      otherwise: "If you didn't expect this, ask an admin.",
    },
    second_factor_guessed: {
      subject: `Wrong codes entered for ${company}`,
      what: `Someone signed in to your account on the ${company} website with your password and then entered wrong codes. They didn't get in.`,
      button: "Set a new password",
      otherwise:
        "If it was you, wait a few minutes, or sign in with a recovery code. If it wasn't, set a new password now.",
    },
    recovery_code_used: {
      ...account,
      subject: `A recovery code for ${company} was used`,
      what: `Someone signed in to your account on the ${company} website with a recovery code. You have ${detail} codes left.`,
      otherwise: "If it wasn't you, set a new password now and create new recovery codes.",
    },
  };
}

/**
 * An email with one button, as HTML and as plain text. Values are escaped.
 * @param detail additional sentences for this email, or the name of a role
 * @param name of the person to greet
 * @param message what a colleague wrote, which is quoted
 */
export function renderAccountMail(
  kind: AccountMailKind,
  link: string,
  brand: Brand,
  detail: string | null = "",
  name: string | null = "",
  message?: string | null,
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
  const greeting = name ? `Hi ${oneLine(name)},` : "";
  const text = [
    ...(greeting ? [greeting, ""] : []),
    what,
    "",
    ...(message ? [quoted(message), ""] : []),
    `${label}:`,
    link,
    "",
    ...notes,
    "",
    company,
    "",
  ].join("\n");
  const body = [
    ...(greeting ? [paragraph(greeting)] : []),
    paragraph(what),
    ...(message ? [quote(message)] : []),
    button(link, label, brand),
    note(
      [expiry, "If the button doesn't work, copy this address into your browser:"]
        .filter(Boolean)
        .join(" "),
    ),
    address(link),
    note(otherwise),
  ];
  return { subject, text, html: mailPage(subject, body, brand) };
}
