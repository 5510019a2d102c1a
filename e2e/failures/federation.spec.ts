/**
 * Only a browser runs remotes beside one shell: one React for all, failures that stay in their place, and a shell that looks the same
 * after each.
 */
import { expect, type Page } from '@playwright/test';
import { settled } from '../support/axe';
import { demo, logIn, signIn } from '../support/people';
import { hangFiles, ruleClock } from '../support/hang';
import { heading, mark, marked, tabs } from '../support/screen';
import { test } from '../support/site-copy';
import { TAB_OF_EACH_REMOTE } from '../support/tabs';

const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });

test('remotes share one React, one store and one api, and leave the shell as it looks', async ({ page }) => {
  /** Every computed style of every element of the page, in order. */
  const look = async () => {
    await page.mouse.move(0, 0);
    // A focus looks different after a click than after a key.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await settled(page);
    // What comes a moment later, without being said to load: sections of the page, and the number at the bell.
    await expect(page.locator('.pp-sk')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Notifications, .+ unread$/ })).toBeVisible();
    // What moves with the scroll bar never ends.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ timeline }) => timeline === document.timeline)
          .map(({ finished }) => finished),
      ),
    );
    return page.evaluate(() =>
      [document.documentElement, ...document.body.querySelectorAll('*')].map((element) => {
        const style = getComputedStyle(element);
        const values = Array.from(style)
          .filter(
            (name) =>
              !/^(width|height|inline-size|block-size|perspective-origin|transform-origin)$/.test(name),
          )
          .map((name) => `${name}: ${style.getPropertyValue(name)}`);
        return `${element.tagName}.${element.getAttribute('class') ?? ''} { ${values.join('; ')} }`;
      }),
    );
  };
  const goToProfile = async () => {
    await page.evaluate(() => {
      history.pushState({}, '', '/profile');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await expect(heading(page, 'Your Profile')).toBeVisible();
  };
  await page.addInitScript(() => {
    const renderers: unknown[] = [];
    Object.assign(window, {
      renderers,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: (renderer: unknown) => renderers.push(renderer),
        onCommitFiberRoot: () => undefined,
        onCommitFiberUnmount: () => undefined,
      },
    });
  });
  await logIn(page, demo.owner);
  await goToProfile();
  const before = await look();
  for (const name of TAB_OF_EACH_REMOTE) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('[class^=mf_] h1').first()).toBeVisible();
    await goToProfile();
    expect(await look(), `after ${name}`).toEqual(before);
  }

  const shared = await page.evaluate(() => {
    interface Share {
      from: string;
      lib?: () => unknown;
    }
    interface Instance {
      name: string;
      shareScopeMap: Record<string, Record<string, Record<string, Share>>>;
    }
    const { __INSTANCES__: instances } = (
      globalThis as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } }
    ).__FEDERATION__;
    const of = (name: string) => instances.map((instance) => instance.shareScopeMap['default']?.[name] ?? {});
    const copies = (name: string) =>
      new Set(of(name).flatMap((versions) => Object.values(versions).map(({ lib }) => lib?.()))).size;
    const platform = of('@paperplane/shared/platform')
      .flatMap((versions) => Object.values(versions))[0]
      ?.lib?.() as {
      store: { getState: () => { api: { queries: Record<string, unknown> } } };
    };
    return {
      instances: instances.map(({ name }) => name),
      copies: ['react', 'react-dom', 'react/jsx-runtime', '@paperplane/shared/platform'].map(copies),
      renderers: (window as unknown as { renderers: unknown[] }).renderers.length,
      queries: Object.keys(platform.store.getState().api.queries).map((key) => key.replace(/\(.*/s, '')),
    };
  });
  expect(shared.instances).toEqual(expect.arrayContaining(['shell', 'mf_sales', 'mf_directory']));
  expect(shared.copies).toEqual([1, 1, 1, 1]);
  expect(shared.renderers).toBe(1);
  // Both remotes' endpoints live in the one api of the one store.
  expect(shared.queries.some((query) => /sale/i.test(query))).toBe(true);
  expect(shared.queries.some((query) => /document/i.test(query))).toBe(true);
});

test('without a registry the shell works, and its sections wait for it; a page that hangs offers to reload', async ({
  page,
  context,
}) => {
  await ruleClock(context);
  await signIn(page, demo.owner);
  await context.route('**/remotes.json', (route) => route.fulfill({ status: 503, body: 'down' }));
  await page.goto('/sales');
  await expect(heading(page, 'Sales could not be loaded')).toBeVisible();
  await page.goto('/profile');
  await expect(heading(page, 'Your Profile')).toBeVisible();
  await page.goto('/customers');
  await expect(heading(page, 'Customers could not be loaded')).toBeVisible();
  await context.unroute('**/remotes.json');
  await mark(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Customers')).toBeVisible();
  await expect(heading(page, 'Customers could not be loaded')).toBeHidden();
  await expect(tab(page, 'Sales')).toBeVisible();
  expect(await marked(page)).toBe(true);

  // Of a page that hangs only a new document gets rid.
  const letGo = await hangFiles(context, '**/mf_commissions/**/js/list.*.js*');
  await tab(page, 'Commissions').click();
  const reload = page.getByRole('button', { name: 'Reload page' });
  await expect(reload).toBeVisible();
  await letGo();
  await reload.click();
  await expect(heading(page, 'Commission Management')).toBeVisible();
  expect(await marked(page)).toBe(false);
});
