import { api, overrideExisting, type Db, type Tag } from '@paperplane/shared/platform';
import type { SalesByStatus, SalesFilter, SalesPage } from './sale';
import { toSale, toSalesByStatus, type SaleRow, type SalesByStatusRow } from './sale-rows';

/** A sale with its people, as lists and its own page read it. */
export const SALE_COLUMNS =
  `id, organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date,
  total_amount, commission_amount, commission_rate, commission_basis, currency, status, notes, created_at, updated_at,
  customer:customers!sales_customer_id_fkey(id, first_name, last_name, email, phone),
  agent:users!sales_agent_id_fkey(id, first_name, last_name, email, avatar_url),
  vendor:vendors!sales_vendor_id_fkey(id, name, logo_url, default_commission_rate)` as const;

const LIST_COLUMNS = `${SALE_COLUMNS}, commission:commissions!commissions_sales_id_fkey(id, status)` as const;

/** Everything that shows a sale or a sum over sales. */
export const TOUCHED: readonly Tag[] = [
  'Sale',
  'SaleHistory',
  'Commission',
  'CommissionHistory',
  'Dashboard',
  'Customer',
  'Vendor',
];

function salesPage(db: Db, { status, page, pageSize }: SalesFilter) {
  const from = (page - 1) * pageSize;
  const all = db.from('sales').select(LIST_COLUMNS, { count: 'exact' });
  // By date, then by id: a stable order that an index serves.
  return (status ? all.eq('status', status) : all)
    .order('sale_date', { ascending: false })
    .order('id')
    .range(from, from + pageSize - 1);
}

/** The sales remote's endpoints on the one api (spec section 7). */
export const salesApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of sales, newest sale date first, with the exact count of the filtered set. */
    getSales: build.query<SalesPage, SalesFilter>({
      query: (filter) => (db) => salesPage(db, filter),
      transformResponse: (rows: SaleRow[], meta, { page, pageSize }) => {
        const count = meta?.count ?? rows.length;
        return { sales: rows.map(toSale), count, page, pageSize, totalPages: Math.ceil(count / pageSize) };
      },
      providesTags: (result) => [
        { type: 'Sale', id: 'LIST' },
        ...(result?.sales ?? []).map(({ id }) => ({ type: 'Sale' as const, id })),
      ],
    }),

    /** Count and amount by status over the sales one may see; summed in the database. */
    getSalesByStatus: build.query<SalesByStatus, void>({
      query: () => (db) => db.rpc('get_sales_by_status', {}),
      transformResponse: (row: SalesByStatusRow | null) => toSalesByStatus(row),
      providesTags: [{ type: 'Sale', id: 'LIST' }],
    }),
  }),
});

export const { useGetSalesQuery, useGetSalesByStatusQuery } = salesApi;
