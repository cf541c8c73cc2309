import { globSync } from "node:fs";
import path from "node:path";
import {
  childrenOf,
  isCall,
  type Node,
  parsed,
  type Source,
  textOf,
  written,
} from "#tests/facts/syntax.ts";
import { sentencesElsewhere } from "./elsewhere.ts";

/** A text that people can read, and where it is. */
export interface Sentence {
  file: string;
  line: number;
  /** with … in place of values that vary */
  text: string;
  shown: "site" | "screen" | "email" | "command" | "log" | "answer";
}

const ROOT = path.join(import.meta.dirname, "../..");
const FILES = "{app,contract,server,supabase/functions}/**/*.{ts,tsx}";

/** Properties and attributes whose text is shown, even a single word. */
const LABEL =
  /^(label|title|aria-label|placeholder|alt|hint|name|heading|description|empty|create|edit|add|singular|plural|text|subject|help|note|action|confirm|caption|summary|pending|children|words|says|what|why|titles|one|many)$/;
/** Attributes and properties that people never see. */
const CODE =
  /^(class|className|d|viewBox|style|key|id|href|to|src|rel|sizes|srcSet|media|pattern|points|transform|accept|autoComplete|type|allow|sandbox)$|Class(Name)?$/;
/** Calls whose strings are for programs. */
const CODE_CALL =
  /^(cx|cva|matchMedia|RegExp|Symbol|querySelector(All)?|closest|matches|fetch|select|.*\.(matchMedia|querySelector(All)?|closest|matches|select|order|rpc|eq|or|query|unsafe|createElement|setAttribute|getElementById|addEventListener|split|join|startsWith|endsWith|includes|header|set|get|append|invoke))$/;

