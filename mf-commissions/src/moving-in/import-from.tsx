import type { Preset } from '@paperplane/shared/import';
import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, Menu, Upload } from '@paperplane/shared/ui';

/** Vendors first: who sells and who travels is found by name when sales come in. */
const IMPORTS = [
  ['vendors', 'Vendors', paths.vendorsImport],
  ['customers', 'Customers', paths.customersImport],
  ['sales', 'Sales with their commissions', paths.salesImport],
] as const;

/** The way to the import of what a program keeps; a menu where that is several kinds of file. */
export function ImportFrom({ preset }: { preset: Preset }) {
  return (
    <Menu
      label={`Import from ${preset.name}`}
      buttonClassName={buttonClass('outline', { size: 'sm' })}
      button={
        <>
          <Upload className="pp-i pp-i-14" />
          <span>Import</span>
        </>
      }
      items={IMPORTS.filter(([kind]) => preset.files[kind]).map(([kind, label, path]) => ({
        key: kind,
        label,
        to: path.href({ from: preset.id }),
        link: Link,
      }))}
    />
  );
}
