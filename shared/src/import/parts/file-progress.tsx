import { formatCount } from '../../domain';
import './parts.css';

interface FileProgressProps {
  /** Names the bar: "Import". */
  label: string;
  /** Of the file. */
  name: string;
  done: number;
  total: number;
  /** What is counted, in the plural: "rows". */
  nouns: string;
  /** What has come of it so far, said aloud. */
  status: string;
}

/** How far the work on a file is. */
export function FileProgress({ label, name, done, total, nouns, status }: FileProgressProps) {
  return (
    <div className="import-progress">
      <p>
        <b>{name}</b>
        <span>
          {formatCount(done)} of {formatCount(total)} {nouns}
        </span>
      </p>
      <progress aria-label={label} max={total} value={done} />
      <p role="status">{status}</p>
    </div>
  );
}
