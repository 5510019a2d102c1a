import { saleColumns, USUAL_SALE, type SaleWords } from '../../shared/src/testing/words';
import { has, sell } from '../../supabase/tests/support/deeds';
import { createAccount, database } from './accounts';
import { apiOf, type Api } from './api';
import { commissionOf } from './money';
import { newEmail } from './people';

/** An agency of its own, with its owner's login: what a test does in it disturbs no other. */
export interface Agency {
  id: string;
  name: string;
  email: string;
  password: string;
  api: Api;
}

const PASSWORD = 'flight-plan-26';

/** An agency whose owner has confirmed their address, as the sign-up page leaves it. */
export async function newAgency(name: string): Promise<Agency> {
  const email = newEmail('owner');
  const data = { first_name: 'Nora', last_name: 'Quist', organization_name: name, time_zone: 'UTC' };
  const userId = await createAccount({ email, password: PASSWORD, data });
  const api = await apiOf(email);
  const { organization_id: id } = await has<{ organization_id: string }>(
    api,
    'create_organization_with_owner',
    { org_name: name, user_id: userId },
  );
  // As its operator does for an agency that is known: journeys are about its work, not about its first week.
  await database().rows('select private.lift_new_agency_limits($1)', [id]);
  return { id, name, email, password: PASSWORD, api };
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
  const usual = {
    reference: USUAL_SALE.reference,
    amount: USUAL_SALE.amount,
    customer: customer.id,
    vendor: vendor.id,
  };
  /** Makes a sale of these words, of today at 12%: the owner's own, and recorded by them, unless told otherwise. */
  const sale = ({ agent, by = agency.api, ...words }: TradingSaleWords = {}) =>
    sell(
      by,
      agency.api,
      { ...saleColumns(words, usual), ...(agent && { agent_id: agent.id }) },
      words,
      (saleId) => commissionOf(agency.api, saleId),
    );
  return { ...agency, customer, vendor, sale };
}

export interface TradingSaleWords extends SaleWords {
  agent?: { id: string };
  by?: Api;
}

/** Invites somebody into an agency and accepts for them: Milo Reyes, an agent who keeps 60% unless told otherwise. */
export async function newAgent(agency: Pick<Agency, 'api'>, split = 60) {
  const email = newEmail('agent');
  await agency.api.insert('invitations', { email, role: 'agent', commission_split: split });
  await createAccount({ email, password: PASSWORD, data: { invited: 'yes' } });
  const invited = await apiOf(email, 'otp');
  await invited.call('accept_invitation', { first_name: 'Milo', last_name: 'Reyes' });
  const api = await apiOf(email);
  return { id: api.userId, email, password: PASSWORD, api };
}

export type AgencyWithAgent = Awaited<ReturnType<typeof newAgencyWithAgent>>;

/** A trading agency with an agent, Milo Reyes, and the owner's way to lock them out and let them in again. */
export async function newAgencyWithAgent(name: string) {
  const agency = await newTradingAgency(name);
  const agent = await newAgent(agency);
  const setActive = (active: boolean) =>
    agency.api.call('set_member_active', { member_id: agent.id, active });
  return { ...agency, agent, setActive };
}
