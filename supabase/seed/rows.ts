import type { Agency, Customer } from './agency';
import { addDays, dayOf, type Calendar } from './calendar';
import type { Row } from './row';
import { share, type SaleLifecycle } from './sale-lifecycles';
import { hostOf, vendorDetails } from './vendor-details';

const dollars = (cents: number): number => cents / 100;
const percent = (hundredths: number): number => hundredths / 100;
const latest = (...moments: (Date | null | undefined)[]): Date =>
  new Date(Math.max(...moments.flatMap((moment) => (moment ? [moment.getTime()] : []))));

export function organizationRow({ id, plan }: Agency, calendar: Calendar): Row {
  const founded = new Date(Date.parse(calendar.start) - 30 * 86_400_000);
  return {
    id,
    name: plan.name,
    email: plan.email,
    phone: plan.phone,
    postal_address: plan.postalAddress,
    tax_number: plan.taxNumber,
    currency: 'USD',
    time_zone: plan.timeZone,
    default_commission_split: 60,
    // Months before the first bank file: an owner who knows the books.
    receipts_tracked_since: plan.tracksReceipts ? `${addDays(calendar.today, -120).slice(0, 8)}01` : null,
    created_at: founded,
    updated_at: founded,
  };
}

export function userRows({ id, sellers }: Agency, calendar: Calendar): Row[] {
  return sellers.map((seller) => ({
    id: seller.id,
    organization_id: id,
    first_name: seller.firstName,
    last_name: seller.lastName,
    role: seller.role,
    is_active: seller.until === calendar.today,
    created_at: seller.createdAt,
    updated_at: seller.createdAt,
  }));
}

export function vendorRows({ id, plan, vendors }: Agency): Row[] {
  const details = vendorDetails(plan, vendors);
  return vendors.map((vendor) => {
    const host = hostOf(vendor.name);
    return {
      id: vendor.id,
      organization_id: id,
      name: vendor.name,
      email: `agents@${host}`,
      website: `https://${host}`,
      default_commission_rate: percent(vendor.rate),
      ...details.get(vendor.id)?.vendor,
      created_at: vendor.createdAt,
      updated_at: vendor.createdAt,
    };
  });
}

export const vendorTermsRows = ({ plan, vendors }: Agency): Row[] =>
  [...vendorDetails(plan, vendors)].map(([id, { terms }]) => ({ vendor_id: id, ...terms }));

/** Customers were entered by whoever sold to them first, or took them along, on that day. */
export function customerRows(
  { id, customers, sellers }: Agency,
  sales: SaleLifecycle[],
  profile: (customer: Customer) => Row,
): Row[] {
  const first = new Map<string, SaleLifecycle>();
  for (const sale of sales) {
    for (const { id: customerId } of [sale.customer, ...sale.companions]) {
      const known = first.get(customerId);
      if (!known || sale.createdAt < known.createdAt) first.set(customerId, sale);
    }
  }
  return customers.map((customer) => {
    const sale = first.get(customer.id);
    const createdAt = sale
      ? new Date(sale.createdAt.getTime() - 10 * 60_000)
      : new Date(`${customer.from}T15:00:00Z`);
    return {
      id: customer.id,
      organization_id: id,
      first_name: customer.firstName,
      last_name: customer.lastName,
      email: customer.email,
      phone: customer.phone,
      notes: customer.notes,
      ...profile(customer),
      created_by: sale?.agent.id ?? sellers[0]?.id,
      created_at: createdAt,
      updated_at: createdAt,
    };
  });
}

export function saleRow(organizationId: string, sale: SaleLifecycle): Row {
  return {
    id: sale.id,
    organization_id: organizationId,
    customer_id: sale.customer.id,
    traveler_ids: sale.companions.map((companion) => companion.id).sort(),
    vendor_id: sale.vendor.id,
    agent_id: sale.agent.id,
    booking_reference: sale.reference,
    sale_date: sale.saleDate,
    travel_date: sale.travelDate,
    return_date: sale.returnDate,
    total_amount: dollars(sale.total),
    commission_amount: dollars(sale.commission),
    commission_rate: percent(sale.rate),
    commission_basis: sale.basis,
    currency: 'USD',
    status: saleStatus(sale),
    notes: sale.notes,
    created_by: sale.agent.id,
    created_at: sale.createdAt,
    updated_at: latest(sale.createdAt, sale.edit?.at, sale.paidAt, sale.cancelledAt),
  };
}

function saleStatus(sale: SaleLifecycle): string {
  if (sale.cancelledAt) return 'cancelled';
  return sale.paidAt ? 'paid' : 'booked';
}

function commissionStatus(sale: SaleLifecycle): string {
  if (sale.cancelledAt || sale.writtenOff) return 'cancelled';
  if (sale.payout) return 'agent_paid';
  return sale.paidAt ? 'funds_received' : 'unpaid';
}

export function commissionRow(organizationId: string, sale: SaleLifecycle): Row {
  const split = sale.agent.split * 100;
  return {
    id: sale.commissionId,
    organization_id: organizationId,
    sales_id: sale.id,
    agent_id: sale.agent.id,
    vendor_id: sale.vendor.id,
    sale_date: sale.saleDate,
    sale_paid: saleStatus(sale) === 'paid',
    amount: dollars(sale.commission),
    commission_split: percent(split),
    agent_amount: dollars(share(sale.commission, split)),
    seller_paid: commissionStatus(sale) === 'agent_paid',
    status: commissionStatus(sale),
    notes: sale.writtenOff?.note ?? null,
    received_amount: sale.receipt ? dollars(sale.receipt.amount) : null,
    received_on: sale.receipt ? dayOf(sale.receipt.at) : null,
    received_posted_on: sale.receipt ? dayOf(sale.receipt.at) : null,
    received_how: sale.receipt ? 'word' : null,
    created_at: sale.createdAt,
    updated_at: latest(
      sale.createdAt,
      sale.edit?.at,
      sale.paidAt,
      sale.cancelledAt,
      sale.writtenOff?.at,
      sale.receipt?.at,
      sale.payout?.at,
    ),
  };
}

export function paymentRows(
  organizationId: string,
  sales: SaleLifecycle[],
  payer: string,
  uuid: () => string,
): Row[] {
  return sales.flatMap((sale) =>
    sale.payout
      ? [
          {
            id: uuid(),
            commission_id: sale.commissionId,
            organization_id: organizationId,
            agent_id: sale.agent.id,
            created_by: payer,
            amount: dollars(share(sale.commission, sale.agent.split * 100)),
            payment_date: sale.payout.day,
            payment_method: sale.payout.method,
            reference: sale.payout.reference,
            created_at: sale.payout.at,
          },
        ]
      : [],
  );
}
