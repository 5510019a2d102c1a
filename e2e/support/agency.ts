import { apiOf, post, request, type Api } from './api';
import { stack } from './environment';
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
    agency.api.insert('vendors?select=id', { name: 'Fjordline Cruises', default_commission_rate: 12 }),
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

/** Invites somebody into an agency and accepts for them: Milo Reyes, an agent who keeps 60% unless told otherwise. */
export async function newAgent(agency: Pick<Agency, 'api'>, split = 60) {
  const email = newEmail('agent');
  await agency.api.insert('invitations', { email, role: 'agent', commission_split: split });
  await post(`/auth/v1/otp?redirect_to=${encodeURIComponent(`${stack().url}/create-password`)}`, {
    email,
    create_user: true,
    data: { invited: 'yes' },
  });
  const landing = (await fetch(await confirmationLink(email), { redirect: 'manual' })).headers.get(
    'location',
  );
  const token = new URLSearchParams(new URL(landing ?? '').hash.slice(1)).get('access_token') ?? '';
  const body = (value: object) => JSON.stringify(value);
  await request('/auth/v1/user', { method: 'PUT', body: body({ password: PASSWORD }) }, token);
  await request(
    '/rest/v1/rpc/accept_invitation',
    { method: 'POST', body: body({ first_name: 'Milo', last_name: 'Reyes' }) },
    token,
  );
  return { email, password: PASSWORD, api: await apiOf(email, PASSWORD) };
}

/** A trading agency with an agent, Milo Reyes, and the owner's way to lock them out and let them in again. */
export async function newAgencyWithAgent(name: string) {
  const agency = await newTradingAgency(name);
  const member = await newAgent(agency);
  const agent = { ...member, id: member.api.userId };
  const setActive = (active: boolean) =>
    agency.api.call('set_member_active', { member_id: agent.id, active });
  return { ...agency, agent, setActive };
}
