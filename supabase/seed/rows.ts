import type { Agency, Customer } from './agency';
import { dayOf, type Calendar } from './calendar';
import type { Row } from './row';
import { share, type Story } from './story';
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
    currency: 'USD',
    time_zone: plan.timeZone,
    default_commission_split: 60,
    created_at: founded,
    updated_at: founded,
  };
}

export function userRows({ id, sellers }: Agency, calendar: Calendar): Row[] {
  return sellers.map((seller) => ({
    id: seller.id,
    organization_id: id,
    email: seller.address,
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
      ...details.get(vendor.id),
      created_at: vendor.createdAt,
      updated_at: vendor.createdAt,
    };
  });
}

/** Customers were entered by whoever sold to them first, or took them along, on that day. */
export function customerRows(
  { id, customers, sellers }: Agency,
  stories: Story[],
  profile: (customer: Customer) => Row,
): Row[] {
  const first = new Map<string, Story>();
  for (const story of stories) {
    for (const { id: customerId } of [story.customer, ...story.companions]) {
      const known = first.get(customerId);
      if (!known || story.createdAt < known.createdAt) first.set(customerId, story);
    }
  }
  return customers.map((customer) => {
    const story = first.get(customer.id);
    const createdAt = story
      ? new Date(story.createdAt.getTime() - 10 * 60_000)
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
      created_by: story?.agent.id ?? sellers[0]?.id,
      created_at: createdAt,
      updated_at: createdAt,
    };
  });
}

export function saleRow(organizationId: string, story: Story): Row {
  return {
    id: story.id,
    organization_id: organizationId,
    customer_id: story.customer.id,
    traveler_ids: story.companions.map((companion) => companion.id).sort(),
    vendor_id: story.vendor.id,
    agent_id: story.agent.id,
    booking_reference: story.reference,
    sale_date: story.saleDate,
    travel_date: story.travelDate,
    return_date: story.returnDate,
    total_amount: dollars(story.total),
    commission_amount: dollars(story.commission),
    commission_rate: percent(story.rate),
    commission_basis: story.basis,
    currency: 'USD',
    status: saleStatus(story),
    notes: story.notes,
    created_by: story.agent.id,
    created_at: story.createdAt,
    updated_at: latest(story.createdAt, story.edit?.at, story.paidAt, story.cancelledAt),
  };
}

function saleStatus(story: Story): string {
  if (story.cancelledAt) return 'cancelled';
  return story.paidAt ? 'paid' : 'booked';
}

function commissionStatus(story: Story): string {
  if (story.cancelledAt || story.writtenOff) return 'cancelled';
  if (story.payout) return 'agent_paid';
  return story.paidAt ? 'funds_received' : 'unpaid';
}

export function commissionRow(organizationId: string, story: Story): Row {
  const split = story.agent.split * 100;
  return {
    id: story.commissionId,
    organization_id: organizationId,
    sales_id: story.id,
    agent_id: story.agent.id,
    vendor_id: story.vendor.id,
    sale_date: story.saleDate,
    sale_paid: saleStatus(story) === 'paid',
    amount: dollars(story.commission),
    commission_split: percent(split),
    agent_amount: dollars(share(story.commission, split)),
    status: commissionStatus(story),
    notes: story.writtenOff?.note ?? null,
    received_amount: story.paidAt ? dollars(story.commission) : null,
    received_on: story.paidAt ? dayOf(story.paidAt) : null,
    created_at: story.createdAt,
    updated_at: latest(
      story.createdAt,
      story.edit?.at,
      story.paidAt,
      story.cancelledAt,
      story.writtenOff?.at,
      story.payout?.at,
    ),
  };
}

export function paymentRows(
  organizationId: string,
  stories: Story[],
  payer: string,
  uuid: () => string,
): Row[] {
  return stories.flatMap((story) =>
    story.payout
      ? [
          {
            id: uuid(),
            commission_id: story.commissionId,
            organization_id: organizationId,
            agent_id: story.agent.id,
            created_by: payer,
            amount: dollars(share(story.commission, story.agent.split * 100)),
            payment_date: story.payout.day,
            payment_method: story.payout.method,
            reference: story.payout.reference,
            created_at: story.payout.at,
          },
        ]
      : [],
  );
}
