import { isStaff, keptAttribution } from "#app/lib/attribution/kept.ts";
import { createContactClient } from "./browser-client.ts";
import { lastArrived } from "./draft.ts";

const KEY = "bookings";
const REMEMBERED = 5;

interface Booking {
  event_uri: string;
  /** the message that it was told with; undefined until it was told, null with none */
  told?: string | null;
}

/** Those of this tab; storage may be full or forbidden, and this page knows them all the same. */
let booked: Booking[] | undefined;

/**
 * The booking that the calendar's frame tells of, by its provider's own address; undefined for any
 * other message. Source: Calendly, "Notifying the parent window" (calendly.event_scheduled).
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

/** Keeps a booking that was just made, and tells the company of it. */
export function addBooking(event_uri: string): Promise<void> {
  const before = known().filter((one) => one.event_uri !== event_uri);
  keep([...before, { event_uri }].slice(-REMEMBERED));
  return tellBookings();
}

/**
 * Tells of what was booked in this tab, with the last message that arrived from it, so that both are
 * joined. What could not be told is told with the next message, or on the next visit of the page.
 */
export async function tellBookings(): Promise<void> {
  if (isStaff()) return;
  const request = lastArrived() ?? null;
  for (const booking of known()) {
    if (booking.told || booking.told === request) continue;
    const args = { event_uri: booking.event_uri, attribution: keptAttribution(), request };
    if (!(await createContactClient().rpc("booking_add", args))) return;
    booking.told = request;
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
    // A page that is left forgets them.
  }
}

function read(): Booking[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}
