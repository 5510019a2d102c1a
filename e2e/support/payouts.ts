import { payOut } from '../../supabase/tests/support/deeds';
import type { Api } from './api';

/** A US account that a payment file takes; the routing number's check digit is right. */
export const US_ACCOUNT = {
  kind: 'us',
  routing_number: '021000021',
  account_number: '123456613',
  account_type: 'checking',
};

export const today = () => new Date().toISOString().slice(0, 10);

/** Starts, approves and pays all that can be paid now. @returns the payout's id */
export const payEverything = (api: Api, name: string): Promise<string> =>
  payOut(api, { name, planned: today(), paid: today() });
