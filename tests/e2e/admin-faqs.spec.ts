import { expect, test } from "./fixture.ts";
import { managerJourneys } from "./manager-journeys.ts";

managerJourneys({
  path: "/admin/faqs",
  table: "faq_items",
  publicPath: "/faqs",
  column: "question",
  label: "Question",
  rest: { answer: "By the dozen." },
  required: { Answer: "By the dozen, too." },
  blank: { Question: "Please enter a question", Answer: "Please enter an answer" },
  longest: { characters: 500, refusal: "Question at most 500 characters" },
  add: "Add FAQ",
  newTitle: "New FAQ",
  editTitle: "Edit FAQ",
  search: "Search FAQs",
  empty: "No FAQs yet",
  nextOrder: 3,
  builtIn: "What will it cost me?",
  question: { text: "Are you sure you want to delete this FAQ?", by: "browser" },
  messages: {
    created: "FAQ created successfully!",
    updated: "FAQ updated successfully!",
    deleted: "FAQ deleted successfully!",
    createFailed: "Failed to save FAQ",
    updateFailed: "Failed to save FAQ",
    deleteFailed: "Failed to delete FAQ",
    loadFailed: "Failed to load FAQ items",
  },
});

test("a long text has room from the start", async ({ page }) => {
  await page.goto("/admin/faqs?edit=new");
  const answer = page.getByLabel("Answer", { exact: true });
  const height = async () => (await answer.boundingBox())?.height;
  await expect.poll(height, "five lines of 24 px").toBeGreaterThanOrEqual(5 * 24);
});
