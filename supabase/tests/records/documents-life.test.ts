import { CODED } from '../support/coded';
import { addCustomer, ask, erase, merge, undoMerge } from '../support/customers';
import { sql } from '../support/database';
import { addDocument, listDocuments, open, readFile, type DocumentInput } from '../support/documents';
import { findText } from '../support/find-text';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const news = async (person: Person, id: string): Promise<string[]> =>
  (
    await sql<{ message: string }>(
      'select message from public.notifications where user_id = $1 and commentable_id = $2 order by created_at',
      [person.id, id],
    )
  ).map(({ message }) => message);

const inDays = async (days: number): Promise<string> =>
  (await sql<{ day: string }>(`select ((now() at time zone 'UTC')::date + $1::int)::text as day`, [days]))[0]
    ?.day ?? '';

describe('expiry', () => {
  const announce = () => sql('select private.announce_expiring_documents()');

  test('is announced 60 and 14 days ahead, once each, to those it concerns', async () => {
    const added = await addDocument(agency.admin, {
      title: 'Terms',
      visibility: 'member',
      member_id: agency.agent.id,
      expires_on: await inDays(61),
    });
    await announce();
    expect(await news(agency.owner, added.id)).toEqual([]);
    const due = async (days: number) =>
      sql('update public.documents set expires_on = $2 where id = $1', [added.id, await inDays(days)]);
    for (const days of [60, 59, 15, 14, 13, 1]) {
      await due(days);
      await announce();
      await announce();
    }
    for (const person of [agency.owner, agency.admin, agency.agent])
      expect(await news(person, added.id)).toEqual([
        expect.stringMatching(/^“Terms” expires in 60 days, on \w{3} \d+, \d{4}\.$/),
        expect.stringMatching(/^“Terms” expires in 14 days, on /),
      ]);
    for (const person of [agency.rival, agency.inactive, otherAgency.owner])
      expect(await news(person, added.id)).toEqual([]);
  });

  test('what is found late is announced once; a new day begins anew', async () => {
    const added = await addDocument(agency.admin, { visibility: 'admins', expires_on: await inDays(3) });
    await announce();
    expect(await news(agency.owner, added.id)).toHaveLength(1);
    await agency.admin.api.rpc('save_document', {
      document_id: added.id,
      expected_version: 1,
      document: { title: 'Paper', category: 'other', visibility: 'admins', expires_on: await inDays(30) },
    });
    await announce();
    expect(await news(agency.owner, added.id)).toHaveLength(2);
  });

  test('whoever added it hears of it while they see it', async () => {
    const sale = await agency.sale();
    const paper: DocumentInput = {
      visibility: 'record',
      record_type: 'sales',
      record_id: sale.id,
      expires_on: await inDays(5),
    };
    const kept = await addDocument(agency.agent, paper);
    await announce();
    expect(await news(agency.agent, kept.id)).toHaveLength(1);
    const lost = await addDocument(agency.agent, paper);
    await sql('update public.sales set agent_id = $2 where id = $1', [sale.id, agency.rival.id]);
    await announce();
    expect(await news(agency.agent, lost.id)).toEqual([]);
  });

  test('is counted and filtered', async () => {
    const other = await createTestAgency();
    for (const days of [-1, 0, 60, 61])
      await addDocument(other.admin, {
        title: `In ${days}`,
        visibility: 'admins',
        expires_on: await inDays(days),
      });
    await addDocument(other.admin, { title: 'Never', visibility: 'admins' });
    const titles = async (filter: object) =>
      (await listDocuments(other.admin, filter)).rows.map(({ title }) => title);
    expect((await listDocuments(other.admin)).counts).toEqual({
      all: 5,
      expiring: 2,
      expired: 1,
      to_read: 0,
    });
    expect(await titles({})).toEqual(['In -1', 'In 0', 'In 60', 'In 61', 'Never']);
    expect(await titles({ state: 'expiring' })).toEqual(['In 0', 'In 60']);
    expect(await titles({ state: 'expired' })).toEqual(['In -1']);
    expect(await titles({ search: 'in 6' })).toEqual(['In 60', 'In 61']);
    expect(await titles({ sort: 'title', descending: true, page_size: 2, page: 2 })).toEqual([
      'In 60',
      'In 0',
    ]);
  });
});

