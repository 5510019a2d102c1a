import type { RecordRef } from '@paperplane/shared/platform';
import { renderAt } from '@paperplane/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { RemoteFailure } from './failure';
import { RemoteCard } from './remote-card';
import { remoteLoader } from './remote-loader';

const Talk = ({ type, id }: Partial<RecordRef>) => <h2>{`Talk of ${type} ${id}`}</h2>;

const load = jest.spyOn(remoteLoader, 'load');
const startOver = jest.spyOn(remoteLoader, 'startOver');
jest.spyOn(remoteLoader, 'loaded').mockReturnValue(undefined);

beforeEach(() => {
  load.mockReset();
  startOver.mockReset().mockResolvedValue();
});

const show = () =>
  renderAt(
    <>
      <h1>Sale 17</h1>
      <RemoteCard
        remote="mf_directory"
        card="talk"
        title="Conversation"
        record={{ type: 'sale', id: '17' }}
      />
    </>,
    '/sales/17',
  );

const aroundIt = () => expect(screen.getByRole('heading', { name: 'Sale 17' })).toBeVisible();

it('shows the card for its record, inside the class its styles are scoped to', async () => {
  load.mockResolvedValue(Talk);
  show();
  const heading = await screen.findByRole('heading', { name: 'Talk of sale 17' });
  expect(heading.closest('.pp-slot')).toHaveClass('mf_directory');
  expect(load).toHaveBeenCalledWith('mf_directory', 'card:talk');
});

it('keeps the place of a slow card under its title, and the page is there', async () => {
  let arrive: (card: ComponentType) => void = () => undefined;
  load.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  show();
  aroundIt();
  expect(screen.getByRole('region', { name: 'Conversation' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Loading conversation');
  await act(async () => arrive(Talk));
  expect(screen.getByRole('heading', { name: 'Talk of sale 17' })).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});

it('says in its place what did not load and why, and tries again there', async () => {
  load.mockRejectedValueOnce(new RemoteFailure('entry', 'answered 404', 404)).mockResolvedValue(Talk);
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Conversation could not be loaded.*Server error.*mf_directory: entry: answered 404/,
  );
  aroundIt();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Talk of sale 17' })).toBeVisible();
  expect(startOver).toHaveBeenCalledWith('mf_directory', 'card:talk');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('tries again by itself when the network comes back', async () => {
  load.mockRejectedValueOnce(new RemoteFailure('entry', 'network')).mockResolvedValue(Talk);
  show();
  await screen.findByRole('alert');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('heading', { name: 'Talk of sale 17' })).toBeVisible();
});

it('offers to reload when only that can help', async () => {
  load.mockRejectedValue(new RemoteFailure('page', 'no answer in time', 0, true));
  show();
  expect(await screen.findByRole('button', { name: 'Reload page' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('breaks alone while it is shown, and is there again once it works', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  load.mockResolvedValue(() => {
    if (broken) throw new Error('no such word');
    return <h2>Mended</h2>;
  });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent(/render: no such word/);
  aroundIt();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Mended' })).toBeVisible());
  quiet.mockRestore();
});
