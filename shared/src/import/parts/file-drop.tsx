import { useState, type ReactNode } from 'react';
import { plural } from '../../domain';
import { cx, Spinner, Upload } from '../../ui';
import './parts.css';

interface FileDropProps {
  /** Names the control: "CSV file". */
  label: string;
  title: ReactNode;
  hint: ReactNode;
  /** As an input's: `.csv,text/csv`. */
  accept: string;
  busy: boolean;
  /** Several may be chosen at once. */
  multiple?: boolean;
  /** At least one. */
  onFiles: (files: readonly File[]) => void;
}

/** Takes a file, chosen or dropped: the browser's own control lies over all of it. */
export function FileDrop({ label, title, hint, accept, busy, multiple, onFiles }: FileDropProps) {
  /** Files that are held above it. */
  const [held, setHeld] = useState(0);
  return (
    <label className={cx('import-drop', held > 0 && 'is-over')}>
      <span className="pp-tile pp-tile-lg" aria-hidden="true">
        {busy ? <Spinner size="sm" label="Reading" /> : <Upload className="pp-i" />}
      </span>
      <span>
        <b>{busy ? 'Reading the file' : held > 0 ? `Let go to read ${plural(held, 'file')}` : title}</b>
        <small>{hint}</small>
      </span>
      <input
        type="file"
        name="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        disabled={busy}
        onDragEnter={({ dataTransfer }) => setHeld(dataTransfer.items.length)}
        onDragLeave={() => setHeld(0)}
        onDrop={() => setHeld(0)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file chosen again is a choice, too.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
