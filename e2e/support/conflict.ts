import type { Page } from '@playwright/test';
import type { Api } from './api';
import { fill } from './forms';

/** Edits a sale on its page while somebody else changes the same fields, and saves too late. @returns the dialog that says so */
export async function saveTooLate(page: Page, api: Api, saleId: string) {
  await page.goto(`/sales/${saleId}/edit`);
  await fill(page, { totalAmount: '1500', notes: 'Mine', returnDate: '2027-03-09' });
  await api.update(`sales?id=eq.${saleId}`, {
    total_amount: 1200,
    notes: 'Theirs',
    travel_date: '2027-03-01',
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  return page.getByRole('dialog', { name: 'This sale changed while you were editing' });
}
