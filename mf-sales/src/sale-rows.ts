import type { CommissionBasis, CommissionStatus, SaleStatus } from '@paperplane/shared/domain';
import type { Database } from '@paperplane/shared/database';
import { avatarSrc, logoSrc } from '@paperplane/shared/platform';
import type { Sale } from './sale';

/** Rows as the database answers them, and the way to and from the client's names. Nothing outside the `*-api.ts` files sees a row. */

type Tables = Database['public']['Tables'];

/** PostgREST embeds the other side of a unique key as an object or as a list of one, depending on the key. */
export type Embedded<T> = T | T[] | null;

export function single<T>(embedded: Embedded<T> | undefined): T | null {
  return Array.isArray(embedded) ? (embedded[0] ?? null) : (embedded ?? null);
}

export type PersonRow = Pick<Tables['users']['Row'], 'id' | 'first_name' | 'last_name' | 'avatar_url'>;

export type SaleRow = Omit<
  Tables['sales']['Row'],
  'created_by' | 'version' | 'traveler_ids' | 'import_batch_id' | 'import_row'
> & {
  customer: Pick<Tables['customers']['Row'], 'id' | 'first_name' | 'last_name' | 'email' | 'phone'> | null;
  agent: PersonRow | null;
  vendor: Pick<Tables['vendors']['Row'], 'id' | 'name' | 'logo_url' | 'default_commission_rate'> | null;
  commission: Embedded<Pick<Tables['commissions']['Row'], 'id' | 'status' | 'agent_amount'>>;
};

export const toPerson = (row: PersonRow) => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  avatarUrl: avatarSrc(row.avatar_url),
});

export function toSale(row: SaleRow): Sale {
  const commission = single(row.commission);
  return {
    id: row.id,
    organizationId: row.organization_id,
    customerId: row.customer_id,
    vendorId: row.vendor_id,
    agentId: row.agent_id,
    bookingReference: row.booking_reference,
    saleDate: row.sale_date,
    travelDate: row.travel_date,
    returnDate: row.return_date,
    totalAmount: Number(row.total_amount),
    commissionAmount: Number(row.commission_amount),
    commissionRate: Number(row.commission_rate),
    commissionBasis: row.commission_basis as CommissionBasis,
    currency: row.currency,
    status: row.status as SaleStatus,
    notes: row.notes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    customer: row.customer && {
      id: row.customer.id,
      firstName: row.customer.first_name,
      lastName: row.customer.last_name,
      email: row.customer.email,
      phone: row.customer.phone,
    },
    agent: row.agent && toPerson(row.agent),
    vendor: row.vendor && {
      id: row.vendor.id,
      name: row.vendor.name,
      logoUrl: logoSrc(row.vendor.logo_url),
      defaultCommissionRate: row.vendor.default_commission_rate,
    },
    commissionId: commission?.id ?? null,
    commissionStatus: (commission?.status as CommissionStatus | undefined) ?? null,
    agentAmount: commission ? Number(commission.agent_amount) : null,
  };
}
