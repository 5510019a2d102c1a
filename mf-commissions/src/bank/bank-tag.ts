/** What the bank's screens show; `bank` on the organization's topic makes it stale. */
export const BANK_TAG = { type: 'Commission', id: 'BANK' } as const;
