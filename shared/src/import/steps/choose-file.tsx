import { saveFile } from '@paperplane/shared/platform';
import { Button, ByPointer, Card, Download } from '../../ui';
import { exampleOfSales } from '../example-sales';
import { FileDrop } from '../parts/file-drop';

/** Takes a CSV file. */
export function ChooseFile(props: { busy: boolean; noun: string; onFile: (file: File) => void }) {
  const { busy, noun, onFile } = props;
  return (
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
        In Excel or Google Sheets choose “Save as” or “Download” and CSV. Nothing is imported before you have
        seen it.
      </p>
      {noun === 'sale' && (
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
  );
}
