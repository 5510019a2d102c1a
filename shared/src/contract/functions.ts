import * as v from 'valibot';
import {
  COMMISSION_STATUSES,
  DOCUMENT_CATEGORIES,
  DOCUMENT_RECORD_TYPES,
  DOCUMENT_VISIBILITIES,
  ROLES,
  SALE_STATUSES,
} from '../domain';
import type { DatabaseContract } from '../platform/api/door';
import { customerInput, vendorInput } from './inputs';
import { command, count, day, fact, figure, id, moment, money, page, person } from './parts';

const agent = v.strictObject({ ...person.entries, avatar_url: v.nullable(v.string()) });
const share = v.strictObject({ ...figure.entries, agent_amount: money });
const commissionFigure = v.strictObject({ ...figure.entries, commission_amount: money });

/** A version of what a vendor pays, the first that holds first. */
const vendorRate = v.strictObject({
  category: v.nullable(
    v.picklist(['fare', 'air', 'hotel', 'cruise', 'tour', 'insurance', 'transfer', 'extra']),
  ),
  rate: v.number(),
  valid_from: day,
});

const sale = v.strictObject({
  id,
  organization_id: id,
  customer_id: id,
  vendor_id: id,
  agent_id: id,
  booking_reference: v.nullable(v.string()),
  sale_date: day,
  travel_date: v.nullable(day),
  return_date: v.nullable(day),
  total_amount: money,
  commission_amount: money,
  commission_rate: v.number(),
  commission_basis: v.picklist(['rate', 'amount']),
  currency: v.string(),
  status: v.picklist(SALE_STATUSES),
  notes: v.nullable(v.string()),
  version: count,
  created_at: moment,
  updated_at: moment,
  agent,
  customer: v.strictObject({
    ...person.entries,
    email: v.nullable(v.string()),
    phone: v.nullable(v.string()),
  }),
  vendor: v.strictObject({
    id,
    name: v.string(),
    logo_url: v.nullable(v.string()),
    default_commission_rate: v.number(),
  }),
  commission: v.strictObject({ id, status: v.picklist(COMMISSION_STATUSES), agent_amount: money }),
  /** Of a sale that somebody shares, in the list of one person: how much of it is theirs; the amounts are that part. */
  share_percent: v.optional(v.number()),
});

const commission = v.strictObject({
  id,
  sales_id: id,
  sale_date: day,
  booking_reference: v.nullable(v.string()),
  total_amount: money,
  sale_status: v.picklist(SALE_STATUSES),
  status: v.picklist(COMMISSION_STATUSES),
  amount: money,
  commission_split: v.number(),
  /** One's own, or to the agency what all people get; of what is ready what of it can be paid now. */
  agent_amount: money,
  /** To the agency: several people have it, and the split is the seller's alone. */
  divided: v.optional(v.literal(true)),
  /** As of a sale. */
  share_percent: v.optional(v.number()),
  open: money,
  owed: money,
  due_on: v.nullable(day),
  created_at: moment,
  agent,
  customer: person,
  vendor: v.strictObject({ id, name: v.string(), logo_url: v.nullable(v.string()) }),
});

const commissionStats = v.strictObject({
  total: share,
  active_total: share,
  ready: share,
  unpaid: share,
  funds_received: share,
  agent_paid: share,
  cancelled: share,
});

const exported = v.strictObject({
  columns: v.array(v.string()),
  rows: v.array(v.array(v.nullable(v.union([v.string(), v.number(), v.boolean()])))),
  truncated: v.boolean(),
});

