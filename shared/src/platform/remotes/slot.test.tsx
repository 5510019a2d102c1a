import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { CONTRACT, type RemoteManifest, type RemoteSlot } from '../contract';
import { createStore } from '../store';
import { registryRead } from './manifests-slice';
import { CardProvider, Slot, type CardView } from './slot';

const slot = (change: Partial<RemoteSlot>): RemoteSlot => ({
  slot: 'record',
  place: 'main',
  types: ['sale', 'customer'],
  card: 'talk',
  title: 'Talk',
  access: 'user',
  order: 10,
  ...change,
});

const remote = (name: `mf_${string}`, slots?: RemoteSlot[]): RemoteManifest => ({
  name,
  version: '1',
  contract: CONTRACT,
  routes: [],
  ...(slots && { slots }),
});

const View: CardView = ({ remote: name, card, title, record }) => (
  <p>{[name, card, title, record.type, record.id].join(' ')}</p>
);

function show(view: CardView | null) {
  const store = createStore();
  render(
    <Provider store={store}>
      <CardProvider value={view}>
        <Slot name="record" place="main" type="sale" id="17" />
      </CardProvider>
    </Provider>,
  );
  return store;
}

const shown = () => screen.queryAllByText(/^mf_/).map(({ textContent }) => textContent);

it('shows what the manifests ask for in this place, in their order, once they are known', () => {
  const store = show(View);
  expect(shown()).toEqual([]);
  act(() => {
    store.dispatch(
      registryRead([
        remote('mf_old'),
        remote('mf_b', [slot({ card: 'last', order: 30 }), slot({ card: 'beside', place: 'side' })]),
        remote('mf_a', [slot({}), slot({ card: 'vendors', types: ['vendor'] })]),
      ]),
    );
  });
  expect(shown()).toEqual(['mf_a talk Talk sale 17', 'mf_b last Talk sale 17']);
});

it('leaves out what is for admins, where nobody is known to be one', () => {
  const store = show(View);
  act(() => {
    store.dispatch(registryRead([remote('mf_a', [slot({ access: 'admin' })])]));
  });
  expect(shown()).toEqual([]);
});

it('is nothing where nothing shows cards', () => {
  const store = show(null);
  act(() => {
    store.dispatch(registryRead([remote('mf_a', [slot({})])]));
  });
  expect(shown()).toEqual([]);
});
