import { render } from '@testing-library/react';
import { store } from './store';
import { hasUnsavedChanges, unsavedElsewhere, useUnsavedChanges } from './unsaved';

function Form({ dirty }: { dirty: boolean }) {
  useUnsavedChanges(dirty);
  return null;
}

// A reload never takes what has been typed (docs/product/platform.md, Update notice)
it('knows of unsaved typing until it is saved or its form is gone', () => {
  const one = render(<Form dirty={false} />);
  const two = render(<Form dirty />);
  expect(hasUnsavedChanges()).toBe(true);
  one.rerender(<Form dirty />);
  two.unmount();
  expect(hasUnsavedChanges()).toBe(true);
  one.rerender(<Form dirty={false} />);
  expect(hasUnsavedChanges()).toBe(false);
});

describe('other tabs', () => {
  /** The browser's locks, as far as tabs use them. */
  const held = new Set<string>();
  const locks = {
    request: async (name: string, _: object, work: () => Promise<void>) => {
      held.add(name);
      await work();
      held.delete(name);
    },
    query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
  };
  const signedIn = (userId: string) =>
    store.dispatch({
      type: 'auth/signedIn',
      payload: { session: { userId, email: '' }, user: { id: userId } },
    });
  const inBrowser = (value: unknown) =>
    Object.defineProperty(navigator, 'locks', { value, configurable: true });

  beforeEach(() => signedIn('nora'));
  afterEach(() => inBrowser(undefined));

  // docs/product/tenancy.md, Sign-in
  // Holds tenancy-11
  it('learn the title of the page with unsaved typing, as long as there is some', async () => {
    inBrowser(locks);
    document.title = 'Create Sale · Paperplane';
    const form = render(<Form dirty />);
    const [name = ''] = held;
    expect(name.split('/').slice(2)).toEqual(['nora', 'Create Sale']);
    expect(await unsavedElsewhere()).toEqual([]);
    form.rerender(<Form dirty={false} />);
    await Promise.resolve();
    expect(held.size).toBe(0);
  });

  it('are named by their title, but only those of the same person', async () => {
    inBrowser(locks);
    for (const name of ['x/nora/Sale A/B', 'y/eve/Customer']) held.add(`paperplane.unsaved/${name}`);
    held.add('lock:of-auth');
    expect(await unsavedElsewhere()).toEqual(['Sale A/B']);
    held.clear();
  });

  it('are not known where the browser has no locks', async () => {
    render(<Form dirty />);
    expect(await unsavedElsewhere()).toEqual([]);
  });
});
