/** What runs, loads ahead, measures or moves the reader on by itself. */
const ACTS = [
  /<script\b[^>]*>[\s\S]*?<\/script>/g,
  /<link rel="(?:modulepreload|preload|manifest)"[^>]*>/g,
  /<meta (?:name="analytics"|http-equiv=)[^>]*>/gi,
];

const CONTROL = /<(?:form|button|input)\b[^>]*>/g;
const LEADS = / (?:action|method|formaction)="[^"]*"/g;

/**
 * A page's HTML with nothing in it that acts: no script, analytics or prefetch, no form that leads
 * anywhere. What a reader without script is told stands in its place. React writes every "<" and ">"
 * of a text or an attribute as &lt; and &gt;, so that what is found here is an element.
 */
export function inert(html: string): string {
  let still = html;
  for (const acting of ACTS) still = still.replace(acting, "");
  return still.replace(CONTROL, (tag) => tag.replace(LEADS, "")).replace(/<\/?noscript>/g, "");
}
