/**
 * Everything that a device may keep for reading offline: answers by their endpoint, and of each the fields that are named here. What is not
 * named is not kept, a field that comes later included (docs/product/platform.md, Reading offline; docs/security.md).
 */

/** A field that is kept: `true` where it is one value or a list of values, else what is kept of the object, or of each in a list. */
export type Fields = true | { readonly [field: string]: Fields };

/** Who reads, and what they asked. */
export interface Asked {
  userId: string;
  isAgent: boolean;
  arg: unknown;
}

interface Rule {
  fields: Fields;
  /** Whether an answer is about the reader's own alone. */
  isOwn: (answer: Loose, asked: Asked) => boolean;
}

/** An answer, of which nothing is known before it is looked at. */
type Loose = { readonly [field: string]: unknown };

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One after the other: `fields('id name', { vendor: … })`. */
const fields = (names: string, more: { readonly [field: string]: Fields } = {}): Fields => ({
  ...Object.fromEntries(names.split(' ').map((name) => [name, true as const])),
  ...more,
});

const FIGURE = fields('count amount');
const PERSON = fields('id firstName lastName avatarUrl');
const NAME = fields('id firstName lastName');
const PAGE = 'count page pageSize totalPages';

const SALE =
  'id organizationId customerId vendorId agentId bookingReference saleDate travelDate returnDate totalAmount commissionAmount ' +
  'commissionRate commissionBasis currency status notes version createdAt updatedAt';
const PARTIES = {
  agent: PERSON,
  customer: fields('id firstName lastName email phone'),
  vendor: fields('id name logoUrl defaultCommissionRate'),
};

const COMMISSION_FIGURE = fields('count amount commissionAmount');
const SHARE = fields('count amount agentAmount');
const SHARES = {
  total: SHARE,
  activeTotal: SHARE,
  ready: SHARE,
  unpaid: SHARE,
  fundsReceived: SHARE,
  agentPaid: SHARE,
  cancelled: SHARE,
};
const BY_STATUS = 'unpaid fundsReceived agentPaid cancelled';
const FACT = fields('code', { params: fields('vendor on reason') });
/** Of a line that is somebody's share: of what, and the words that say so. */
const OF_SHARE = 'part shareId salesId role percent base takenFrom commissionKind since';
const SPLIT_PARTS = fields('split weight');
const SHARE_FACT = fields('code', { params: fields('percent role kind of sales since') });
const BOOKING = 'salesId bookingReference customerFirstName customerLastName vendorName';

/** An agent's answers are the agent's own: the database gives no other. */
const ofAgents = (_answer: Loose, { isAgent }: Asked): boolean => isAgent;

const agentOf = (record: unknown): unknown =>
  isObject(record) ? (record['agentId'] ?? (isObject(record['agent']) ? record['agent']['id'] : null)) : null;

const ofReader = (record: unknown, { userId }: Asked): boolean => agentOf(record) === userId;

/** A list of what the reader sold, which others than agents have to ask for: the sums beside it are over what was asked. */
const listOfReader = ({ rows }: Loose, asked: Asked): boolean =>
  Array.isArray(rows) &&
  rows.every((row) => ofReader(row, asked)) &&
  (asked.isAgent || (isObject(asked.arg) && asked.arg['agentId'] === asked.userId));

