import { paths } from '@paperplane/shared/platform';
import type { AuditEntry } from './entry-words';

/** Where the record of an entry is seen; null where it has no page, or is gone. */
export function recordPath({ record: { type, id, label } }: AuditEntry): string | null {
  switch (type) {
    case 'agency':
      return paths.profile.href({ tab: 'organization' });
    case 'bank_rule':
      return paths.bankRules.href();
    case 'bank_account':
    case 'bank_connection':
      return paths.bankAccounts.href();
    case 'bank_import':
    case 'decision':
    case 'transaction':
      return id && type !== 'bank_import' ? paths.bankTransaction.href(id) : paths.bank.href({ view: 'all' });
    case 'program':
      return paths.integrations.href();
    case 'invitation':
      return paths.team.href();
    case 'document':
      return id && label ? paths.documents.href({ open: id }) : null;
    default: {
      const page = {
        payout: paths.payout,
        commission: paths.commission,
        member: paths.teamMember,
        vendor: paths.vendor,
        customer: paths.customer,
      };
      const found = type && type in page ? page[type as keyof typeof page] : null;
      return found && id && label ? found.href(id) : null;
    }
  }
}
