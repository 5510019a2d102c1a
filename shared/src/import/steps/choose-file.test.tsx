import { screen } from '@testing-library/react';
import { renderSignedIn } from '../../testing';
import { presetOf } from '../presets/presets';
import type { ImportKind } from '../rules/fields';
import { ChooseFile } from './choose-file';

/** docs/product/imports.md, Moving in: said before a file is chosen. */
const show = (kind: ImportKind, from: string | null) =>
  renderSignedIn(<ChooseFile busy={false} kind={kind} from={presetOf(kind, from)} onFile={jest.fn()} />);

// Holds imports-40
it('says where the program gives the file and what stays behind', () => {
  show('sales', 'tern');
  expect(screen.getByText('Sales from Tern')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(
    /In Tern open Commission, then Bookings and Export. .* What stays behind: proposals, chat, passports/,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Invite the team first');
});

it.each([null, 'spreadsheet', 'constructor', 'travefy'])('says nothing of %s for vendors', (from) => {
  show('vendors', from);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByLabelText('CSV file')).toBeEnabled();
});
