import { FileImage, FileSpreadsheet, FileText } from '@paperplane/shared/ui';

/** The picture of a kind of file. */
export function DocumentTile({ type }: { type: string }) {
  const Icon = type.startsWith('image/')
    ? FileImage
    : /csv|excel|sheet/.test(type)
      ? FileSpreadsheet
      : FileText;
  return (
    <span className="pp-tile doc-tile" aria-hidden="true">
      <Icon className="pp-i" />
    </span>
  );
}
