/** What the screens of payouts show; `payouts` on the organization's topic makes it stale. */
export const PAYOUTS_TAG = { type: 'Commission', id: 'PAYOUTS' } as const;
