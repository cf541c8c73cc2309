/**
 * The script that brings React to the contact page: to the form, the calendar and the sign at the
 * door, one after another, so that no press waits for all of them. The page's own script loads it
 * (app/enhance/contact.ts).
 */
import { hydrate } from "#app/site-kit/hydrate.tsx";
import { Calendar } from "./calendar.tsx";
import { ContactForm } from "./form.tsx";
import { OpenNow } from "./open-now.tsx";

async function takeOver() {
  await hydrate("form", ContactForm);
  await hydrate("calendar", Calendar);
  await hydrate("open-now", OpenNow);
}

void takeOver();
