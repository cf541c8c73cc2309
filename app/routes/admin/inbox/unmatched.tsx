import { UnmatchedScreen } from "#app/features/inbound_mails/admin/screen.tsx";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/unmatched";
import { UNMATCHED } from "./screens.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Unmatched email · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Unmatched() {
  return <UnmatchedScreen head={headOf(UNMATCHED)} />;
}
