import { renderAt } from '@paperplane/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { RemoteFailure } from './failure';
import { RemotePage } from './remote-page';
import { remoteLoader } from './remote-loader';

const Sales = () => <h1>Sales list</h1>;

const load = jest.spyOn(remoteLoader, 'load');
const reset = jest.spyOn(remoteLoader, 'reset');
jest.spyOn(remoteLoader, 'loaded').mockReturnValue(undefined);

beforeEach(() => {
  load.mockReset();
  reset.mockReset().mockResolvedValue();
});

const show = () => renderAt(<RemotePage remote="mf_sales" page="list" />, '/sales');

it('shows the page inside the class its styles are scoped to', async () => {
  load.mockResolvedValue(Sales);
  show();
  const heading = await screen.findByRole('heading', { name: 'Sales list' });
  expect(heading.parentElement).toHaveClass('mf_sales');
});

it('shows a skeleton only when the code takes its time', async () => {
  jest.useFakeTimers();
  let arrive: (page: ComponentType) => void = () => undefined;
  load.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  show();
  act(() => jest.advanceTimersByTime(140));
  expect(screen.queryByRole('status')).toBeNull();
  act(() => jest.advanceTimersByTime(20));
  expect(screen.getByRole('status')).toHaveTextContent('Loading page');
  jest.useRealTimers();
  await act(async () => arrive(Sales));
  expect(await screen.findByRole('heading', { name: 'Sales list' })).toBeVisible();
});

it('says what did not load and why, and tries again in the same page', async () => {
  load.mockRejectedValueOnce(new RemoteFailure('manifest', 'answered 500', 500)).mockResolvedValue(Sales);
  show();
  expect(await screen.findByRole('heading', { name: 'Sales could not be loaded' })).toBeVisible();
  expect(
    screen.getByText(/Server error. Please try again later. Everything else keeps working/),
  ).toBeVisible();
  expect(screen.getByText(/mf_sales: manifest: answered 500/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Sales list' })).toBeVisible();
  expect(reset).toHaveBeenCalledWith('mf_sales');
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

it('offers to reload when only that can help', async () => {
  load.mockRejectedValue(new RemoteFailure('page', 'no answer in time', 0, true));
  show();
  expect(await screen.findByRole('button', { name: 'Reload page' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('catches a page that breaks while it is shown, and shows it again once it works', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  load.mockResolvedValue(() => {
    if (broken) throw new Error('no such sale');
    return <h1>Mended</h1>;
  });
  show();
  expect(await screen.findByRole('heading', { name: 'Sales could not be loaded' })).toBeVisible();
  expect(screen.getByText(/render: no such sale/)).toBeVisible();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Mended' })).toBeVisible());
  quiet.mockRestore();
});
