import { expect, test } from "vitest";
import { announcementSchema } from "./schema.ts";

test("joins the lines of a message", () => {
  const { message } = announcementSchema.parse({
    message: " We ship until noon. \n\n Then we rest.\n",
    link_label: "",
    link_url: "",
    shown_from: "",
    shown_until: "",
    display_order: "0",
    is_active: true,
  });
  expect(message).toBe("We ship until noon. Then we rest.");
});
