import { call } from './call';
import type { Client } from 'pg';
import type { Agency, Seller } from './agency';
import { asPerson } from './as-person';
import { addDays, type Calendar } from './calendar';
import { papers, type Paper } from './papers';
import { createRandom } from './random';
import type { Subjects } from './subjects';

/** Puts a file into Storage in the seed's transaction. */
export type StoreFile = (file: {
  bucket: string;
  name: string;
  data: Uint8Array;
  mimetype: string;
  owner: string;
}) => Promise<void>;

// What is on one of its bookings, for a vendor's statement of a month.
const STATEMENT = `
  select s.booking_reference as reference, c.last_name as customer, m.amount::text
  from public.commissions m join public.sales s on s.id = m.sales_id join public.customers c on c.id = s.customer_id
  where m.organization_id = $1 and m.vendor_id = $2 and m.due_on between $3::date - 60 and $3::date
  order by m.due_on, s.booking_reference limit 12`;

// What the functions wrote now was uploaded then.
const UPLOADED = `
  update public.document_versions v set created_at = f.at
  from jsonb_to_recordset($1::jsonb) as f(id uuid, at timestamptz) where v.id = f.id`;

// What ends soon was announced when it was 60 days ahead: a new demo is quiet.
const ADDED = `
  update public.documents d set created_at = v.created_at,
    announced_days = case when d.expires_on <= now()::date + 60 then 60 end
  from public.document_versions v where d.organization_id = $1 and v.document_id = d.id and v.number = 1`;

// Everybody who is asked has read it within a week, but for these.
const CONFIRMED = `
  insert into public.document_reads (organization_id, document_id, version_id, user_id, read_at)
  select d.organization_id, d.id, v.id, r.user_id,
    v.created_at + interval '5 hours' * row_number() over (partition by d.id order by r.user_id)
  from public.documents d
  cross join lateral private.document_version(d) v
  cross join lateral private.document_readers(d) r
  where d.organization_id = $1 and d.asks_to_read and r.user_id <> all ($2)`;

/**
 * What an agency keeps on paper: contracts, agreements, statements, papers of a sale and its customer; one has expired, others
 * soon do, some have two versions, one asks everybody to read it. Uploaded through the functions that the screens call.
 */
export async function writeDocuments(
  client: Client,
  agency: Agency,
  subjects: Subjects,
  calendar: Calendar,
  storeFile: StoreFile,
): Promise<void> {
  const random = createRandom(agency.plan.sales + 4);
  const { rows } = await client.query<{ reference: string; customer: string; amount: string }>(STATEMENT, [
    agency.id,
    subjects.vendor.id,
    calendar.today,
  ]);
  const uploaded: { id: string; at: Date }[] = [];

  /** @returns the id of the document */
  async function upload(paper: Paper, by: Seller, version: Paper['versions'][number], documentId?: string) {
    const { type: mimetype, data, name } = version.file;
    const input = {
      ...paper.document,
      expires_on: paper.expiresIn && addDays(calendar.today, paper.expiresIn),
    };
    const begun = await call<{ upload_id: string; path: string }>(
      client,
      'start_document_upload($1, $2, $3)',
      [
        JSON.stringify({ name, type: mimetype, size: data.length }),
        documentId ? null : JSON.stringify(input),
        documentId ?? null,
      ],
    );
    await storeFile({ bucket: 'documents', name: begun.path, data, mimetype, owner: by.id });
    const done = await call<{ document_id: string }>(client, 'finish_document_upload($1)', [begun.upload_id]);
    uploaded.push({ id: begun.upload_id, at: version.at });
    return done.document_id;
  }

  for (const paper of await papers(agency, subjects, calendar, rows, random)) {
    let id: string | undefined;
    for (const version of paper.versions) {
      await asPerson(client, version.by.id, async () => {
        id = await upload(paper, version.by, version, id);
      });
    }
  }
  await client.query(UPLOADED, [JSON.stringify(uploaded)]);
  await client.query(ADDED, [agency.id]);
  await client.query(CONFIRMED, [agency.id, subjects.newest.map((person) => person.id)]);
}