export const KEPT: Readonly<Record<string, Rule>> = {
  listSales: {
    isOwn: listOfReader,
    fields: fields(PAGE, {
      rows: fields(`${SALE} sharePercent`, { ...PARTIES, commission: fields('id status agentAmount') }),
      // Keys that are data keep their names.
      byStatus: {
        total: COMMISSION_FIGURE,
        active_total: COMMISSION_FIGURE,
        booked: COMMISSION_FIGURE,
        paid: COMMISSION_FIGURE,
        cancelled: COMMISSION_FIGURE,
      },
    }),
  },
  getSale: {
    isOwn: ofReader,
    fields: fields(SALE, {
      ...PARTIES,
      commission: fields('id status amount commissionSplit shareBase agentAmount receivedAmount receivedOn', {
        splitParts: SPLIT_PARTS,
        payment: fields('id amount paymentDate paymentMethod reference'),
      }),
      travelers: { customer: NAME },
    }),
  },
  listCommissions: {
    isOwn: listOfReader,
    fields: fields(`${PAGE} toReview`, {
      rows: fields(
        'id salesId saleDate bookingReference totalAmount saleStatus status amount commissionSplit sharePercent agentAmount open owed dueOn createdAt',
        { agent: PERSON, customer: NAME, vendor: fields('id name logoUrl') },
      ),
      stats: SHARES,
    }),
  },
  getCommission: {
    isOwn: ofReader,
    fields: fields(
      'id organizationId agentId amount commissionSplit shareBase agentAmount status notes receivedOn receivedAmount receivedHow writtenOff ' +
        'manualWriteOffReason openAmount createdAt',
      {
        splitParts: SPLIT_PARTS,
        agent: PERSON,
        sale: fields('id bookingReference saleDate totalAmount commissionRate status', {
          customer: NAME,
          vendor: fields('id name logoUrl'),
        }),
        payments: fields('id amount paymentDate paymentMethod reference notes createdAt', {
          creator: PERSON,
        }),
      },
    ),
  },
  // Without the account it goes to.
  getMyPayouts: {
    isOwn: () => true,
    fields: fields('carriedIn amount carriedOut paidThisYear statementCount', {
      payout: fields('name state status plannedOn'),
      lines: fields(
        `id agentId transactionId kind amount note commissionId bookingReference customer vendor receivedOn commission split ${OF_SHARE}`,
        { noteFact: FACT, shareFact: SHARE_FACT, splitParts: SPLIT_PARTS },
      ),
      waiting: fields('obstacle count amount', {
        rows: fields(
          `commissionId bookingReference customer vendor amount receivedOn dueOn travelDate returnDate reason heldBy commission split ${OF_SHARE}`,
          { shareFact: SHARE_FACT, splitParts: SPLIT_PARTS },
        ),
      }),
      statements: fields('id number payout paidOn amount carriedOut voidedOn'),
    }),
  },
  // Figures of a customer are of what the reader sold: those of others than agents are everybody's, and not kept.
  listCustomers: {
    isOwn: ofAgents,
    fields: fields(PAGE, {
      rows: fields(
        'id firstName lastName email phone tags city country createdAt archivedAt salesCount totalAmount lastSaleDate',
        { agent: PERSON },
      ),
      tags: fields('tag count'),
    }),
  },
  // Without passports, and whether one may see them.
  getCustomerProfile: {
    isOwn: ofAgents,
    fields: {
      customer: fields(
        'id version firstName lastName birthday email phone addressLine1 addressLine2 city region postalCode country emergencyName ' +
          'emergencyPhone emergencyRelation tags notes archivedAt erasedAt importBatchId importRow createdAt updatedAt organizationId ' +
          'createdBy mergedInto',
        {
          moreEmails: fields('label value'),
          morePhones: fields('label value'),
          preferences: fields('seat cabin meal room mobility allergies interests notes', {
            airlines: fields('airline number'),
            hotels: fields('program number'),
          }),
        },
      ),
      totals: fields('salesCount totalAmount lastSaleDate nextDeparture', { agent: PERSON }),
      companions: fields('id customerId firstName lastName relation'),
      merges: fields('id mergedName mergedByName createdAt canUndo'),
      sales: fields('count activeCount cancelledCount', {
        rows: fields('id bookingReference saleDate travelDate returnDate totalAmount status', {
          customer: fields('firstName lastName'),
          vendor: fields('name'),
        }),
      }),
      trips: fields('id bookingReference travelDate returnDate status customerId', {
        vendor: fields('name'),
      }),
    },
  },
  // What an agent's dashboard shows, departures and what is paid next among it.
  getDashboard: {
    // A part that failed says nothing.
    isOwn: (answer, asked) =>
      ofAgents(answer, asked) && !Object.values(answer).some((part) => isObject(part) && 'error' in part),
    fields: {
      range: fields('start end bucket today'),
      sales: { total: FIGURE, activeTotal: FIGURE, booked: FIGURE, paid: FIGURE, cancelled: FIGURE },
      commissions: SHARES,
      salesTrend: fields('labels booked paid cancelled'),
      commissionTrend: fields(`labels ${BY_STATUS}`, { agent: fields(BY_STATUS) }),
      topVendors: fields('id name logoUrl salesCount totalRevenue totalCommission'),
      recentCustomers: fields('id firstName lastName email saleId saleDate lastPurchaseAmount'),
      payable: {
        now: FIGURE,
        expected: FIGURE,
        rows: fields(`${BOOKING} commissionId agentAmount status saleStatus receivedOn dueOn reason`),
      },
      departures: fields(`${BOOKING} customerId travelDate returnDate`),
      nextTier: fields('from split missing'),
    },
  },
};

const isValue = (value: unknown): boolean => value === null || typeof value !== 'object';

/** What of a value may be kept; undefined for nothing. */
function pick(value: unknown, kept: Fields): unknown {
  if (value === null || value === undefined) return value;
  if (kept === true) {
    return isValue(value) || (Array.isArray(value) && value.every(isValue)) ? value : undefined;
  }
  if (Array.isArray(value)) return value.filter(isObject).map((one) => pick(one, kept));
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, of]) => {
      const picked = Object.hasOwn(value, name) ? pick(value[name], of) : undefined;
      return picked === undefined ? [] : [[name, picked]];
    }),
  );
}

/** Whether any answer of this endpoint may be kept. */
export const isNamed = (endpoint: string): boolean => Object.hasOwn(KEPT, endpoint);

/**
 * What of an answer a device may keep.
 * @returns undefined for nothing: the endpoint is not named, the answer is of others too, or there is none
 */
export function keptOf(endpoint: string, answer: unknown, asked: Asked): unknown {
  const rule = isNamed(endpoint) ? KEPT[endpoint] : undefined;
  return rule && isObject(answer) && rule.isOwn(answer, asked) ? pick(answer, rule.fields) : undefined;
}
