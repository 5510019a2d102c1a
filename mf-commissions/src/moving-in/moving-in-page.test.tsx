import { PRESETS } from '@paperplane/shared/import';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderSignedIn } from '@paperplane/shared/testing';
import MovingInPage from './moving-in-page';

/** docs/product/imports.md, Moving in. */
const row = (name: string) =>
  within(screen.getByRole('table', { name: 'Presets' }))
    .getAllByRole('row')
    .find((each) => each.textContent?.startsWith(name))!;

// Holds imports-38
it('says of every program what comes along and what stays behind, before anything is chosen', () => {
  renderSignedIn(<MovingInPage />);
  for (const { name, takes, behind } of PRESETS) {
    expect(row(name)).toHaveTextContent(takes);
    expect(row(name)).toHaveTextContent(behind);
  }
});

// Holds imports-39
it('leads to the imports of what a program keeps, and to no other', () => {
  renderSignedIn(<MovingInPage />);
  const ways = (name: string) => {
    fireEvent.click(within(row(name)).getByRole('button', { name: `Import from ${name}` }));
    return screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'));
  };
  expect(ways('TESS')).toEqual(['/customers/import?from=tess', '/sales/import?from=tess']);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(ways('Tern')).toEqual([
    '/vendors/import?from=tern',
    '/customers/import?from=tern',
    '/sales/import?from=tern',
  ]);
});
