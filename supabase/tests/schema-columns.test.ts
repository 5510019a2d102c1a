import { sql } from './support/database';

const SALE = [
  'agent_id',
  'booking_reference',
  'commission_amount',
  'commission_basis',
  'commission_rate',
  'currency',
  'customer_id',
  'notes',
  'return_date',
  'sale_date',
  'total_amount',
  'travel_date',
  'traveler_ids',
  'vendor_id',
];
const CUSTOMER = [
  'address_line_1',
  'address_line_2',
  'birthday',
  'city',
  'country',
  'email',
  'emergency_name',
  'emergency_phone',
  'emergency_relation',
  'first_name',
  'last_name',
  'more_emails',
  'more_phones',
  'notes',
  'phone',
  'postal_code',
  'preferences',
  'region',
  'tags',
];
const VENDOR = [
  'account_number',
  'address_line_1',
  'address_line_2',
  'aliases',
  'category',
  'city',
  'contacts',
  'country',
  'default_commission_rate',
  'email',
  'expected_payment_basis',
  'expected_payment_days',
  'logo_url',
  'name',
  'notes',
  'phone',
  'postal_code',
  'region',
  'website',
];

test('signed-in people may write exactly these columns, and delete companions alone', async () => {
  const granted = await sql<{ name: string; inserts: string[]; updates: string[]; removes: boolean }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('authenticated', c.oid, a.attnum, 'insert') order by 1) as inserts,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('authenticated', c.oid, a.attnum, 'update') order by 1) as updates,
       has_table_privilege('authenticated', c.oid, 'delete, truncate, references, trigger') as removes
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') order by 1`,
  );
  const none = { inserts: [], updates: [], removes: false };
  expect(Object.fromEntries(granted.map(({ name, ...rights }) => [name, rights]))).toEqual({
    agent_payments: none,
    commission_history: none,
    commissions: { ...none, updates: ['notes', 'status'] },
    commissions_with_sale_date: none,
    customer_companions: {
      inserts: ['companion_id', 'customer_id', 'relation'],
      updates: ['relation'],
      removes: true,
    },
    customers: { inserts: CUSTOMER, updates: [...CUSTOMER, 'version'], removes: false },
    import_batches: none,
    invitations: { ...none, inserts: ['commission_split', 'email', 'first_name', 'last_name', 'role'] },
    notifications: { ...none, updates: ['is_read'] },
    organizations: {
      ...none,
      updates: [
        'currency',
        'default_commission_split',
        'email',
        'logo_url',
        'name',
        'support_email',
        'time_zone',
      ],
    },
    sale_travelers: none,
    sales: { inserts: SALE, updates: [...SALE, 'status'].sort(), removes: false },
    sales_history: none,
    user_terms: none,
    user_terms_history: none,
    users: { ...none, updates: ['avatar_url', 'first_name', 'hears_of_sales', 'last_name'] },
    vendors: { inserts: VENDOR, updates: [...VENDOR, 'version'].sort(), removes: false },
  });
});
