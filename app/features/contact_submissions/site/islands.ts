/**
 * Hydrates the contact page's islands one after another, so no click waits for all of them: the
 * form, the calendar and the open-now sign. The page's own script loads it
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
