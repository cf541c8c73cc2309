import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { cx } from "#app/ui/cx.ts";
import { Spinner } from "#app/ui/display/spinner.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { type LivePage, livePage } from "./live-page.ts";
import { PreviewSite } from "./site.ts";
import { type Typed, TypedHere } from "./typed.ts";
import { usePage } from "./use-page.ts";
import { useRemembered } from "./use-remembered.ts";

/** Pixels: a phone's width, and a desktop window's. */
const WIDTHS = { phone: 375, desktop: 1280 };
type Width = keyof typeof WIDTHS;

export interface PaneProps {
  /** the screen's page; the user can switch to another */
  path: string;
  /** A text of another tab was clicked: switches to it. Returns false if it isn't on this screen. */
  onElsewhere?: (address: string) => boolean;
  /** called when a text was clicked, to focus its field */
  onPicked?: (address: string) => void;
  onEscape?: () => void;
}

/** The real page in a frame, with the unsaved changes; see README.md. */
export function Pane({ path, onElsewhere, onPicked, onEscape }: PaneProps) {
  const typed = useContext(TypedHere) as Typed;
  const site = useContext(PreviewSite);
  const [shown, setShown] = useState(path);
  const [width, setWidth] = useRemembered<Width>("preview-width", "phone");
  const [live, setLive] = useState<LivePage>();
  const [note, setNote] = useState<ReactNode>();
  const focused = useRef<string>(undefined);
  useEffect(() => setShown(path), [path]);

  /** The last address scrolled to. Scroll only once, so that users can scroll away. */
  const scrolledTo = useRef<string>(undefined);
  const point = useCallback(() => {
    const address = focused.current;
    if (!live) return;
    if (!address || !typed.find(address)) {
      live.pointAway();
      return setNote(undefined);
    }
    const found = live.point(address, { scroll: scrolledTo.current !== address });
    scrolledTo.current = found ? address : undefined;
    setNote(found ? undefined : typed.isIncomplete ? WAITS : UNSEEN);
  }, [typed, live]);
  const page = usePage({ typed, live, path: shown, onShown: point });

  useEffect(() => {
    function onFocus({ target }: { target: unknown }) {
      const address = typed.addressOf(target);
      // Focus on a button or the page is temporary. Keep the last field.
      if (!address && !(target as Element).matches("input,textarea")) return;
      focused.current = address;
      scrolledTo.current = undefined;
      const home = address && site?.pageOf(address);
      if (home && home !== shown) setShown(home);
      else point();
    }
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [typed, site, shown, point]);
  // The pane may mount after a field got focus.
  useEffect(() => {
    focused.current = typed.addressOf(document.activeElement);
  }, [typed]);

  function pick(addresses: readonly string[]) {
    const address = addresses.find((one) => typed.find(one)) ?? addresses[0];
    if (!address) return;
    const field = typed.find(address);
    if (field) {
      field.closest("details")?.setAttribute("open", "");
      field.focus();
    } else if (onElsewhere?.(address)) typed.focusNext(address);
    else return setNote(elsewhere(site?.screenOf(address)));
    onPicked?.(address);
  }

  const events = useRef({ pick, onEscape });
  events.current = { pick, onEscape };
  const paths = site?.pages.map((one) => one.path) ?? [];
  const known = useRef(paths);
  known.current = paths;
  const opened = useRef<LivePage>(undefined);
  useEffect(() => () => opened.current?.leave(), []);
  function onLoad(frame: HTMLIFrameElement) {
    opened.current?.leave();
    opened.current = livePage(frame, {
      onPick: (addresses) => events.current.pick(addresses),
      onLink: (to) => known.current.includes(to) && setShown(to),
      onEscape: () => events.current.onEscape?.(),
    });
    setLive(opened.current);
  }

  return (
    <section aria-label="Preview" className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
        <NativeSelect
          label="Preview page"
          value={shown}
          onValueChange={setShown}
          choices={site?.pages.map((one) => ({ value: one.path, label: one.label })) ?? []}
        />
        <WidthSwitch width={width} onChange={setWidth} />
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden bg-paper-3">
        <Scaled width={WIDTHS[width]}>
          {(style) => (
            <iframe
              src="/admin/preview"
              title="Page preview"
              onLoad={({ currentTarget }) => onLoad(currentTarget)}
              style={style}
              className="absolute top-0 border-0 bg-white"
            />
          )}
        </Scaled>
        {page.isLoading && (
          <div className="absolute inset-0 grid place-items-center bg-paper-2/80 text-accent">
            <Spinner label="Loading the preview…" className="size-8" />
          </div>
        )}
      </div>
      <div
        className={cx(
          "grid gap-2 text-sm",
          note || page.failure ? "border-t border-line px-3 py-2" : undefined,
        )}
      >
        {page.failure && (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
            <p className="wrap-anywhere text-danger">{page.failure}</p>
            <Button size="sm" onClick={page.again}>
              Try again
            </Button>
          </div>
        )}
        <p role="status" className="text-ink-2">
          {note}
        </p>
      </div>
    </section>
  );
}

const UNSEEN = "This field isn't visible on the page.";
const WAITS = "Fill in the required fields to see it here.";

const elsewhere = (screen: { href: string; label: string } | undefined) =>
  screen && (
    <>
      Edit this text in{" "}
      <Link to={screen.href} className="underline">
        {screen.label}
      </Link>
      .
    </>
  );

const CHOICES = [
  { width: "phone", label: "Phone", Icon: Smartphone },
  { width: "desktop", label: "Desktop", Icon: Monitor },
] as const;

function WidthSwitch({ width, onChange }: { width: Width; onChange: (width: Width) => void }) {
  return (
    <fieldset className="flex rounded-md border border-line-strong">
      <legend className="sr-only">Preview width</legend>
      {CHOICES.map((choice) => (
        <button
          key={choice.width}
          type="button"
          aria-pressed={choice.width === width}
          onClick={() => onChange(choice.width)}
          className={cx(
            "inline-flex h-8 items-center gap-1.5 px-2.5 text-sm first-of-type:rounded-l-md last-of-type:rounded-r-md pointer-coarse:h-11",
            choice.width === width ? "bg-brand-soft font-medium text-ink" : "text-ink-2",
          )}
        >
          <choice.Icon aria-hidden className="size-4" />
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

interface ScaledProps {
  /** the page's width in pixels */
  width: number;
  children: (style: {
    width: number;
    height: number;
    left: number;
    [name: string]: unknown;
  }) => ReactNode;
}

/** Renders at the page's intended width and scales it down to fit. */
function Scaled({ width, children }: ScaledProps) {
  const container = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    if (container.current) observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  const scale = size.width ? Math.min(1, size.width / width) : 1;
  return (
    <div ref={container} className="absolute inset-0">
      {children({
        width,
        height: Math.round(size.height / scale),
        left: Math.max(0, (size.width - width * scale) / 2),
        transform: `scale(${scale})`,
        transformOrigin: "0 0",
      })}
    </div>
  );
}
