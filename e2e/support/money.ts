import type { Page } from '@playwright/test';
import { has, paymentOf } from '../../supabase/tests/support/deeds';
import type { Api } from './api';

/** What the journeys about money need to know of a commission. */
export interface CommissionRow {
  id: string;
  status: string;
  agent_id: string;
  amount: number;
  agent_amount: number;
  organization_id: string;
}

/** The commission of a sale as it stands. */
export const commissionOf = (api: Api, saleId: string): Promise<CommissionRow> =>
  api.one<CommissionRow>(
    `commissions?sales_id=eq.${saleId}&select=id,status,agent_id,amount,agent_amount,organization_id`,
  );

/** Pays the agent of a paid sale past the screens, as an admin. */
export const payAgent = async (api: Api, saleId: string) =>
  has(api, 'record_agent_payment', paymentOf(await commissionOf(api, saleId), api));

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
