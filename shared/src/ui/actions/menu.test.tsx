import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from './menu';
import { nextIndex } from './roving';
import { TestLink } from '../base/test-link';

const setup = () => {
  const [cancel, signOut] = [jest.fn(), jest.fn()];
  render(
    <Menu
      label="More actions"
      button="…"
      items={[
        { key: 'profile', label: 'Your Profile', to: '/profile', link: TestLink },
        { key: 'cancel', label: 'Cancel sale', onSelect: cancel, refusal: 'Cancellation is final.' },
        { key: 'out', label: 'Sign out', onSelect: signOut, separated: true },
      ]}
    />,
  );
  return { cancel, signOut, button: screen.getByRole('button', { name: 'More actions' }) };
};

it('opens, moves and chooses by keyboard, and gives the focus back', async () => {
  const { signOut, button } = setup();
  button.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('menu', { name: 'More actions' })).toBeInTheDocument();
  expect(screen.getByRole('menuitem', { name: 'Your Profile' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getByRole('menuitem', { name: 'Sign out' })).toHaveFocus();
  await userEvent.keyboard('y');
  expect(screen.getByRole('menuitem', { name: 'Your Profile' })).toHaveFocus();
  await userEvent.keyboard('{End}{Enter}');
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

it('keeps a refused action reachable, says why, and does nothing', async () => {
  const { cancel, button } = setup();
  await userEvent.click(button);
  const item = screen.getByRole('menuitem', { name: /Cancel sale/ });
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toHaveTextContent('Cancellation is final.');
  await userEvent.click(item);
  expect(cancel).not.toHaveBeenCalled();
  expect(screen.getByRole('menu')).toBeInTheDocument();
});

it('closes on Esc, on a click elsewhere and on leaving it', async () => {
  const { button } = setup();
  await userEvent.click(button);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  await userEvent.click(button);
  await userEvent.click(document.body);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await userEvent.click(button);
  await userEvent.tab();
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

it('offers choices under words of their own, and stays open over them', async () => {
  const choose = jest.fn();
  render(
    <Menu
      label="Nora Quist"
      button="Nora Quist"
      items={[
        { key: 'out', label: 'Sign out', onSelect: jest.fn() },
        { key: 'light', label: 'Light', checked: true, heading: 'Theme', onSelect: jest.fn() },
        { key: 'dark', label: 'Dark', checked: false, onSelect: choose },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Nora Quist' }));
  expect(screen.getByText('Theme')).toBeInTheDocument();
  expect(screen.getByRole('menuitemradio', { name: 'Light' })).toBeChecked();
  await userEvent.keyboard('d');
  expect(screen.getByRole('menuitemradio', { name: 'Dark' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(choose).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('menuitemradio', { name: 'Dark' })).toHaveFocus();
});

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['b', 0, 1],
  ['B', 1, 2],
  ['z', 0, null],
  [' ', 0, null],
  ['Enter', 0, null],
])('on %s at %p the focus goes to %p', (key, at, index) => {
  expect(nextIndex(key, at, ['Alpha', 'Beta', 'Beta two'])).toBe(index);
});

it('goes nowhere in an empty list', () => {
  expect(nextIndex('ArrowDown', -1, [])).toBeNull();
});
