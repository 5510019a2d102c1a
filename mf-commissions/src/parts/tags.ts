/** What the bank's screens show; `bank` on the organization's topic makes it stale. */
export const BANK_TAG = { type: 'Commission', id: 'BANK' } as const;
/** What the screens of payouts show; `payouts` on the organization's topic makes it stale. */
export const PAYOUTS_TAG = { type: 'Commission', id: 'PAYOUTS' } as const;