/** What an import says of a row. */
const skip = v.strictObject({
  row_number: count,
  reason: v.picklist(['file', 'email', 'phone', 'name', 'booking']),
  twin: v.strictObject({
    row: v.optional(count),
    name: v.optional(v.string()),
    detail: v.optional(v.string()),
  }),
});
const imported = {
  added: count,
  skipped: count,
  skips: v.array(skip),
  errors: v.array(
    v.strictObject({
      row_number: count,
      field: v.nullable(v.string()),
      message: v.string(),
      // A constraint has no code.
      code: v.nullable(fact.entries.code),
      params: fact.entries.params,
    }),
  ),
  adds: v.array(
    v.strictObject({
      row_number: count,
      customer: v.string(),
      vendor: v.string(),
      agent: v.string(),
      status: v.picklist(SALE_STATUSES),
      commission_status: v.picklist(COMMISSION_STATUSES),
      commission_amount: money,
      /** How many lines it has, and what it comes to. */
      lines: count,
      total_amount: money,
      makes: v.array(v.picklist(['customer', 'vendor'])),
      customer_row: v.nullable(count),
      vendor_row: v.nullable(count),
    }),
  ),
};
/** A row of a file by columns; the database checks it. */
const fileRow = v.record(v.string(), v.unknown());
const mapping = v.record(v.string(), v.unknown());

const timeline = {
  labels: v.array(v.string()),
  bucket: v.nullable(v.picklist(['hour', 'day', 'week', 'month'])),
};
const amounts = v.array(money);
const byCommissionStatus = {
  unpaid: amounts,
  funds_received: amounts,
  agent_paid: amounts,
  cancelled: amounts,
};

/** What several packages ask of the database, and what the spec names and no page of this version asks. */
/** A row of a list of sales. */
export const listedSale = sale;

