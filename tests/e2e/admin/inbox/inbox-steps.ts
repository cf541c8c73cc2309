import type { Page } from "@playwright/test";

export const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
