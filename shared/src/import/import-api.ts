import type { contract } from '@paperplane/shared/contract';
import { api, databaseDoor, overrideExisting, rows, type AnswerOf } from '@paperplane/shared/platform';
import type { ImportKind } from './rules/fields';
import type { Mapping } from './rules/mapping';

type Contract = typeof contract;

/** What is known about a file before it is imported. */
export type EarlierImport = AnswerOf<Contract, 'last_import_mapping'>;

/** What becomes of up to 500 rows. */
export type RowsAnswer = AnswerOf<Contract, 'import_rows'>;

/** A row that is there already, and what it is the same as: another row of the file, or a record. */
export type Skip = RowsAnswer['skips'][number];

/** What a row of a sale becomes; `makes`: who is made with it; `customerRow`: the row of this file that makes the customer. */
export type AddedSale = RowsAnswer['adds'][number];

export type Finished = AnswerOf<Contract, 'finish_import'>;
export type Undone = AnswerOf<Contract, 'undo_import'>;

const ask = databaseDoor<Contract>();

const COLUMNS =
  'id, file_name, status, total_rows, added, skipped, failed, removed, created_at, updated_at, by:users!import_batches_created_by_fkey(first_name, last_name)';

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
    getImports: build.query({
      ...rows(
        (kind: ImportKind) => (db) =>
          db
            .from('import_batches')
            .select(COLUMNS)
            .eq('kind', kind)
            .order('created_at', { ascending: false })
            .order('id')
            .limit(20),
      ),
      providesTags: (_rows, _error, kind) => [{ type: TAGS[kind][0], id: 'IMPORTS' }],
    }),

    /** How such columns were read the last time, and whether this file has been imported. */
    getEarlierImport: build.query(
      ask('last_import_mapping', (file: { kind: ImportKind; headers: string[]; fileHash: string }) => file),
    ),

    /** Begins an import, once for each key. */
    beginImport: build.mutation(
      ask(
        'begin_import',
        (input: {
          kind: ImportKind;
          fileName: string;
          fileHash: string;
          headers: string[];
          mapping: Mapping;
          totalRows: number;
          requestKey: string;
        }) => ({ ...input, mapping: { ...input.mapping } }),
      ),
    ),

    /** What the import of these rows would answer, after those that the check saw before; nothing is written. */
    checkRows: build.mutation(
      ask(
        'check_import_rows',
        (input: {
          kind: ImportKind;
          fileHash: string;
          mapping: Mapping;
          rows: Record<string, unknown>[];
          checkId: string | undefined;
          isLast: boolean;
        }) => ({ ...input, mapping: { ...input.mapping } }),
      ),
    ),

    /** At most 500 rows; the same rows a second time are skipped, so a lost answer may be asked for again. */
    importRows: build.mutation(
      ask('import_rows', (input: { batchId: string; rows: Record<string, unknown>[] }) => input),
    ),

    finishImport: build.mutation({
      ...ask(
        'finish_import',
        ({
          batchId,
          cancelled,
          refused,
        }: {
          kind: ImportKind;
          batchId: string;
          cancelled: boolean;
          refused: number;
        }) => ({ batchId, cancelled, refused }),
      ),
      invalidatesTags: (_answer, _error, { kind }) => TAGS[kind],
    }),

    undoImport: build.mutation({
      ...ask('undo_import', ({ batchId }: { kind: ImportKind; batchId: string }) => ({ batchId })),
      invalidatesTags: (answer, _error, { kind }) => (answer?.more ? [] : TAGS[kind]),
    }),
  }),
});

export const { useGetImportsQuery, useUndoImportMutation } = importApi;
export const { getEarlierImport, beginImport, checkRows, importRows, finishImport } = importApi.endpoints;

/** One import as the history shows it. An import whose page was closed stays running. */
export type ImportBatch = (typeof importApi.endpoints.getImports.Types.ResultType)[number];
