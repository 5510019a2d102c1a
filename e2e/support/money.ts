import { expect, type Page } from '@playwright/test';
import type { Api } from './api';

/** What the journeys about money need to know of a commission. */
export interface CommissionRow {
  id: string;
  status: string;
  agent_id: string;
  agent_amount: number;
  organization_id: string;
}

/** The commission of a sale as it stands. */
export const commissionOf = (api: Api, saleId: string): Promise<CommissionRow> =>
  api.one<CommissionRow>(
    `commissions?sales_id=eq.${saleId}&select=id,status,agent_id,agent_amount,organization_id`,
  );

/** Pays the agent of a paid sale past the screens, as an admin. */
export async function payAgent(api: Api, saleId: string): Promise<void> {
  const commission = await commissionOf(api, saleId);
  const answer = await api.call<{ success: boolean }>('record_agent_payment', {
    commission_id: commission.id,
    agent_id: commission.agent_id,
    organization_id: commission.organization_id,
    created_by: api.userId,
    amount: commission.agent_amount,
    payment_date: '2026-11-20',
    payment_method: 'check',
  });
  expect(answer).toMatchObject({ success: true });
}

/** Opens a sale and the menu of its status. @returns finds an entry of the menu */
export async function openStatusMenu(page: Page, saleId: string) {
  await page.goto(`/sales/${saleId}`);
  await page.getByRole('button', { name: 'Change status' }).click();
  return (name: string) => page.getByRole('menuitem', { name });
}

/** Opens a commission and the dialog for its status. */
export async function openStatusDialog(page: Page, commissionId: string) {
  await page.goto(`/commissions/${commissionId}`);
  await page.getByRole('button', { name: 'Change status' }).click();
  return page.getByRole('dialog', { name: 'Change status' });
}