describe('“I have read this”', () => {
  const confirm = (person: Person, versionId: string) =>
    person.api.rpc('confirm_document_read', { version_id: versionId });

  test('asks everybody who may see it, counts who did, and reminds the others', async () => {
    const { agent, admin, owner, rival } = agency;
    const added = await addDocument(admin, {
      title: 'Agreement',
      category: 'agent_agreement',
      visibility: 'everybody',
      asks_to_read: true,
    });
    const own = (await listDocuments(agent)).rows.find(({ id }) => id === added.id);
    expect(own).toMatchObject({ waits_for_me: true, readers: null });
    expect((await listDocuments(agent)).to_confirm).toEqual({
      id: added.id,
      title: 'Agreement',
      waits_for_me: true,
      names: [],
      count: 0,
    });
    expect((await confirm(agent, added.versionId)).data).toMatchObject({ success: true });
    expect((await confirm(agent, added.versionId)).data).toMatchObject({ success: true });
    expect((await listDocuments(agent)).to_confirm).toBeNull();
    const seen = (await listDocuments(admin)).rows.find(({ id }) => id === added.id);
    expect(seen?.readers).toEqual({ asked: 3, read: 1 });
    const { data } = await admin.api.rpc('get_document', { document_id: added.id });
    expect(data).toMatchObject({
      read_by: [
        { name: 'agent Test', read_at: null },
        { name: 'owner Test', read_at: null },
        { name: 'agent Test', read_at: expect.any(String) as string },
      ],
    });
    const refused = await agent.api.rpc('remind_document_readers', { document_id: added.id });
    expect(refused.data).toMatchObject({ success: false, ...CODED, error: 'Only admins can remind others.' });
    const reminded = await admin.api.rpc('remind_document_readers', { document_id: added.id });
    expect(reminded.data).toMatchObject({ success: true, reminded: 2 });
    expect(await news(rival, added.id)).toEqual(['admin Test asks you to read “Agreement”.']);
    expect(await news(agent, added.id)).toEqual([]);
    // A new version asks anew, and the old one cannot be confirmed any more.
    const next = await addDocument(admin, added.id);
    expect((await confirm(owner, added.versionId)).data).toMatchObject({
      error: 'There is a newer version. Open it first.',
    });
    expect((await listDocuments(agent)).to_confirm).toMatchObject({ waits_for_me: true });
    expect((await confirm(agent, next.versionId)).data).toMatchObject({ success: true });
  });

  test('is nobody’s but the reader’s, and of nothing that does not ask', async () => {
    const added = await addDocument(agency.admin, {
      visibility: 'member',
      member_id: agency.agent.id,
      asks_to_read: true,
    });
    expect((await confirm(agency.rival, added.versionId)).data).toMatchObject({
      error: 'This document does not exist.',
    });
    expect((await confirm(otherAgency.agent, added.versionId)).data).toMatchObject({ success: false });
    expect((await confirm(agency.owner, added.versionId)).data).toMatchObject({
      error: 'This document does not ask you to confirm.',
    });
    await confirm(agency.agent, added.versionId);
    const reads = await agency.rival.api
      .from('document_reads')
      .select('version_id')
      .eq('version_id', added.versionId);
    expect(reads.data).toEqual([]);
  });
});

describe('a customer', () => {
  const of = (id: string): DocumentInput => ({
    title: 'Visa of Quirina Zapfen',
    category: 'customer_document',
    visibility: 'record',
    record_type: 'customers',
    record_id: id,
  });

  test('who is merged brings their documents, and takes them back', async () => {
    const kept = await addCustomer(agency.agent, { first_name: 'Kim', last_name: 'Kept' });
    const gone = await addCustomer(agency.agent, { first_name: 'Gus', last_name: 'Gone' });
    const own = await addDocument(agency.agent, of(kept));
    const moved = await addDocument(agency.agent, of(gone));
    const { merge_id } = await merge(agency.admin, kept, gone);
    const documents = async (id: string) =>
      (await listDocuments(agency.agent, { record_type: 'customers', record_id: id })).rows
        .map((row) => row.id)
        .sort();
    expect(await documents(kept)).toEqual([own.id, moved.id].sort());
    expect(await open(agency.rival, moved.versionId)).toBe(true);
    await undoMerge(agency.admin, merge_id);
    expect(await documents(kept)).toEqual([own.id]);
    expect(await documents(gone)).toEqual([moved.id]);
  });

  test('who has documents is archived, not deleted', async () => {
    const id = await addCustomer(agency.agent);
    await addDocument(agency.agent, of(id));
    expect((await agency.agent.api.rpc('delete_customer', { customer_id: id })).data).toMatchObject({
      success: false,
      ...CODED,
      error: 'A customer with documents cannot be deleted. Archive them instead.',
    });
  });

  test('gets a copy that tells of their documents and who opened them; erased, nothing of them stays', async () => {
    const id = await addCustomer(agency.agent, { first_name: 'Quirina', last_name: 'Zapfen' });
    const sale = await agency.sale({ customer: id });
    const visa = await addDocument(agency.agent, of(id));
    const ticket = await addDocument(agency.agent, {
      title: 'Ticket of Quirina Zapfen',
      visibility: 'record',
      record_type: 'sales',
      record_id: sale.id,
    });
    const contract = await addDocument(
      agency.admin,
      { title: 'List with Quirina Zapfen', visibility: 'everybody', asks_to_read: true },
      { name: 'Quirina Zapfen.txt', type: 'text/plain', contents: 'A list' },
    );
    await agency.admin.api.rpc('remind_document_readers', { document_id: contract.id });
    await open(agency.rival, visa.versionId);
    const disclosure = await ask<string>(agency.admin, 'export_customer_data', { customer_id: id });
    const copy = await ask<{ documents: object[] }>(agency.admin, 'read_customer_data', {
      disclosure_id: disclosure,
    });
    expect(copy.documents).toEqual([
      expect.objectContaining({
        title: 'Visa of Quirina Zapfen',
        versions: [expect.objectContaining({ number: 1, file_name: 'Paper.pdf' })],
        downloads: [expect.objectContaining({ by: 'agent Test', number: 1 })],
      }),
      expect.objectContaining({ title: 'Ticket of Quirina Zapfen', downloads: [] }),
    ]);
    expect(await erase(agency.admin, id, 'Quirina Zapfen')).toMatchObject({ success: true });
    expect(await open(agency.admin, visa.versionId)).toBe(false);
    expect(await open(agency.admin, ticket.versionId)).toBe(false);
    expect(await readFile(agency.rival, visa.path)).toBeNull();
    await sql('select private.remove_document_files()');
    expect(
      await sql('select name from storage.objects where name = any ($1)', [[visa.path, ticket.path]]),
    ).toEqual([]);
    const left = (await listDocuments(agency.admin)).rows.find((row) => row.id === contract.id);
    expect(left?.title).toBe('List with Erased customer');
    expect(await findText('quirina|zapfen')).toEqual([]);
  });
});
