import { apiOf, post, type Api } from './api';
import { confirmationLink, newEmail } from './people';

/** An agency of its own, with its owner's login: what a test does in it disturbs no other. */
export interface Agency {
  name: string;
  email: string;
  password: string;
  api: Api;
}

const PASSWORD = 'flight-plan-26';

/** Signs an agency up over the API, as the sign-up page would, and confirms the owner's address. */
export async function newAgency(name: string): Promise<Agency> {
  const email = newEmail('owner');
  const person = { first_name: 'Nora', last_name: 'Quist' };
  const user = await post<{ id: string }>('/auth/v1/signup', {
    email,
    password: PASSWORD,
    data: { ...person, organization_name: name, time_zone: 'UTC' },
  });
  await post('/rest/v1/rpc/create_organization_with_owner', { org_name: name, user_id: user.id });
  await fetch(await confirmationLink(email), { redirect: 'manual' });
  return { name, email, password: PASSWORD, api: await apiOf(email, PASSWORD) };
}

/** An agency with one customer, Ines Albrecht, and one vendor, Fjordline Cruises at 12%. */
export async function newTradingAgency(name: string) {
  const agency = await newAgency(name);
  const [customer, vendor] = await Promise.all([
    agency.api.insert('customers', {
      first_name: 'Ines',
      last_name: 'Albrecht',
      email: 'ines@albrecht.test',
    }),
    agency.api.insert('vendors', { name: 'Fjordline Cruises', default_commission_rate: 12 }),
  ]);
  /** Records a booked sale of $1,000.00, at 12% unless told otherwise. */
  const sell = (reference: string, more: object = {}) =>
    agency.api.insert('sales', {
      customer_id: customer.id,
      vendor_id: vendor.id,
      booking_reference: reference,
      total_amount: 1000,
      ...more,
    });
  return { ...agency, customer, vendor, sell };
}
