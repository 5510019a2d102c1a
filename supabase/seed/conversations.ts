import type { Client } from 'pg';
import type { Agency, Seller } from './agency';
import { asPerson } from './as-person';
import type { Calendar } from './calendar';
import { createRandom } from './random';
import { daysAgo, type Subjects } from './subjects';

interface Said {
  by: Seller;
  at: Date;
  text: string;
  edited?: boolean;
  deleted?: boolean;
}

/** A record and its threads: a message, and the replies to it. */
interface Talk {
  type: 'sales' | 'customers' | 'vendors' | 'commissions';
  id: string;
  threads: readonly (readonly Said[])[];
}

const MINUTE = 60_000;

function talks(subjects: Subjects, calendar: Calendar): Talk[] {
  const { sale, customer, vendor, commission, owner, admin, agent, colleague } = subjects;
  const to = ({ id }: Seller) => `<@${id}>`;
  const at = (days: number, time: string) => daysAgo(calendar, days, time);
  const before = (minutes: number) => new Date(calendar.now.getTime() - minutes * MINUTE);
  return [
    {
      type: 'sales',
      id: sale.id,
      threads: [
        [
          {
            by: agent,
            at: at(12, '10:12'),
            text: `${customer.name} travels with a sister now. ${vendor.name} holds the upgrade until Friday. ${to(admin)} you know their desk, could you ask for the agency rate?`,
          },
          {
            by: admin,
            at: at(12, '11:03'),
            text: 'Their agency desk confirmed: same fare, our rate stays as it is.',
            edited: true,
          },
          { by: agent, at: at(12, '11:20'), text: 'Wrong booking, sorry.', deleted: true },
          { by: agent, at: at(9, '14:14'), text: 'Upgrade signed, it is in the documents.' },
        ],
        [
          {
            by: admin,
            at: before(95),
            text: `${to(owner)} they ask for a transfer on the day they come back. May I offer it for free?`,
          },
          {
            by: agent,
            at: before(78),
            text: 'They are good customers, so I would.',
          },
        ],
      ],
    },
    {
      type: 'customers',
      id: customer.id,
      threads: [
        [
          {
            by: colleague,
            at: at(6, '09:40'),
            text: `${customer.name} called about a second trip in spring. ${to(agent)} you booked the last one: what do they like?`,
          },
          {
            by: agent,
            at: at(6, '10:05'),
            text: 'Aisle seats, nothing that leaves before eight, and a room away from the lift.',
          },
          { by: colleague, at: at(5, '16:31'), text: 'Thank you. They come in on Tuesday at 3.' },
        ],
      ],
    },
    {
      type: 'vendors',
      id: vendor.id,
      threads: [
        [
          {
            by: admin,
            at: at(4, '13:22'),
            text: `${to(owner)} our contract ends soon. Shall we ask for another point on groups before they send the new one?`,
          },
          { by: owner, at: at(4, '15:48'), text: 'Yes. We sold more of them than ever, so ask for it now.' },
        ],
      ],
    },
    {
      type: 'commissions',
      id: commission.id,
      threads: [
        [
          {
            by: admin,
            at: at(3, '09:15'),
            text: `${commission.vendor} says this was in a deposit of last month. ${to(colleague)} do you have their statement?`,
          },
          {
            by: colleague,
            at: at(2, '11:37'),
            text: 'Only the confirmation. I asked their commission desk, they look into it.',
          },
        ],
      ],
    },
  ];
}

// What the functions wrote now was said then.
const SAID = `
  update public.communications c set created_at = s.at, thread_at = s.thread_at,
    edited_at = case when s.edited then s.at + interval '4 minutes' end,
    deleted_at = case when c.deleted_at is not null then s.at + interval '2 minutes' end
  from jsonb_to_recordset($1::jsonb) as s(id uuid, at timestamptz, edited boolean, thread_at timestamptz)
  where c.id = s.id`;

// News of before $2 are read.
const NEWS = `
  update public.notifications n set created_at = c.created_at, is_read = c.created_at < $2
  from public.communications c where n.communication_id = c.id and c.organization_id = $1`;

// Whoever wrote had read until then.
const WRITERS = `
  update public.communication_reads r set read_at = w.at
  from (
    select c.author_id, c.commentable_id, max(c.created_at) as at from public.communications c
    where c.organization_id = $1 group by 1, 2) w
  where r.user_id = w.author_id and r.commentable_id = w.commentable_id`;

const READ = `
  insert into public.communication_reads (user_id, commentable_type, commentable_id, organization_id, read_at)
  values ($1, 'sales', $2, $3, $4)`;

/**
 * What an agency says about a sale, its customer, its vendor and an overdue commission: threads with replies and mentions, one
 * message changed, one deleted, two of today that the owner has not seen. Written by the functions that the screens call.
 */
export async function writeConversations(
  client: Client,
  agency: Agency,
  subjects: Subjects,
  calendar: Calendar,
): Promise<void> {
  const random = createRandom(agency.plan.sales + 3);
  const written: { id: string; at: Date; edited: boolean; thread_at: Date }[] = [];
  for (const { type, id: recordId, threads } of talks(subjects, calendar)) {
    for (const thread of threads) {
      let first: { id: string; at: Date } | undefined;
      for (const { by, at, text, edited = false, deleted = false } of thread) {
        const id = random.uuid();
        await asPerson(client, by.id, async () => {
          const values = [id, type, recordId, text, first?.id ?? null];
          await client.query('select public.post_message($1, $2, $3, $4, $5)', values);
          if (deleted) await client.query('select public.delete_message($1)', [id]);
        });
        first ??= { id, at };
        written.push({ id, at, edited, thread_at: first.at });
      }
    }
  }
  const yesterday = daysAgo(calendar, 1, '16:00');
  await client.query(SAID, [JSON.stringify(written)]);
  await client.query(NEWS, [agency.id, yesterday]);
  await client.query(WRITERS, [agency.id]);
  await client.query(READ, [subjects.owner.id, subjects.sale.id, agency.id, yesterday]);
}
