import { randomUUID } from 'node:crypto';
import { createAccount } from './bank';
import { begin as beginConnection, dayFromToday } from './bank-connections';
import { countOf, type Create, type GetAgency } from './creates';
import { addDocument, describeFile, PDF } from './documents';
import { fileHash } from './imports';
import { newAddress } from './invitations';
import { chaseInput, createDebtor, sendMail } from './mail';

const fieldsOf = (args: Record<string, unknown>, name: string) => args[name] as Record<string, unknown>;

/** What is created with `name`d fields, all of them in one argument. */
const withFields = (args: Record<string, unknown>, name: string, fields: object) => ({
  ...args,
  [name]: { ...fieldsOf(args, name), ...fields },
});

/** Customers, vendors, invitations, documents, bank accounts, imports and connections. */
export function createsOfRecords(agency: GetAgency): Create[] {
  return [
    {
      command: 'create_customer',
      prepare: () =>
        Promise.resolve({
          by: agency().agent,
          args: { customer: { first_name: 'Ada', last_name: `Key${randomUUID()}`, tags: ['vip'] } },
        }),
      other: (args) => ({
        args: withFields(args, 'customer', { birthday: '1970-01-31' }),
        differs: 'birthday',
      }),
      wrong: (args) => withFields(args, 'customer', { last_name: ' ' }),
      count: () => countOf(agency, 'public.customers'),
      name: (args) => `Ada ${String(fieldsOf(args, 'customer')['last_name'])}`,
    },
    {
      command: 'create_vendor',
      prepare: () =>
        Promise.resolve({
          by: agency().admin,
          args: { vendor: { name: `Key ${randomUUID()}`, default_commission_rate: 12.5 } },
        }),
      other: (args) => ({ args: withFields(args, 'vendor', { notes: 'Other' }), differs: 'notes' }),
      wrong: (args) => withFields(args, 'vendor', { website: 'javascript:1' }),
      count: () => countOf(agency, 'public.vendors'),
      name: (args) => String(fieldsOf(args, 'vendor')['name']),
    },
    {
      command: 'create_invitation',
      prepare: () =>
        Promise.resolve({
          by: agency().admin,
          args: { email: newAddress(), role: 'agent', first_name: 'Ada' },
        }),
      other: (args) => ({ args: { ...args, commission_split: 55 }, differs: 'commission_split' }),
      wrong: (args) => ({ ...args, email: 'nobody' }),
      count: () => countOf(agency, 'public.invitations'),
      name: (args) => `the invitation of ${String(args['email'])}`,
    },
    {
      command: 'send_vendor_chase',
      prepare: async () => {
        await sendMail();
        const { vendorId } = await createDebtor(agency());
        return { by: agency().admin, args: chaseInput(vendorId) };
      },
      other: (args) => ({ args: { ...args, every_days: 7 }, differs: 'every_days' }),
      wrong: (args) => ({ ...args, to_address: 'nobody' }),
      count: () => countOf(agency, 'private.vendor_chases'),
      name: (args) => `e-mail to ${String(args['to_address'])}`,
    },
    {
      command: 'start_document_upload',
      prepare: () =>
        Promise.resolve({
          by: agency().admin,
          args: {
            file: describeFile(PDF),
            document: { title: `Key ${randomUUID()}`, category: 'other', visibility: 'admins' },
          },
        }),
      other: (args) => ({ args: withFields(args, 'file', { size: 7 }), differs: 'file' }),
      wrong: (args) => withFields(args, 'file', { type: 'text/html' }),
      count: () => countOf(agency, 'private.document_uploads'),
      // Nothing is saved before the file has arrived.
      name: () => 'an upload that is not finished',
    },
    {
      command: 'save_document',
      prepare: async () => {
        const kept = { category: 'other', visibility: 'admins' } as const;
        const { id } = await addDocument(agency().admin, kept);
        const document = { ...kept, title: `Key ${randomUUID()}` };
        return { by: agency().admin, args: { document_id: id, expected_version: 1, document } };
      },
      other: (args) => ({
        args: withFields(args, 'document', { category: 'statement' }),
        differs: 'category',
      }),
      wrong: (args) => withFields(args, 'document', { title: '' }),
      count: () => countOf(agency, 'public.documents', 'version = 2'),
      name: (args) => String(fieldsOf(args, 'document')['title']),
    },
    {
      command: 'begin_import',
      prepare: () =>
        Promise.resolve({
          by: agency().agent,
          args: {
            kind: 'customers',
            file_name: 'people.csv',
            file_hash: fileHash(),
            headers: ['Name'],
            mapping: {},
            total_rows: 10,
          },
        }),
      other: (args) => ({ args: { ...args, mapping: { same_email: 'add' } }, differs: 'mapping' }),
      wrong: (args) => ({ ...args, total_rows: 0 }),
      count: () => countOf(agency, 'public.import_batches'),
      name: () => 'the import of people.csv',
    },
    {
      command: 'save_bank_account',
      prepare: () =>
        Promise.resolve({
          by: agency().admin,
          args: { account: { name: `Key ${randomUUID()}`, institution: 'Bank', last_four: '1234' } },
        }),
      other: (args) => ({ args: withFields(args, 'account', { last_four: '9876' }), differs: 'last_four' }),
      wrong: (args) => withFields(args, 'account', { name: ' ' }),
      count: () => countOf(agency, 'public.bank_accounts'),
      name: (args) => String(fieldsOf(args, 'account')['name']),
    },
    {
      command: 'begin_bank_import',
      prepare: async () => ({
        by: agency().admin,
        args: {
          account_id: await createAccount(agency().admin),
          file_name: 'bank.csv',
          file_hash: fileHash(),
          format: 'csv',
          total_lines: 10,
        },
      }),
      other: (args) => ({ args: { ...args, total_lines: 11 }, differs: 'total_lines' }),
      wrong: (args) => ({ ...args, total_lines: 50_001 }),
      count: () => countOf(agency, 'public.bank_imports'),
      name: () => 'the import of bank.csv',
    },
    {
      command: 'begin_bank_connection',
      prepare: () => Promise.resolve({ by: agency().admin, args: { provider: 'simplefin' } }),
      other: (args) => ({ args: { ...args, provider: 'enable_banking' }, differs: 'provider' }),
      wrong: (args) => ({ ...args, provider: 'post' }),
      count: () => countOf(agency, 'public.bank_connections'),
      name: () => 'a connection',
    },
    {
      command: 'link_bank_accounts',
      prepare: async () => ({
        by: agency().admin,
        args: {
          connection_id: await beginConnection(agency().admin),
          links: [{ provider_account_id: 'A', new_name: `Linked ${randomUUID()}` }],
          since: dayFromToday(-10),
        },
      }),
      other: (args) => ({ args: { ...args, since: dayFromToday(-20) }, differs: 'since' }),
      wrong: (args) => ({ ...args, since: '1990-01-01' }),
      count: () => countOf(agency, 'public.bank_accounts'),
      name: () => 'a connection',
    },
  ];
}
