import { ByPointer, Card } from '../../ui';
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
    </Card>
  );
}
