import type { Database } from '@paperplane/shared/database';
import { api, overrideExisting } from '@paperplane/shared/platform';
import type { ImportKind } from './rules/fields';
import type { Mapping } from './rules/mapping';

/** One import as the history shows it. */
export interface ImportBatch {
  id: string;
  fileName: string;
  status: 'running' | 'done' | 'cancelled' | 'undone';
  totalRows: number;
  added: number;
  skipped: number;
  failed: number;
  removed: number;
  createdAt: string;
  /** When it last took rows; an import whose page was closed stays running. */
  updatedAt: string;
  by: { firstName: string; lastName: string };
}

/** What is known about a file before it is imported. */
export interface EarlierImport {
  /** As it was saved; may not fit any more. */
  mapping: unknown;
  /** What words of choices were said to mean in the agency's imports; an older database says nothing of it. */
  words?: unknown;
  earlier: { created_at: string; added: number; first_name: string; last_name: string } | null;
}

/** A row that is there already, and what it is the same as: another row of the file, or a record. */
export interface Skip {
  row_number: number;
  reason: 'file' | 'email' | 'phone' | 'name' | 'booking';
  twin: { row?: number; name?: string; detail?: string };
}

/** What a row of a sale becomes. */
export interface AddedSale {
  row_number: number;
  customer: string;
  vendor: string;
  agent: string;
  status: string;
  commission_status: string;
  commission_amount: number;
  /** Who is made with it. */
  makes: ('customer' | 'vendor')[];
  /** The row of this file that makes the customer; null of one who is there already. */
  customer_row?: number | null;
  vendor_row?: number | null;
}

/** What becomes of up to 500 rows. */
export interface RowsAnswer {
  added: number;
  skipped: number;
  skips: Skip[];
  errors: { row_number: number; field: string; message: string }[];
  /** Of sales only. */
  adds: AddedSale[];
}

export interface Finished {
  status: string;
  added: number;
  skipped: number;
  failed: number;
}

export interface Undone {
  removed: number;
  kept: { id: string; name: string; reason: 'used' | 'edited' | 'closed' }[];
  kept_count: number;
  /** There is more to take back: ask again. */
  more: boolean;
}

type Row = Database['public']['Tables']['import_batches']['Row'] & {
  by: { first_name: string; last_name: string };
};

const COLUMNS =
  'id, file_name, status, total_rows, added, skipped, failed, removed, created_at, updated_at, by:users!import_batches_created_by_fkey(first_name, last_name)';

const toBatch = (row: Row): ImportBatch => ({
  id: row.id,
  fileName: row.file_name,
  status: row.status as ImportBatch['status'],
  totalRows: row.total_rows,
  added: row.added,
  skipped: row.skipped,
  failed: row.failed,
  removed: row.removed,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  by: { firstName: row.by.first_name, lastName: row.by.last_name },
});

/** What an import changes; the first one's list shows its history. */
const TAGS = {
  customers: ['Customer'],
  vendors: ['Vendor'],
  sales: ['Sale', 'Commission', 'Dashboard', 'Customer', 'Vendor'],
} as const satisfies Record<ImportKind, readonly string[]>;

const importApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The last twenty imports: an admin sees everybody's, an agent their own. */
    getImports: build.query<ImportBatch[], ImportKind>({
      query: (kind) => (db) =>
        db
          .from('import_batches')
          .select(COLUMNS)
          .eq('kind', kind)
          .order('created_at', { ascending: false })
          .order('id')
          .limit(20),
      transformResponse: (rows: Row[]) => rows.map(toBatch),
      providesTags: (_rows, _error, kind) => [{ type: TAGS[kind][0], id: 'IMPORTS' }],
    }),

    /** How such columns were read the last time, and whether this file has been imported. */
    getEarlierImport: build.query<EarlierImport, { kind: ImportKind; headers: string[]; fileHash: string }>({
      query:
        ({ kind, headers, fileHash }) =>
        (db) =>
          db.rpc('last_import_mapping', { kind, headers, file_hash: fileHash }),
    }),

    /** Begins an import, once for each key. */
    beginImport: build.mutation<
      { batch_id: string },
      {
        kind: ImportKind;
        fileName: string;
        fileHash: string;
        headers: string[];
        mapping: Mapping;
        totalRows: number;
        requestKey: string;
      }
    >({
      query: (input) => (db) =>
        db.rpc('begin_import', {
          kind: input.kind,
          file_name: input.fileName,
          file_hash: input.fileHash,
          headers: input.headers,
          mapping: { ...input.mapping },
          total_rows: input.totalRows,
          request_key: input.requestKey,
        }),
    }),

    /** What the import of these rows would answer, after those that the check saw before; nothing is written. */
    checkRows: build.mutation<
      RowsAnswer & { check_id: string },
      {
        kind: ImportKind;
        fileHash: string;
        mapping: Mapping;
        rows: Record<string, unknown>[];
        checkId: string | undefined;
        isLast: boolean;
      }
    >({
      query: (input) => (db) =>
        db.rpc('check_import_rows', {
          kind: input.kind,
          file_hash: input.fileHash,
          mapping: { ...input.mapping },
          rows: input.rows as never,
          check_id: input.checkId,
          is_last: input.isLast,
        }),
    }),

    /** At most 500 rows; the same rows a second time are skipped, so a lost answer may be asked for again. */
    importRows: build.mutation<RowsAnswer, { batchId: string; rows: Record<string, unknown>[] }>({
      query:
        ({ batchId, rows }) =>
        (db) =>
          db.rpc('import_rows', { batch_id: batchId, rows: rows as never }),
    }),

    finishImport: build.mutation<
      Finished,
      { kind: ImportKind; batchId: string; cancelled: boolean; refused: number }
    >({
      query:
        ({ batchId, cancelled, refused }) =>
        (db) =>
          db.rpc('finish_import', { batch_id: batchId, cancelled, refused }),
      invalidatesTags: (_answer, _error, { kind }) => TAGS[kind],
    }),

    undoImport: build.mutation<Undone, { kind: ImportKind; batchId: string }>({
      query:
        ({ batchId }) =>
        (db) =>
          db.rpc('undo_import', { batch_id: batchId }),
      invalidatesTags: (answer, _error, { kind }) => (answer?.more ? [] : TAGS[kind]),
    }),
  }),
});

export const { useGetImportsQuery, useUndoImportMutation } = importApi;
export const { getEarlierImport, beginImport, checkRows, importRows, finishImport } = importApi.endpoints;
