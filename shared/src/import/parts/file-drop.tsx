import type { ReactNode } from 'react';
import { Spinner, Upload } from '../../ui';
import './parts.css';

interface FileDropProps {
  /** Names the control: "CSV file". */
  label: string;
  title: string;
  hint: ReactNode;
  /** As an input's: `.csv,text/csv`. */
  accept: string;
  busy: boolean;
  onFile: (file: File) => void;
}

/** Takes a file, chosen or dropped: the browser's own control lies over all of it. */
export function FileDrop({ label, title, hint, accept, busy, onFile }: FileDropProps) {
  return (
    <label className="import-drop">
      <span className="pp-tile pp-tile-lg" aria-hidden="true">
        {busy ? <Spinner size="sm" label="Reading" /> : <Upload className="pp-i" />}
      </span>
      <span>
        <b>{busy ? 'Reading the file' : title}</b>
        <small>{hint}</small>
      </span>
      <input
        type="file"
        name="file"
        accept={accept}
        aria-label={label}
        disabled={busy}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file chosen again is a choice, too.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
