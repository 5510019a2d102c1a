import type { Agency, Seller } from './agency';
import type { Calendar } from './calendar';
import { csvFile, pdfFile, scanFile, type PaperFile } from './paper-files';
import type { Random } from './random';
import { daysAgo, type Subjects } from './subjects';

/** A demo document: what is said about it, and its files from the first to the latest. */
export interface Paper {
  document: {
    title: string;
    category: string;
    visibility: 'admins' | 'record' | 'member' | 'everybody';
    record_type?: 'sales' | 'customers' | 'vendors' | 'commissions';
    record_id?: string;
    member_id?: string;
    asks_to_read?: boolean;
  };
  /** Days from today; past ones are below zero. */
  expiresIn?: number;
  versions: readonly { by: Seller; at: Date; file: PaperFile }[];
}

type Sheet = readonly [title: string, ...paragraphs: string[]];

const TERMS =
  'Commission is paid on the total without taxes and port charges, in the month after the guests have returned. A booking that is cancelled pays none.';

/** The papers of an agency, those of the sale and its customer among them. @param lines what the vendor's statement lists */
export async function papers(
  agency: Agency,
  subjects: Subjects,
  calendar: Calendar,
  lines: readonly { reference: string; customer: string; amount: string }[],
  random: Random,
): Promise<Paper[]> {
  const { sale, customer, vendor, commission, owner, admin, agent, newest } = subjects;
  const year = Number(calendar.today.slice(0, 4));
  const name = (person: Seller) => `${person.firstName} ${person.lastName}`;
  const pdf = async (by: Seller, days: number, time: string, file: string, ...sheets: Sheet[]) => {
    const at = daysAgo(calendar, days, time);
    return { by, at, file: await pdfFile(file, agency.plan.name, at, sheets, random) };
  };
  const confirmation = (days: number, what: string) =>
    pdf(agent, days, '12:48', `${sale.reference}.pdf`, [
      `Confirmation ${sale.reference}`,
      `Dear ${customer.name},`,
      `${vendor.name} confirms your booking. ${what}`,
      'Documents follow two weeks before departure.',
    ]);
  const [newcomer] = newest;
  if (!newcomer) return [];
  const ofVendor = { record_type: 'vendors', record_id: vendor.id } as const;
  const ofSale = { record_type: 'sales', record_id: sale.id, category: 'sale_document' } as const;
  const ofCustomer = {
    record_type: 'customers',
    record_id: customer.id,
    category: 'customer_document',
  } as const;
  const byRecord = { visibility: 'record' } as const;
  const byAdmins = { visibility: 'admins' } as const;
  return [
    {
      document: {
        title: 'Offer letter, signed',
        category: 'agent_agreement',
        visibility: 'member',
        member_id: newcomer.id,
      },
      versions: [
        await pdf(owner, 112, '14:05', 'offer-letter.pdf', [
          'Offer',
          `Dear ${newcomer.firstName},`,
          `we are glad that you join us as a travel agent. Your share of the commission is ${newcomer.split}% from your first sale on.`,
          `${name(owner)}, ${agency.plan.name}`,
        ]),
      ],
    },
    {
      document: { title: 'Errors and omissions policy', category: 'other', visibility: 'everybody' },
      expiresIn: 26,
      versions: [
        await pdf(owner, 339, '10:20', 'policy.pdf', [
          'Errors and omissions policy',
          'This policy covers claims of travelers for errors in bookings made by the agency and its agents, up to $1,000,000 a year.',
          'Report a claim within ten days, to the office and to the insurer.',
        ]),
      ],
    },
    {
      document: { title: 'Seller of travel registration', category: 'other', ...byAdmins },
      expiresIn: 53,
      versions: [
        await pdf(owner, 312, '09:02', 'registration.pdf', [
          'Seller of travel registration',
          `${agency.plan.name} is registered as a seller of travel. The registration is renewed every year.`,
        ]),
      ],
    },
    {
      document: { title: 'Agency agreement', category: 'vendor_contract', ...ofVendor, ...byAdmins },
      expiresIn: 23,
      versions: [
        await pdf(owner, 400, '15:40', 'agency-agreement.pdf', [
          'Agency agreement',
          `Between ${vendor.name} and ${agency.plan.name}.`,
          TERMS,
        ]),
        await pdf(
          admin,
          342,
          '11:15',
          'agency-agreement-amended.pdf',
          ['Agency agreement', `Between ${vendor.name} and ${agency.plan.name}. As amended.`, TERMS],
          ['Amendment', 'Groups of eight and more pay one point more than agreed above.'],
        ),
      ],
    },
    {
      document: {
        title: `Agent agreement ${year + 1}`,
        category: 'agent_agreement',
        visibility: 'everybody',
        asks_to_read: true,
      },
      versions: [
        await pdf(
          owner,
          8,
          '09:30',
          `agent-agreement-${year + 1}.pdf`,
          [
            `Agent agreement ${year + 1}`,
            'This agreement is between the agency and each of its agents. It takes the place of the one before.',
            'Agents record every booking on the day it is made, with its reference, and keep what the customer signed with the sale.',
            'Commission is shared once it is received, with the payout of the month.',
          ],
          [
            'Customers’ data',
            'Passports and payment details are kept in the system only. What was opened, and by whom, is logged.',
          ],
        ),
      ],
    },
    {
      document: { title: `Passport, ${customer.name}`, ...ofCustomer, ...byRecord },
      expiresIn: 2300,
      versions: [
        { by: agent, at: daysAgo(calendar, 19, '16:31'), file: await scanFile('passport.png', random) },
      ],
    },
    {
      document: { title: `Visa invitation, ${customer.name}`, ...ofCustomer, ...byRecord },
      expiresIn: -4,
      versions: [{ by: agent, at: daysAgo(calendar, 18, '13:12'), file: await scanFile('visa.png', random) }],
    },
    {
      document: { title: 'Booking confirmation', ...ofSale, ...byRecord },
      versions: [
        await confirmation(18, 'Standard category, two guests.'),
        await confirmation(10, 'Superior category, two guests. It takes the place of the one before.'),
      ],
    },
    {
      document: { title: 'Upgrade, signed', ...ofSale, ...byRecord },
      versions: [
        await pdf(agent, 9, '14:10', 'upgrade.pdf', [
          'Upgrade',
          `${customer.name} takes the superior category for booking ${sale.reference}, at the same fare.`,
        ]),
      ],
    },
    {
      document: { title: 'Statement of last month', category: 'statement', ...ofVendor, ...byAdmins },
      versions: [
        {
          by: admin,
          at: daysAgo(calendar, 5, '08:50'),
          file: csvFile('statement.csv', [
            ['Booking', 'Guest', 'Commission'],
            ...lines.map((line) => [line.reference, line.customer, line.amount]),
          ]),
        },
      ],
    },
    {
      document: {
        title: 'Letter about the late commission',
        category: 'statement',
        record_type: 'commissions',
        record_id: commission.id,
        ...byRecord,
      },
      versions: [
        await pdf(admin, 3, '09:12', 'letter.pdf', [
          'Your commission',
          `${commission.vendor} writes that the commission was part of a deposit of last month, and looks for the payment.`,
        ]),
      ],
    },
  ];
}
