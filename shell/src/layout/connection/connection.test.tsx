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

const renderBar = (store = createStore()) =>
  render(
    <Provider store={store}>
      <ConnectionBar />
    </Provider>,
  );

// docs/product/platform.md, Offline
describe('the bar', () => {
  // Holds platform-38
  it('says that the network is gone, and that it is back for five seconds', async () => {
    renderBar();
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

  it('follows a line that comes and goes', async () => {
    renderBar();
    line('offline');
    line('online');
    line('offline');
    await later(50);
    expect(screen.getByRole('status')).toHaveTextContent('You’re offline.');
  });
});

// docs/product/platform.md, Reading offline
// Holds platform-48
it('says of when the oldest of what is shown is, with the day where that is not today', async () => {
  jest.setSystemTime(new Date(2026, 10, 26, 10, 42));
  const endpoints = api.injectEndpoints({
    endpoints: (build) => ({ shown: build.query<string, string>({ queryFn: (name) => ({ data: name }) }) }),
  });
  const Page = ({ names }: { names: string[] }) => names.map((name) => <Shown key={name} name={name} />);
  function Shown({ name }: { name: string }) {
    return <p>{endpoints.useShownQuery(name).data}</p>;
  }
  const store = createStore();
  const page = (...names: string[]) => (
    <Provider store={store}>
      <ConnectionBar />
      <Page names={names} />
    </Provider>
  );
  const { rerender } = render(page('first'));
  await later(1000);
  jest.setSystemTime(new Date(2026, 10, 26, 14, 5));
  rerender(page('first', 'second'));
  await later(1000);
  line('offline');
  await later(50);
  expect(screen.getByRole('status')).toHaveTextContent(
    'As of 10:42 AM, offline. Nothing is saved until you are back.',
  );
  // Another page: what is not on it says nothing.
  rerender(page('second'));
  await later(1000);
  expect(screen.getByRole('status')).toHaveTextContent('As of 2:05 PM, offline.');
  jest.setSystemTime(new Date(2026, 10, 27, 8, 0));
  line('online');
  line('offline');
  expect(screen.getByRole('status')).toHaveTextContent('As of Nov 26, 2:05 PM, offline.');
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