export const contract = {
  /** Rooms upload documents of their own: the statement of a vendor is one. */
  start_document_upload: {
    args: {
      file: v.strictObject({ name: v.string(), type: v.string(), size: count }),
      document: v.strictObject({
        title: v.string(),
        category: v.picklist(DOCUMENT_CATEGORIES),
        record_type: v.nullable(v.picklist(DOCUMENT_RECORD_TYPES)),
        record_id: v.nullable(id),
        visibility: v.picklist(DOCUMENT_VISIBILITIES),
        member_id: v.nullable(id),
        expires_on: v.nullable(day),
        asks_to_read: v.boolean(),
      }),
    },
    answer: command({ upload_id: id, path: v.string() }),
  },
  finish_document_upload: {
    answer: command({ document_id: id, check_state: v.picklist(['checking', 'accepted', 'refused']) }),
  },
  cancel_document_upload: { answer: command({}) },
  /** The record of it, while which the file can be read. */
  open_document: { answer: id },
  accept_invitation: { answer: command({ organization_id: v.optional(id) }) },
  check_invitation_email: { answer: v.boolean() },
  create_invitation: { answer: v.strictObject({ id, mailed: v.boolean() }) },
  create_customer: {
    args: {
      customer: v.strictObject({
        ...v.partial(customerInput).entries,
        first_name: v.string(),
        last_name: v.string(),
      }),
    },
    answer: v.strictObject({ id }),
  },
  create_vendor: {
    args: {
      vendor: v.strictObject({
        ...v.partial(vendorInput).entries,
        name: v.string(),
        logo_url: v.optional(v.nullable(v.string())),
      }),
    },
    answer: v.strictObject({ id }),
  },
  create_organization_with_owner: { answer: command({ organization_id: v.optional(id) }) },
  invitation_preview: {
    answer: v.nullable(
      v.strictObject({
        invitation_id: id,
        organization_name: v.string(),
        inviter_name: v.nullable(v.string()),
        role: v.picklist(ROLES),
        first_name: v.nullable(v.string()),
        last_name: v.nullable(v.string()),
        expires_at: moment,
        by_mail: v.boolean(),
      }),
    ),
  },
  get_unread_count: { answer: count },

  get_new_agency_limits: {
    answer: v.nullable(
      v.strictObject({
        until: moment,
        open_invitations: count,
        most_open_invitations: count,
        invitations: count,
        most_invitations: count,
        requests: count,
        most_requests: count,
      }),
    ),
  },
  find_members_by_name: {
    answer: v.array(
      v.strictObject({ ...person.entries, avatar_url: v.nullable(v.string()), is_active: v.boolean() }),
    ),
  },
  find_vendors_by_name: {
    answer: v.array(
      v.strictObject({
        id,
        name: v.string(),
        logo_url: v.nullable(v.string()),
        default_commission_rate: v.number(),
        archived: v.boolean(),
        rates: v.optional(v.array(vendorRate)),
      }),
    ),
  },
  list_sales: {
    answer: page(sale, {
      by_status: v.strictObject({
        total: commissionFigure,
        active_total: commissionFigure,
        booked: commissionFigure,
        paid: commissionFigure,
        cancelled: commissionFigure,
      }),
    }),
  },
  list_commissions: {
    answer: page(commission, {
      stats: commissionStats,
      to_review: v.nullable(count),
      /** Asked for what is ready: what can be paid besides, of other kinds and of sales that the reader has no part of. */
      ready_beside: v.optional(figure),
    }),
  },
  get_receipt_tracking: {
    answer: v.nullable(v.strictObject({ since: v.nullable(day), proposed: v.nullable(day) })),
  },
  export_sales: { answer: exported },
  export_commissions: { answer: exported },
  export_customers: { answer: exported },
  export_vendors: { answer: exported },
  export_team: { answer: exported },

  begin_import: { args: { mapping }, answer: v.strictObject({ batch_id: id }) },
  check_import_rows: {
    args: { mapping, rows: v.array(fileRow) },
    answer: v.strictObject({ ...imported, check_id: id }),
  },
  import_rows: { args: { rows: v.array(fileRow) }, answer: v.strictObject(imported) },
  finish_import: {
    answer: v.strictObject({ status: v.string(), added: count, skipped: count, failed: count }),
  },
  last_import_mapping: {
    answer: v.strictObject({
      mapping: v.nullable(mapping),
      words: v.record(v.string(), v.record(v.string(), v.string())),
      earlier: v.nullable(
        v.strictObject({ created_at: moment, added: count, first_name: v.string(), last_name: v.string() }),
      ),
    }),
  },
  undo_import: {
    answer: v.strictObject({
      removed: count,
      kept: v.array(
        v.strictObject({
          id,
          name: v.nullable(v.string()),
          reason: v.picklist(['used', 'edited', 'closed']),
        }),
      ),
      kept_count: count,
      more: v.boolean(),
    }),
  },

  get_sales_timeline: { answer: v.strictObject({ ...timeline, sales: amounts }) },
  get_agent_sales_timeline: { answer: v.strictObject({ ...timeline, sales: amounts }) },
  get_sales_status_timeline: {
    answer: v.strictObject({
      ...timeline,
      booked: amounts,
      paid: amounts,
      cancelled: amounts,
    }),
  },
  get_sales_by_status: {
    answer: v.strictObject({
      total: figure,
      active_total: figure,
      booked: figure,
      paid: figure,
      cancelled: figure,
    }),
  },
  get_commission_timeline: { answer: v.strictObject({ ...timeline, amounts }) },
  get_commission_status_timeline: {
    answer: v.strictObject({ ...timeline, ...byCommissionStatus, agent: v.strictObject(byCommissionStatus) }),
  },
  get_commissions_by_status: {
    answer: v.strictObject({
      total: figure,
      unpaid: figure,
      funds_received: figure,
      agent_paid: figure,
      cancelled: figure,
    }),
  },
  get_commission_stats: { answer: commissionStats },
  get_recent_customers: {
    answer: v.array(
      v.strictObject({
        ...person.entries,
        email: v.nullable(v.string()),
        sale_id: id,
        sale_date: day,
        last_purchase_amount: money,
      }),
    ),
  },
  get_top_agents: {
    answer: v.array(
      v.strictObject({ ...agent.entries, sales_count: count, total_revenue: money, total_commission: money }),
    ),
  },
  get_top_vendors: {
    answer: v.array(
      v.strictObject({
        id,
        name: v.string(),
        logo_url: v.nullable(v.string()),
        sales_count: count,
        total_revenue: money,
        total_commission: money,
      }),
    ),
  },
} satisfies DatabaseContract;
