import { FilterPicker, type FilterOptions } from './filter-picker';
import { Building2 } from '../base/icons';
import { VendorLogo } from '../pictures/vendor-logo';

interface Vendor {
  id: string;
  name: string;
  logoUrl: string | null;
}

export interface VendorFilterProps {
  /** Id in the address; `null` for no filter. */
  selected: string | null;
  /** Its name, once it is known. */
  name: string | null;
  /** platform's `useVendorOptions`. */
  useOptions: (search: string) => FilterOptions<Vendor>;
  /** An id, or `''` for all vendors. */
  onChange: (id: string) => void;
}

/** A list's filter by vendor. */
export function VendorFilter({ selected, name, useOptions, onChange }: VendorFilterProps) {
  return (
    <FilterPicker<Vendor>
      label="Vendor"
      icon={<Building2 className="pp-i" />}
      selected={selected}
      selectedText={name}
      useOptions={useOptions}
      itemKey={({ id }) => id}
      itemText={(vendor) => vendor.name}
      renderItem={(vendor) => (
        <>
          <VendorLogo vendor={vendor} size="sm" />
          <span className="pp-grow pp-trunc">{vendor.name}</span>
        </>
      )}
      searchLabel="Search vendors"
      finds="Vendor name"
      emptyText="No vendor found"
      onSelect={({ id }) => onChange(id)}
      onClear={() => onChange('')}
    />
  );
}
