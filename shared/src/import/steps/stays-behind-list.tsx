import type { OpenedFile } from '../engine/found';
import { staysBehind } from '../presets/stays-behind';
import type { ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';

interface StaysBehindListProps {
  kind: ImportKind;
  file: OpenedFile;
  mapping: Mapping;
}

/** Which columns of the file do not come along, and why: before anything is checked. */
export function StaysBehindList({ kind, file, mapping }: StaysBehindListProps) {
  const groups = staysBehind(kind, file, mapping);
  if (groups.length === 0)
    return <p className="import-note">Every column with something in it comes along.</p>;
  return (
    <section>
      <h3>Stays behind</h3>
      <ul className="import-behind" aria-label="Stays behind">
        {groups.map(({ why, headers }) => (
          <li key={why}>
            <b>{headers.join(', ')}</b>
            <small>{why}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
