import { sql } from '../support/database';
import { memberProfile } from '../support/directory';
import { accept, invite, newAddress, createInvitee } from '../support/invitations';
import { DONE, OWNERS_ONLY, refused, setSplit } from '../support/team';
import {
  commissionOf,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  otherAgency = await createTestAgency();
});
beforeEach(async () => {
  agency = await createTestAgency();
});

async function inviteeOf(ofAgency: TestAgency): Promise<Person> {
  const address = newAddress();
  await invite(ofAgency.admin, address, { commission_split: 45 });
  const person = await createInvitee(address);
  const answer = await accept(person.api);
  if (!answer.success) throw new Error(String(answer.error));
  return person;
}

describe('splits', () => {
  test('a new split counts for new sales, and the history keeps who changed it', async () => {
    const before = await agency.sale();
    expect(await setSplit(agency.admin, agency.agent, 72.5)).toEqual(DONE);
    const after = await agency.sale({ reference: 'NEW' });
    expect(Number((await commissionOf(before.id)).commission_split)).toBe(60);
    expect(Number((await commissionOf(after.id)).commission_split)).toBe(72.5);
    // The same again is no change, also when it only rounds to the same.
    expect(await setSplit(agency.owner, agency.agent, 72.501)).toEqual(DONE);
    expect(await setSplit(agency.owner, agency.agent, 0)).toEqual(DONE);
    const profile = await memberProfile(agency.agent, agency.agent.id);
    expect(profile?.terms.commission_split).toBe(0);
    expect(profile?.terms.history.slice(0, 2)).toMatchObject([
      { previous_split: 72.5, commission_split: 0, changed_by: { id: agency.owner.id } },
      { previous_split: 60, commission_split: 72.5, changed_by: { id: agency.admin.id } },
    ]);
  });

  test('the split somebody joins with is no change', async () => {
    const joiner = await inviteeOf(agency);
    expect((await memberProfile(joiner, joiner.id))?.terms).toEqual({
      commission_split: 45,
      by_tier: false,
      next_tier: null,
      history: [],
    });
  });

  test.each([-0.01, 100.01, 'NaN', 'Infinity', null])('%p is refused', async (split) => {
    expect(await setSplit(agency.owner, agency.agent, split)).toEqual(
      refused('Enter a percentage from 0 to 100.', 'commission_split'),
    );
  });

  test('admins set those of agents, owners everybody’s; nobody else reads or writes them', async () => {
    expect(await setSplit(agency.admin, agency.admin, 100)).toEqual(refused(OWNERS_ONLY));
    expect(await setSplit(agency.admin, agency.owner, 100)).toEqual(refused(OWNERS_ONLY));
    expect(await setSplit(agency.owner, agency.admin, 90)).toEqual(DONE);
    expect(await setSplit(agency.owner, agency.owner, 90)).toEqual(DONE);
    await setSplit(agency.admin, agency.rival, 81);
    const seen = async (who: Person) =>
      ((await untyped(who.api, 'user_terms_history').select('user_id')).data ?? []).length;
    // What the set-up changed counts as well: one each of agent and rival.
    expect(
      await Promise.all(
        [agency.owner, agency.agent, agency.rival, agency.inactive, otherAgency.owner].map(seen),
      ),
    ).toEqual([5, 1, 2, 0, await seen(otherAgency.owner)]);
    for (const who of ['owner', 'agent'] as const) {
      const forged = await untyped(agency[who].api, 'user_terms_history').insert({
        user_id: agency.agent.id,
        organization_id: agency.organizationId,
        previous_split: 1,
        commission_split: 2,
      });
      expect(forged.error?.code).toBe('42501');
    }
    await expect(
      sql('delete from public.user_terms_history where user_id = $1', [agency.rival.id]),
    ).rejects.toThrow('History can be neither changed nor deleted.');
  });
});