const SQL =
  /^\s*[(,]?\s*(select|insert|update|delete|with|alter|create|set|grant|drop|begin|copy|lock|notify|listen|truncate|analyze|vacuum|explain|commit|rollback|where|from|and|or|values|on conflict|do \$\$) /;

const HOLE = "…";
const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();

function wordsOf(node: Node): string | undefined {
  const text =
    node.type === "TemplateLiteral"
      ? node.quasis.map(({ value }) => value.cooked ?? value.raw).join(HOLE)
      : textOf(node);
  return text === undefined ? undefined : squeeze(text);
}

/** At least two words, and neither a query nor a list of CSS classes. */
function isProse(text: string): boolean {
  if (!/[a-z]/i.test(text) || SQL.test(text) || /^[\w.+-]+\/[\w.+*-]+(;.*)?$/.test(text))
    return false;
  if (!/[A-Za-z…)]["'’,.:;)]* ["'(“]?[A-Za-z…]/.test(text)) return false;
  if (/[{}]\s|;\s*[a-z-]+:\s|=>|<\/?[a-z]+[ >]|\)\s*\{/.test(text)) return false;
  const tokens = text.split(" ");
  const classes = tokens.filter((one) => /^-?[a-z]+[-:[].*[^.,:;?!)]$|_|^[a-z]+\[/.test(one));
  return classes.length * 3 < tokens.length;
}

const isTyping = (node: Node) =>
  node.type.startsWith("TS") &&
  !/^TS(As|Satisfies|NonNull)/.test(node.type) &&
  node.type !== "TSExportAssignment";

const nameOf = (node: Node): string =>
  node.type === "Identifier" || node.type === "JSXIdentifier"
    ? node.name
    : (textOf(node) ?? (node.type === "JSXNamespacedName" ? "aria" : ""));

/** The text of an element, including the elements inside it. */
function saidBy(node: Node): string {
  if (node.type === "JSXText") return node.value.replace(/\s*\n\s*/g, " ");
  if (node.type === "JSXExpressionContainer")
    return wordsOf(node.expression) ?? (textOf(node.expression) === " " ? " " : HOLE);
  if (node.type === "JSXElement" || node.type === "JSXFragment")
    return node.children.map(saidBy).join("") || HOLE;
  return "";
}

const hasText = (node: Node) =>
  (node.type === "JSXElement" || node.type === "JSXFragment") &&
  node.children.some((one) => one.type === "JSXText" && /[A-Za-z]/.test(one.value));

function shownIn(file: string, isLog: boolean): Sentence["shown"] {
  if (isLog || /^server\/(runtime|index|backend\/(minimum|postgres|self-hosted))/.test(file))
    return "log";
  if (
    /^app\/(content\/(?!defaults\/site-settings)|site-kit|enhance|routes\/site|features\/\w+\/site)/.test(
      file,
    )
  )
    return "site";
  if (file.startsWith("app/")) return "screen";
  if (/^server\/backend\/mail|^supabase\/.*(mail|notices)/.test(file)) return "email";
  return file.startsWith("server/cli/") ? "command" : "answer";
}

/** Nodes that hold no text for people, at any depth: types, imports, queries, comparisons. */
const isForPrograms = (node: Node) =>
  isTyping(node) ||
  /^(ImportDeclaration|ImportExpression|TaggedTemplateExpression|JSXText)$/.test(node.type) ||
  (node.type === "ExportNamedDeclaration" && node.source !== null) ||
  (node.type === "BinaryExpression" && /^[!=]==?$/.test(node.operator));

interface Place {
  /** the property or attribute whose value contains the node */
  named: string;
  isLog: boolean;
  /** the text is already part of an enclosing element's text */
  isSaid: boolean;
}

const isLabel = (named: string, text: string) =>
  LABEL.test(named) && /^[A-Z…].*[A-Za-z]/.test(text);

/** Whether a node's children are shown where the node is, such as both branches of a condition. */
const passes = ({ type }: Node) =>
  /^(Conditional|Logical|Binary|Array|JSXExpressionContainer|Call|New|TS|Template|ArrowFunction|BlockStatement|ReturnStatement)/.test(
    type,
  );

/** The child nodes to visit, each with its place. */
function partsOf(node: Node, place: Place, source: Source): [Node, Place][] {
  const { isLog, isSaid } = place;
  if (node.type === "Literal") return [];
  if (node.type === "SwitchCase")
    return node.consequent.map((one) => [one, { named: "", isLog, isSaid: false }]);
  if (node.type === "JSXAttribute" || node.type === "Property") {
    const key = node.type === "Property" ? node.key : node.name;
    return node.value ? [[node.value, { named: nameOf(key), isLog, isSaid: false }]] : [];
  }
  const callee = isCall(node) ? written(source, node.callee) : undefined;
  const inner: Place = {
    named: passes(node) ? place.named : "",
    isLog: isLog || /^((console|log)\.\w+|log\w*)$/.test(callee ?? ""),
    isSaid: false,
  };
  if (callee !== undefined) inner.named = CODE_CALL.test(callee) ? "class" : "";
  return childrenOf(node).map((child) => [
    child,
    { ...inner, isSaid: isPartOfSaid(node, child, isSaid) },
  ]);
}

/** Whether a child's text is already part of an element's text. */
function isPartOfSaid(node: Node, child: Node, isSaid: boolean): boolean {
  if (/^JSX(Element|Fragment|ExpressionContainer)$/.test(child.type))
    return isSaid || hasText(node);
  return isSaid && node.type === "JSXExpressionContainer" && wordsOf(child) !== undefined;
}

/** Every text in a file that people can read, in order. */
export function sentencesOf(file: string, source: Source): Sentence[] {
  const found: Sentence[] = [];

  function visit(node: Node, place: Place) {
    if (isForPrograms(node)) return;
    const { named, isLog, isSaid } = place;
    const text = wordsOf(node);
    const isShown =
      text !== undefined && !CODE.test(named) && (isLabel(named, text) || isProse(text));
    const said = isShown ? text : hasText(node) ? squeeze(saidBy(node)) : undefined;
    if (said !== undefined && !isSaid) {
      const line = source.text.slice(0, node.start).split("\n").length;
      found.push({ file, line, text: said, shown: shownIn(file, isLog) });
    }
    for (const [part, at] of partsOf(node, place, source)) visit(part, at);
  }

  visit(source.program, { named: "", isLog: false, isSaid: false });
  return found;
}

/** The texts of `console` and `throw` in scripts; their other strings are code. */
const scriptSentences = (): Sentence[] =>
  globSync("{scripts,bench}/**/*.{ts,mjs}", { cwd: ROOT, exclude: ["**/*.test.*", "**/*.d.*"] })
    .sort()
    .flatMap((file) => sentencesOf(file, parsed(path.join(ROOT, file))))
    .filter(({ shown }) => shown === "log")
    .map(({ file, line, text }) => ({ file, line, text, shown: "command" }));

export const allSentences = (): Sentence[] => [
  ...globSync(FILES, {
    cwd: ROOT,
    exclude: ["**/*.test.*", "**/tests/**", "**/database.generated.ts", "**/*.d.ts"],
  })
    .sort()
    .flatMap((file) => sentencesOf(file, parsed(path.join(ROOT, file)))),
  ...scriptSentences(),
  ...sentencesElsewhere(),
];

if (import.meta.main) {
  // `npm run words:list`: every text that people can read, as a table.
  const cell = (text: string) => text.replaceAll("|", "\\|");
  console.log("| where | text | shown |\n|---|---|---|");
  for (const { file, line, text, shown } of allSentences())
    console.log(`| ${file}:${line} | ${cell(text)} | ${shown} |`);
}
