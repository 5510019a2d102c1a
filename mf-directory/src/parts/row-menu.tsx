import { Ellipsis, Menu, type MenuItem } from '@paperplane/shared/ui';
import './row-menu.css';

/** What can be done with a row of a list; its cell has the class `directory-rowmenu`. @param name whose row it is */
export function RowMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  return (
    <Menu
      label={`Actions for ${name}`}
      button={<Ellipsis className="pp-i" />}
      buttonClassName="pp-iconbtn pp-iconbtn-sm"
      items={items}
    />
  );
}
