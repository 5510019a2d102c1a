import type { FilterPickerProps } from './filter-picker-props';
import { FilterPopover } from './filter-popover';

export type { FilterOptions, FilterPickerProps } from './filter-picker-props';

const load = () => import(/* webpackChunkName: "lazy-choice" */ './filter-choice');

/** A filter by one of many, found by typing. */
export function FilterPicker<Item>(props: FilterPickerProps<Item>) {
  const { label, icon, selected, selectedText, onClear } = props;
  return (
    <FilterPopover
      label={label}
      icon={icon}
      value={selected && (selectedText ?? '…')}
      onClear={onClear}
      className="pp-filter-picker"
      load={load}
    >
      {({ FilterChoice }, close) => <FilterChoice {...props} close={close} />}
    </FilterPopover>
  );
}
