import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { api, createStore } from '@paperplane/shared/platform';
import { ConnectionBar } from './connection-bar';
import { useRetryFailed } from './use-retry-failed';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const line = (goes: 'online' | 'offline') =>
  act(() => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(goes === 'online');
    window.dispatchEvent(new Event(goes));
  });
const later = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

// docs/product/platform.md, Offline
describe('the bar', () => {
  it('says that the network is gone, and that it is back for five seconds', async () => {
    render(<ConnectionBar />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    line('offline');
    expect(screen.getByRole('status')).toHaveTextContent('You’re offline.');
    await later(60_000);
    expect(screen.getByRole('status')).toHaveTextContent('You’re offline.');
    line('online');
    expect(screen.getByRole('status')).toHaveTextContent('You’re back online.');
    await later(5000);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('follows a line that comes and goes', () => {
    render(<ConnectionBar />);
    line('offline');
    line('online');
    line('offline');
    expect(screen.getByRole('status')).toHaveTextContent('You’re offline.');
  });
});

describe('what failed', () => {
  const NETWORK = { type: 'NETWORK', userMessage: 'x', message: 'x', context: 'x' } as const;
  const REFUSED = { ...NETWORK, type: 'PERMISSION' } as const;
  const asked: string[] = [];
  const answers: Record<string, 'lost' | 'refused' | 'there'> = { lost: 'lost', refused: 'refused' };
  const { useAskQuery } = api.injectEndpoints({
    endpoints: (build) => ({
      ask: build.query<string, string>({
        queryFn: (name) => {
          asked.push(name);
          if (answers[name] === 'there') return { data: 'the answer' };
          return { error: answers[name] === 'lost' ? NETWORK : REFUSED };
        },
      }),
    }),
  });
  function Page() {
    useRetryFailed();
    const { data } = useAskQuery('lost');
    useAskQuery('refused');
    return <p>{data ?? 'nothing yet'}</p>;
  }

  it('is asked for again by itself; a refusal is an answer', async () => {
    render(
      <Provider store={createStore()}>
        <Page />
      </Provider>,
    );
    await later(10_500);
    expect(asked).toEqual(['lost', 'refused', 'lost']);
    // Without a network there is nobody to ask.
    line('offline');
    await later(30_000);
    expect(asked).toHaveLength(3);
    // Back: everything shown is read anew, and what fails still is tried again.
    line('online');
    await later(100);
    expect(asked.slice(3).sort()).toEqual(['lost', 'refused']);
    answers['lost'] = 'there';
    await later(10_500);
    expect(screen.getByText('the answer')).toBeVisible();
    await later(30_000);
    expect(asked).toHaveLength(6);
  });
});
