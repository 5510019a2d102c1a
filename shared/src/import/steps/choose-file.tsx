import { saveFile } from '@paperplane/shared/platform';
import { Button, ByPointer, Card, Download, InlineBanner } from '../../ui';
import { exampleOfSales } from '../example-sales';
import { KINDS } from '../import-texts';
import { FileDrop } from '../parts/file-drop';
import type { Preset } from '../presets/preset';
import type { ImportKind } from '../rules/fields';

interface ChooseFileProps {
  busy: boolean;
  kind: ImportKind;
  /** The program that the file comes from. */
  from: Preset | null;
  onFile: (file: File) => void;
}

/** What comes from a program, and what does not, before a file is chosen. */
function FromProgram({ kind, from }: { kind: ImportKind; from: Preset }) {
  const { name, behind, files } = from;
  return (
    <InlineBanner title={`${KINDS[kind].back.label} from ${name}`}>
      {[
        files[kind]?.how,
        'Its columns are mapped already.',
        `What stays behind: ${behind.charAt(0).toLowerCase()}${behind.slice(1)}.`,
        kind === 'sales' && 'Invite the team first: sales are given to members by name.',
      ]
        .filter(Boolean)
        .join(' ')}
    </InlineBanner>
  );
}

/** Takes a CSV file. */
export function ChooseFile({ busy, kind, from, onFile }: ChooseFileProps) {
  const { noun } = KINDS[kind];
  return (
    <>
      {from && from.id !== 'spreadsheet' && <FromProgram kind={kind} from={from} />}
      <Card title="Choose a CSV file">
        <FileDrop
          label="CSV file"
          title={<ByPointer mouse="Drop a file here, or choose one" touch="Choose a file" />}
          hint={`CSV with a line of column names, one ${noun} a row, at most 50,000 rows.`}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          busy={busy}
          onFiles={([file]) => file && onFile(file)}
        />
        <p className="import-note">
          In Excel or Google Sheets choose “Save as” or “Download” and CSV. Nothing is imported before you
          have seen it.
        </p>
        {kind === 'sales' && (
          <>
            <p className="import-note">
              A sale with lines has a row for each of them: its reference and vendor in every row, and columns
              for what the line is and its amount.
            </p>
            <Button
              variant="outline"
              size="sm"
              icon={<Download className="pp-i" />}
              onClick={() => saveFile('sales-example.csv', 'text/csv;charset=utf-8', exampleOfSales())}
            >
              Download an example
            </Button>
          </>
        )}
      </Card>
    </>
  );
}
