import { api as platformApi } from '@paperplane/shared/platform';

/**
 * The one api, with what this remote's rooms show: `Bank` is made stale by `bank` on the organization's topic, `Payout` by `payouts` there.
 * Both show commissions too: their queries also provide `Commission`, which whatever changes many of them makes stale.
 */
export const api = platformApi.enhanceEndpoints({ addTagTypes: ['Bank', 'Payout'] });
