import { paths } from '@paperplane/shared/platform';

interface LineOrigin {
  commissionId: string | null;
  shareId?: string | undefined;
  salesId?: string | undefined;
  role?: string | undefined;
}

/** Where a line is looked at: its commission, or the booking of a share; null of an override, whose booking may be somebody else's. */
export function lineHref({ commissionId, shareId, salesId, role }: LineOrigin): string | null {
  if (commissionId && !shareId) return paths.commission.href(commissionId);
  return salesId && !role?.startsWith('override') ? paths.sale.href(salesId) : null;
}
