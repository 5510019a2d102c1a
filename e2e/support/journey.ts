import { expect, type Page } from '@playwright/test';
import { choose, field } from './forms';
import { createFirstSale, heading, tabs } from './screen';

/** One stop on the way of a sale, from an agency that has a customer and a vendor to an agent who is paid. */
export interface Step {
  name: string;
  run: (page: Page) => Promise<void>;
}

const open = (page: Page, tab: string) => tabs(page).getByRole('link', { name: tab, exact: true }).click();

/**
 * The main job of Paperplane through all remotes, by clicks alone: no step loads the page anew.
 * The agency is one of `newTradingAgency`; its owner is signed in.
 */
export const sellAndPay = (reference: string): Step[] => [
  {
    name: 'look up the customer',
    run: async (page) => {
      await open(page, 'Customers');
      await page.getByRole('link', { name: 'Ines Albrecht' }).first().click();
      await expect(heading(page, 'Ines Albrecht')).toBeVisible();
    },
  },
  {
    name: 'begin a sale',
    run: async (page) => {
      await open(page, 'Sales');
      await createFirstSale(page).click();
      await choose(page, 'Customer', 'Ines Albrecht');
      await choose(page, 'Vendor', 'Fjordline Cruises');
      await expect(field(page, 'commissionRate')).toHaveValue(/^12(\.00)?$/);
      await field(page, 'bookingReference').fill(reference);
      await field(page, 'totalAmount').fill('2500');
      await expect(field(page, 'commissionAmount')).toHaveValue(/^300(\.00)?$/);
    },
  },
  {
    name: 'record it',
    run: async (page) => {
      await expect(field(page, 'bookingReference')).toHaveValue(reference);
      await page.getByRole('button', { name: 'Create sale' }).click();
      await expect(heading(page, new RegExp(reference))).toBeVisible();
      await expect(page.getByText('$300.00').first()).toBeVisible();
    },
  },
  {
    name: 'mark it paid',
    run: async (page) => {
      await page.getByRole('button', { name: 'Mark as paid' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
      await expect(page.getByText('Funds received').first()).toBeVisible();
    },
  },
  {
    name: 'begin the agent’s payment',
    run: async (page) => {
      await open(page, 'Commissions');
      await page.getByRole('link', { name: reference }).first().click();
      await page.getByRole('button', { name: 'Record payment' }).click();
      await page.getByRole('dialog').locator('[name="reference"]').fill('TR-77');
    },
  },
  {
    name: 'record it',
    run: async (page) => {
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('[name="reference"]')).toHaveValue('TR-77');
      await dialog.getByRole('button', { name: 'Record $300.00 payment' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Agent paid').first()).toBeVisible();
      await expect(page.getByText('TR-77').first()).toBeVisible();
    },
  },
  {
    name: 'see it on the dashboard',
    run: async (page) => {
      await open(page, 'Dashboard');
      await expect(heading(page, /Welcome/)).toBeVisible();
      await expect(page.getByRole('link', { name: /Agent Paid: \$300/ })).toBeVisible();
    },
  },
];
