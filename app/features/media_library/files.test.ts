import { expect, test } from "vitest";
import { declaredType, kindOf, newPath, whyNot } from "./files.ts";

const MB = 1024 * 1024;
const file = (name: string, type = "", size = 10) => ({ name, type, size });

test.each([
  [file("dock.PNG", "image/png"), "image"],
  [file("tour.mp4", "video/mp4"), "video"],
  [file("jingle.mp3", "audio/mpeg"), "audio"],
  [file("rates.pdf", "application/pdf"), "document"],
  [file("terms.doc"), "document"],
  [file("Terms.DOCX"), "document"],
  [file("setup.exe", "application/x-msdownload"), undefined],
  [file("page.html", "text/html"), undefined],
  [file("no-extension"), undefined],
])("$name is $1", (chosen, kind) => {
  expect(kindOf(declaredType(chosen))).toBe(kind);
});

test("a file is refused in words before it is sent", () => {
  expect(whyNot(file("dock.png", "image/png", MB), MB)).toBeUndefined();
  expect(whyNot(file("setup.exe"), MB)).toBe(
    "This type of file can't be uploaded. Choose images, videos, audio, PDF and Word files.",
  );
  expect(whyNot(file("dock.png", "image/png", MB + MB / 2), MB)).toBe(
    "This file is 1.5 MB. The limit is 1 MB.",
  );
  expect(whyNot(file("dock.png", "image/png", 0), MB)).toBe("This file is empty.");
});

test("accepts only a replacement of the same kind", () => {
  expect(whyNot(file("rates.pdf", "application/pdf"), MB, "image")).toBe(
    "This is a PDF or Word document. The current file is an image, so choose an image.",
  );
  expect(whyNot(file("dock.jpg", "image/jpeg"), MB, "image")).toBeUndefined();
});

test("a stored name is a random number and the original extension", () => {
  expect(newPath("Dock at dawn.JPG")).toMatch(/^uploads\/\d{1,20}\.JPG$/);
  expect(newPath("no-extension")).toMatch(/^uploads\/\d{1,20}$/);
  expect(newPath("odd.näme")).toMatch(/^uploads\/\d{1,20}$/);
  expect(newPath("a.png")).not.toBe(newPath("a.png"));
});
