import { type Content, place, type Settings } from "#app/content/index.ts";
import { postalLines } from "#app/lib/domain/postal-address.ts";
import { Picture } from "#app/site-kit/picture.tsx";
import { PostalAddress } from "#app/site-kit/sections/postal-address.tsx";
import { text } from "#app/site-kit/text.ts";
import { initials } from "../initials.ts";
import type { Person } from "../people.server.ts";

interface PeopleProps {
  words: Content<"why-us">["people"];
  people: readonly Person[];
  settings: Settings;
}

/** The team: a portrait each, with a name label. Nothing without people. */
export function People({ words, people, settings }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <section id="people" className="wrap grid gap-x-8 gap-y-12 py-20 lg:grid-cols-12 lg:py-32">
      <div className="lg:sticky lg:top-32 lg:col-span-4 lg:self-start">
        {words.title && (
          <h2 className="max-w-[8em] text-4xl lg:max-xl:text-3xl" {...text(words, "title")} />
        )}
        <p className="mt-6 max-w-[24em] text-lg text-ink-2" {...text(words, "description")} />
        {postalLines(settings).length > 0 && (
          <div className="mt-8 w-fit border-l-4 border-label pl-5">
            <p className="code text-ink-2" {...text(words, "place_label")} />
            <address className="mt-1 text-lg font-semibold not-italic">
              <PostalAddress settings={settings} />
            </address>
          </div>
        )}
      </div>
      <ul className="people lg:col-span-8">
        {people.map(({ member, photo }) => (
          <li key={member.id}>
            <div className="portrait" {...place(member, "photo_url", "photo_alt")}>
              {photo ? (
                <Picture
                  picture={photo}
                  alt={member.photo_alt || member.name}
                  sizes="(width < 48rem) 50vw, 18rem"
                  className="absolute inset-0 size-full object-cover"
                  lazy
                />
              ) : (
                <span aria-hidden="true" className="font-display text-5xl font-bold">
                  {initials(member.name)}
                </span>
              )}
            </div>
            <div className="name-label wrap-anywhere">
              <h3 className="text-base/tight sm:text-lg/tight" {...text(member, "name")} />
              {member.role && <p className="code mt-1 text-ink-2" {...text(member, "role")} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
