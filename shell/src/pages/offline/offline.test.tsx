import { act, render, screen } from '@testing-library/react';
import { renderAt, renderInApp } from '@paperplane/shared/testing';
import { RemoteFailure } from '../../remotes/failure';
import { RemoteUnavailable } from '../../remotes/remote-unavailable';
import { StartFailurePage } from '../start-failure/start-failure-page';
import OfflinePage from './offline-page';

const goOffline = () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
afterEach(() => jest.restoreAllMocks());

const network = new RemoteFailure('manifest', 'Failed to fetch');
const showFailure = (failure: RemoteFailure) =>
  renderInApp(<RemoteUnavailable remote="mf_sales" failure={failure} onRetry={() => undefined} />, '/sales');

// docs/product/platform.md, Offline
it('is a page of its own', () => {
  renderAt(<OfflinePage />, '/offline');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You’re offline');
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

it('stands in the frame where a page was never opened before', () => {
  goOffline();
  showFailure(network);
  expect(screen.getByRole('main')).toHaveTextContent('You’re offline');
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

it('does not hide what is broken for another reason, or while there is a network', () => {
  showFailure(network);
  expect(screen.getByRole('heading')).toHaveTextContent('Sales could not be loaded');
  goOffline();
  showFailure(new RemoteFailure('contract', 'too new'));
  expect(screen.queryByText('You’re offline')).toBeNull();
});

it('goes by itself when the network is back', () => {
  goOffline();
  const retry = jest.fn();
  renderInApp(<RemoteUnavailable remote="mf_sales" failure={network} onRetry={retry} />, '/sales');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(retry).toHaveBeenCalledTimes(1);
});

it('says so when the app cannot even start', () => {
  goOffline();
  render(
    <StartFailurePage
      problem={{
        kind: 'network',
        error: { type: 'NETWORK', message: 'x', context: 'x', userMessage: 'Network connection issue.' },
      }}
      onRetry={() => undefined}
    />,
  );
  expect(screen.getByRole('heading')).toHaveTextContent('You’re offline');
});
