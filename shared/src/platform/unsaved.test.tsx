import { render } from '@testing-library/react';
import { hasUnsavedChanges, useUnsavedChanges } from './unsaved';

function Form({ dirty }: { dirty: boolean }) {
  useUnsavedChanges(dirty);
  return null;
}

// A reload never takes what has been typed (docs/product.md, Update notice)
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
