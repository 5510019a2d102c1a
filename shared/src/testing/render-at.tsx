import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';

/** Renders what holds links, as if the browser stood at an address. @returns Testing Library's result */
export function renderAt(element: ReactElement, address = '/') {
  return render(element, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
}
