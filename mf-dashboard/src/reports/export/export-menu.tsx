import { Download, FileSpreadsheet, FileText, Menu } from '@paperplane/shared/ui';
import { ExportProgress } from './export-progress';
import { useFileExport, type FileTable } from './use-file-export';

/** A table that can be saved. */
export interface ExportOffer {
  key: string;
  /** "Table": what the file holds; nothing where there is one table only. */
  words?: string;
  /** Above its entries. */
  heading?: string;
  /** Undefined while it is on its way. */
  table: () => FileTable | undefined;
}

interface ExportMenuProps {
  offers: readonly ExportOffer[];
  /** How many rows there are, as figures count them: corrections as less. Null where nobody knows before they are there. */
  count: number | null;
  /** Why nothing can be saved yet. */
  refusal?: string | null;
}

const KINDS = [
  { kind: 'xlsx', words: 'Excel', Icon: FileSpreadsheet },
  { kind: 'csv', words: 'CSV', Icon: FileText },
] as const;

/** Saves one of some tables, as a workbook or as CSV, and says how far it is. */
export function ExportMenu({ offers, count, refusal = null }: ExportMenuProps) {
  const file = useFileExport();
  return (
    <>
      <Menu
        label="Export"
        buttonClassName="pp-btn pp-btn-outline"
        button={
          <>
            <Download className="pp-i" />
            <span>Export</span>
          </>
        }
        items={offers.flatMap(({ key, words, heading, table }) =>
          KINDS.map(({ kind, words: format, Icon }, index) => ({
            key: `${key}-${kind}`,
            label: words ? `${words} as ${format}` : format,
            icon: <Icon className="pp-i" />,
            refusal,
            ...(heading && index === 0 && { heading }),
            onSelect: () => {
              const made = table();
              if (made) file.run(made, kind);
            },
          })),
        )}
      />
      {file.done !== null && (
        <ExportProgress done={file.done} count={Math.max(count ?? 0, file.done)} onCancel={file.cancel} />
      )}
    </>
  );
}
