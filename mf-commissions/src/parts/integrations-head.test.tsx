import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { contract } from './contract';
import { IntegrationsHead } from './integrations-head';

/** docs/product/integrations.md, Webhooks. */
const asked: string[] = [];
const failing = (count: number) => {
  asked.length = 0;
  pretendDatabase(contract, (name) => {
    asked.push(name);
    return count;
  });
};

// Holds integrations-92
it('says at the tab how many endpoints fail, on pages that know nothing of them', async () => {
  failing(1);
  renderSignedIn(<IntegrationsHead current="moving-in" />);
  expect(await screen.findByRole('link', { name: 'Webhooks 1 failing' })).toBeVisible();
});

it('says nothing where none fails', async () => {
  failing(0);
  renderSignedIn(<IntegrationsHead current="keys" />);
  await waitFor(() => expect(asked).toEqual(['count_failing_webhooks']));
  expect(screen.getByRole('link', { name: 'Webhooks' })).toBeVisible();
});

it('takes it from the page of webhooks itself, which asks no second time', async () => {
  failing(9);
  renderSignedIn(<IntegrationsHead current="webhooks" failing={2} />);
  expect(screen.getByRole('link', { name: 'Webhooks 2 failing' })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual([]);
});
