import { catalogue, fixed, type PublicPage, pagePath, publicPages } from "#app/content/index.ts";
import { DockScene } from "#app/site-kit/illustrations/dock-scene.tsx";
import { CardDrawer } from "#app/site-kit/illustrations/faqs.tsx";
import { CubicFoot, DockPhone } from "#app/site-kit/illustrations/pricing.tsx";
import { Doorstep } from "#app/site-kit/illustrations/services.tsx";
import { Wishes } from "#app/site-kit/illustrations/sourcing.tsx";
import { Stamping } from "#app/site-kit/illustrations/why-us.tsx";
import { Barcode } from "#app/ui/icons/barcode.tsx";
import { Mark } from "#app/ui/icons/mark.tsx";

/** The background behind the label, and the page's own illustration. */
const CARDS: Record<PublicPage, { wall: string; art: React.ReactNode }> = {
  home: { wall: "bg-brand", art: <DockScene className="-mr-16 -mb-3 w-[500px]" /> },
  services: { wall: "bg-paper-3", art: <Doorstep className="w-[350px]" /> },
  sourcing: { wall: "bg-brand-night", art: <Wishes className="w-[370px]" /> },
  pricing: { wall: "bg-label", art: <CubicFoot className="mb-1 w-[344px]" /> },
  "why-us": { wall: "bg-brand-line", art: <Stamping className="w-[440px]" /> },
  faqs: { wall: "bg-brand", art: <CardDrawer className="-mb-2 w-[420px]" /> },
  contact: { wall: "bg-paper-3", art: <DockPhone className="w-[320px]" /> },
};

/**
 * Names no company and no price: the picture is drawn once, while those come from the settings and tables.
 */
const headline = (page: PublicPage) =>
  page === "faqs" ? fixed.faqPage.title : catalogue[page].hero.title.value;

/** The share image, 1200 x 630: the page as a shipping label. */
export function ShareCard({ page }: { page: PublicPage }) {
  const { wall, art } = CARDS[page];
  const path = pagePath(page);
  const label = fixed.navigation.find(({ to }) => to === path)?.label;
  return (
    <main className={`flex h-[630px] w-[1200px] items-center justify-center ${wall}`}>
      <article className="card card-framed flex h-[522px] w-[1092px] flex-col">
        <header className="flex items-center gap-5 border-b-2 border-ink px-9 py-4">
          <Mark className="size-12" />
          <p className="font-display text-[26px] font-bold tracking-tight">{label}</p>
          <span className="stripes ml-auto h-6 w-64" />
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
