import { Barcode } from "#app/components/icons/barcode.tsx";
import { DockScene } from "#app/components/icons/illustrations/dock-scene.tsx";
import { ParcelChart } from "#app/components/icons/illustrations/parcel-chart.tsx";
import { RollDoor } from "#app/components/icons/illustrations/roll-door.tsx";
import { Mark } from "#app/components/icons/mark.tsx";
import { catalogue, fixed, type PublicPage, pagePath, publicPages } from "#app/content/index.ts";

/** The wall a label hangs on, and the page's own drawing. */
const CARDS: Record<PublicPage, { wall: string; art: React.ReactNode }> = {
  home: { wall: "bg-brand", art: <DockScene className="-mr-16 -mb-4 w-[500px]" /> },
  services: { wall: "bg-paper-3", art: <RollDoor className="w-[400px]" /> },
  sourcing: { wall: "bg-brand-night", art: <RollDoor className="w-[400px]" /> },
  pricing: { wall: "bg-paper-3", art: <RollDoor className="w-[400px]" /> },
  "why-us": { wall: "bg-brand-night", art: <ParcelChart className="w-[520px]" /> },
  faqs: { wall: "bg-label", art: <RollDoor className="w-[400px]" /> },
  contact: { wall: "bg-brand", art: <RollDoor className="w-[400px]" /> },
};

/**
 * It names no company and no price: the picture is drawn once, and those are in the settings and the
 * tables.
 */
const headline = (page: PublicPage) =>
  page === "faqs" ? fixed.faqPage.title : catalogue[page].hero.title.value;

/** The picture for a shared link, 1200 x 630: the page as a shipping label. */
export function ShareCard({ page }: { page: PublicPage }) {
  const { wall, art } = CARDS[page];
  const path = pagePath(page);
  const label = fixed.navigation.find(({ to }) => to === path)?.label;
  return (
    <main className={`flex h-[630px] w-[1200px] items-center justify-center ${wall}`}>
      <article className="slip label-sheet flex h-[522px] w-[1092px] flex-col">
        <header className="flex items-center gap-5 border-b-2 border-ink px-9 py-4">
          <Mark className="size-12" />
          <p className="font-display text-[26px] font-bold tracking-tight">{label}</p>
          <span className="lane ml-auto h-6 w-64" />
        </header>
        <div className="relative flex flex-1 items-center overflow-hidden">
          <h1 className="relative w-[600px] pl-9 text-[74px]/[0.98] tracking-[-0.035em]">
            {headline(page)}
          </h1>
          <div className="absolute right-9 bottom-0">{art}</div>
        </div>
        <footer className="flex items-center justify-between gap-8 border-t-2 border-ink px-9 py-4">
          <Barcode value={headline(page)} className="h-12 w-[560px]" />
          <p className="font-mono text-[22px] font-bold">
            {String(publicPages.indexOf(page) + 1).padStart(2, "0")}
          </p>
        </footer>
      </article>
    </main>
  );
}
