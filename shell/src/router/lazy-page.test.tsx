import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { lazyPage } from './lazy-page';

const page = { default: () => <h1>Here</h1> };

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message ? <p>{this.state.message}</p> : this.props.children;
  }
}

describe('lazyPage', () => {
  it('shows the page when it has arrived, and at once the next time', async () => {
    let loads = 0;
    const Page = lazyPage(() => {
      loads += 1;
      return Promise.resolve(page);
    });
    const { unmount } = render(<Page />);
    expect(await screen.findByRole('heading')).toHaveTextContent('Here');
    unmount();
    render(<Page />);
    expect(screen.getByRole('heading')).toBeVisible();
    expect(loads).toBe(1);
  });

  it('shows a page whose download began before', async () => {
    let arrive: (value: typeof page) => void = () => undefined;
    const Page = lazyPage(() => new Promise((resolve) => (arrive = resolve)));
    Page.preload();
    render(<Page />);
    await act(async () => arrive(page));
    expect(screen.getByRole('heading')).toBeVisible();
  });

  it('hands a failed download to the boundary and tries again at the next visit', async () => {
    const answers = [() => Promise.reject(new Error('chunk lost')), () => Promise.resolve(page)];
    const Page = lazyPage(() => (answers.shift() as () => Promise<typeof page>)());
    const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { unmount } = render(
      <Boundary>
        <Page />
      </Boundary>,
    );
    expect(await screen.findByText('chunk lost')).toBeVisible();
    unmount();
    silent.mockRestore();
    render(<Page />);
    expect(await screen.findByRole('heading')).toBeVisible();
  });
});
