/** Only a form keeps what was typed: what it refuses, and where it says so (docs/product/platform.md, Validation texts). */
import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import {
  breakRequests,
  CATALOGUE,
  expectKept,
  expectNoProblem,
  expectProblem,
  expectRefused,
  field,
  fill,
  summary,
} from '../../support/forms';
import { demo, newEmail, signIn } from '../../support/people';

// Holds platform-180
test('what is wrong is said at its field, by the server too, and nothing that was typed is lost', async ({
  page,
}) => {
  await page.goto('/signup');
  const submit = page.getByRole('button', { name: 'Create agency' });
  await fill(page, {
    firstName: 'Nora',
    lastName: 'Quist',
    organizationName: 'Quist Travel',
    email: demo.owner,
    password: '12345',
    passwordConfirmation: '12345',
  });
  await field(page, 'terms').check();

  await test.step('the server knows better', async () => {
    await submit.click();
    await expectProblem(page, 'password', /6 characters|too weak/);
    await expect(field(page, 'password')).toBeFocused();
    await fill(page, { password: 'flight-plan-26', passwordConfirmation: 'flight-plan-26' });
    await submit.click();
    await expectProblem(
      page,
      'email',
      'This email is already registered. Please use a different email or sign in.',
    );
    await expect(field(page, 'email')).toBeFocused();
    await expectKept(page, {
      firstName: 'Nora',
      organizationName: 'Quist Travel',
      password: 'flight-plan-26',
    });
  });

  await test.step('signing up: without a network nothing is lost, and a second try works', async () => {
    const mend = await breakRequests(page, '/auth/v1/signup', 'offline');
    await field(page, 'email').fill(newEmail('nora'));
    await submit.click();
    await expect(summary(page, 'Registration failed. Please try again.')).toContainText(CATALOGUE.network);
    await mend();
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Verification Required' })).toBeVisible();
  });

  await test.step('a customer', async () => {
    const { email } = await newTradingAgency('Input');
    await signIn(page, email);
    await page.goto('/customers/create');
    const add = page.getByRole('button', { name: 'Add customer' });
    await add.click();
    await expect(summary(page, 'Fix 2 fields to add this customer')).toBeFocused();
    await page.getByRole('link', { name: 'Enter a last name.' }).click();
    await expect(field(page, 'lastName')).toBeFocused();
    await expectRefused(page, 'email', 'not an address', /full email address/);
    const typed = {
      firstName: 'Ole',
      lastName: 'Berg',
      email: 'ole@berg.test',
      phone: '+47 55 01',
      notes: 'Window',
    };
    await fill(page, typed);
    for (const name of Object.keys(typed)) await expectNoProblem(page, name);

    const create = '/rest/v1/rpc/create_customer';
    const repair = await breakRequests(page, create, 500);
    await add.click();
    await expect(summary(page, 'Customer not added')).toContainText(CATALOGUE.server);
    await expect(summary(page, 'Customer not added')).toBeFocused();
    await expectKept(page, typed);
    await repair();
    // Without an answer it asks again by itself.
    const mend = await breakRequests(page, create, 'offline');
    await add.click();
    await expect(page.getByText('It is not known whether this was saved.')).toBeVisible();
    await expectKept(page, typed);
    await mend();
    await expect(page.getByRole('heading', { name: 'Ole Berg' })).toBeVisible();
  });
});
