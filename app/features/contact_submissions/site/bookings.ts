import { count } from "#app/lib/attribution/count.ts";
import { isSignedIn, storedAttribution } from "#app/lib/attribution/stored.ts";
import { createContactClient } from "./browser-client.ts";
import { lastArrived } from "./draft.ts";

const KEY = "bookings";
const REMEMBERED = 5;

interface Booking {
  event_uri: string;
  /** the request id it was reported with; undefined: unreported, null: reported without one */
  reportedWith?: string | null;
}

/** This tab's bookings. Storage may be full or forbidden, so the page also keeps them in memory. */
let booked: Booking[] | undefined;

/**
 * The booking's URI from a message of the calendar's frame; undefined for any other message.
 * Source: Calendly, "Notifying the parent window" (calendly.event_scheduled).
 */
export function bookingOf(data: unknown): string | undefined {
  const { event, payload } = (data ?? {}) as {
    event?: unknown;
    payload?: { event?: { uri?: unknown }; invitee?: { uri?: unknown } };
  };
  if (event !== "calendly.event_scheduled") return undefined;
  const uri = payload?.invitee?.uri ?? payload?.event?.uri;
  return typeof uri === "string" ? uri : undefined;
}

/** Stores a new booking, and reports it to the company. */
export function addBooking(event_uri: string): Promise<void> {
  const before = known().filter((one) => one.event_uri !== event_uri);
  count("booked");
  keep([...before, { event_uri }].slice(-REMEMBERED));
  return reportBookings();
}

/**
 * Reports this tab's bookings along with its last message, so that the two are linked. A failed
 * report is retried with the next message, or on the page's next visit.
 */
export async function reportBookings(): Promise<void> {
  if (isSignedIn()) return;
  const request = lastArrived() ?? null;
  for (const booking of known()) {
    if (booking.reportedWith || booking.reportedWith === request) continue;
    const args = { event_uri: booking.event_uri, attribution: storedAttribution(), request };
    if (!(await createContactClient().rpc("booking_add", args))) return;
    booking.reportedWith = request;
    keep(known());
  }
}

function known(): Booking[] {
  booked ??= read();
  return booked;
}

function keep(bookings: Booking[]) {
  booked = bookings;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(bookings));
  } catch {
    // Then the bookings last only as long as the page.
  }
}

function read(): Booking[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}
