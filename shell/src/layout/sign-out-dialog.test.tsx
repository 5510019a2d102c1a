import { render, screen } from '@testing-library/react';
import { SignOutDialog } from './sign-out-dialog';

const show = (here: boolean, elsewhere: string[]) => {
  render(
    <SignOutDialog
      here={here}
      elsewhere={elsewhere}
      onSignOut={() => Promise.resolve()}
      onStay={() => undefined}
    />,
  );
  return screen.getByRole('alertdialog', { name: 'Sign out without saving?' });
};

// docs/product/tenancy.md, Sign-in
test('says what would be lost on this page', () => {
  expect(show(true, [])).toHaveTextContent(
    'What you typed on this page is not saved. Signing out deletes it,',
  );
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test('lists what would be lost in other tabs', () => {
  show(true, ['Create Sale', 'Edit Customer']);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'What you typed on this page',
    'Create Sale, in another tab',
    'Edit Customer, in another tab',
  ]);
});
