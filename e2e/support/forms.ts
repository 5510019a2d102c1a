import { expect, type Locator, type Page } from '@playwright/test';

/** An input by its `name`: the contract between screens and tests. */
export const field = (scope: Page | Locator, name: string): Locator => scope.locator(`[name="${name}"]`);

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** A field shows a value: a day as the tests' agencies type it, month first, where it is not the browser's own field. */
export async function expectValue(scope: Page | Locator, name: string, value: string) {
  const shown = ISO_DATE.test(value) && (await field(scope, name).getAttribute('type')) !== 'date';
  await expect(field(scope, name)).toHaveValue(shown ? value.replace(ISO_DATE, '$2/$3/$1') : value);
}

/** What is wrong stands at its field: marked, and tied to it for those who do not see the colour. */
export async function expectProblem(scope: Page | Locator, name: string, message: string | RegExp) {
  await expect(field(scope, name)).toHaveAttribute('aria-invalid', 'true');
  await expect(field(scope, name)).toHaveAccessibleDescription(message);
}

/** Nothing is wrong with a field any more. */
export async function expectNoProblem(scope: Page | Locator, name: string) {
  await expect(field(scope, name)).not.toHaveAttribute('aria-invalid', 'true');
}

/** Types a value, leaves the field, and finds the message there and the value kept. */
export async function expectRefused(
  scope: Page | Locator,
  name: string,
  value: string,
  message: string | RegExp,
) {
  await field(scope, name).fill(value);
  await field(scope, name).blur();
  await expectProblem(scope, name, message);
  await expectValue(scope, name, value);
}

/** Fills several fields. */
export async function fill(scope: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(scope, name).fill(value);
}

/** What was typed is still there. */
export async function expectKept(scope: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await expectValue(scope, name, value);
}

/** Chooses from a combobox by typing. */
export async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: text }).click();
}

/** What stops a form, above it; takes the focus after a submit. */
export const summary = (page: Page, text: string): Locator =>
  page.getByRole('alert').filter({ hasText: text });

export const CATALOGUE = {
  network: 'Network connection issue. Please check your internet connection.',
  server: 'Server error. Please try again later.',
} as const;

/** Breaks requests to the API until the result is called. */
export async function breakRequests(
  page: Page,
  path: string,
  how: 'offline' | 500,
): Promise<() => Promise<void>> {
  const matches = (url: URL) => url.pathname === path;
  await page.route(matches, (route) =>
    how === 'offline' ? route.abort('internetdisconnected') : route.fulfill({ status: how, json: {} }),
  );
  return () => page.unroute(matches);
}
