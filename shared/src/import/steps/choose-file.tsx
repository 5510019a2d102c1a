import { Card, Spinner, Upload } from '../../ui';

/** Takes a file, chosen or dropped: the browser's own control lies over all of it. */
export function ChooseFile(props: { busy: boolean; noun: string; onFile: (file: File) => void }) {
  const { busy, noun, onFile } = props;
  return (
    <Card title="Choose a CSV file">
      <label className="import-drop">
        <span className="pp-tile pp-tile-lg" aria-hidden="true">
          {busy ? <Spinner size="sm" label="Reading" /> : <Upload className="pp-i" />}
        </span>
        <span>
          <b>{busy ? 'Reading the file' : 'Drop a file here, or choose one'}</b>
          <small>CSV with a line of column names, one {noun} a row, at most 50,000 rows.</small>
        </span>
        <input
          type="file"
          name="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="CSV file"
          disabled={busy}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file chosen again is a choice, too.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
      </label>
      <p className="import-note">
        In Excel or Google Sheets choose “Save as” or “Download” and CSV. Nothing is imported before you have
        seen it.
      </p>
    </Card>
  );
}
