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
import { demo, DEMO_PASSWORD, newEmail, signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const long = (length: number) => 'x'.repeat(length);

test('sign-up', async ({ page }) => {
  await page.goto('/signup');
  const submit = page.getByRole('button', { name: 'Create agency' });
  await submit.click();
  await expect(field(page, 'firstName')).toBeFocused();
  for (const [name, message] of [
    ['firstName', 'Enter a first name.'],
    ['lastName', 'Enter a last name.'],
    ['organizationName', 'Enter the name of your agency.'],
    ['email', 'Enter an email address.'],
    ['password', 'Password is required'],
    ['passwordConfirmation', 'Please confirm your password'],
    ['terms', 'You must agree to the terms and conditions'],
  ] as const) {
    await expectProblem(page, name, message);
  }
  await expectRefused(page, 'firstName', long(101), 'Use at most 100 characters.');
  await expectRefused(page, 'organizationName', long(201), 'Use at most 200 characters.');
  await expectRefused(page, 'email', 'nora@quist', /full email address/);

  await fill(page, {
    firstName: 'Nora',
    lastName: 'Quist',
    organizationName: 'Quist Travel',
    email: demo.owner,
  });
  await field(page, 'password').fill('12345');
  await field(page, 'passwordConfirmation').fill('1234');
  // Without leaving the field: the mismatch shows live.
  await expectProblem(page, 'passwordConfirmation', 'Passwords do not match');
  await field(page, 'passwordConfirmation').fill('12345');
  await expect(page.getByText('Passwords match')).toBeVisible();
  await submit.click();
  await expectProblem(page, 'terms', 'You must agree to the terms and conditions');
  await expect(field(page, 'terms')).toBeFocused();
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

  await test.step('without a network nothing is lost, and a second try works', async () => {
    const mend = await breakRequests(page, '/auth/v1/signup', 'offline');
    await field(page, 'email').fill(newEmail('nora'));
    await submit.click();
    await expect(summary(page, 'Registration failed. Please try again.')).toContainText(CATALOGUE.network);
    await mend();
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Verification Required' })).toBeVisible();
  });
});

test('log-in', async ({ page }) => {
  await page.goto('/login');
  const submit = page.getByRole('button', { name: 'Log in' });
  await submit.click();
  await expectProblem(page, 'email', 'Please enter both email and password');
  await expect(field(page, 'email')).toBeFocused();
  await field(page, 'email').fill(demo.admin);
  await submit.click();
  await expectProblem(page, 'password', 'Please enter both email and password');
  await expect(field(page, 'password')).toBeFocused();

  await field(page, 'password').fill('wrong');
  await submit.click();
  await expect(summary(page, 'Invalid email or password. Please try again.')).toBeVisible();
  await expectKept(page, { email: demo.admin, password: 'wrong' });

  await field(page, 'password').fill(DEMO_PASSWORD);
  for (const [how, message] of [
    ['offline', CATALOGUE.network],
    [500, CATALOGUE.server],
  ] as const) {
    const mend = await breakRequests(page, '/auth/v1/token', how);
    await submit.click();
    await expect(summary(page, message)).toBeVisible();
    await mend();
  }
  await submit.click();
  await expect(page).toHaveURL('/dashboard');
});

test('customer and vendor', async ({ page }) => {
  const { email } = await newTradingAgency('Input');
  await signIn(page, email);

  await test.step('customer', async () => {
    await page.goto('/customers/create');
    const submit = page.getByRole('button', { name: 'Add customer' });
    await submit.click();
    await expect(summary(page, 'Fix 2 fields to add this customer')).toBeFocused();
    await page.getByRole('link', { name: 'Enter a last name.' }).click();
    await expect(field(page, 'lastName')).toBeFocused();
    await expectRefused(page, 'firstName', long(101), 'Use at most 100 characters.');
    await expectRefused(page, 'email', 'not an address', /full email address/);
    await expectRefused(page, 'phone', 'call me', 'Use digits, spaces and + ( ) - only.');
    await expectRefused(page, 'notes', long(5001), 'Use at most 5,000 characters.');
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
    await submit.click();
    await expect(summary(page, 'Customer not added')).toContainText(CATALOGUE.server);
    await expect(summary(page, 'Customer not added')).toBeFocused();
    await expectKept(page, typed);
    await repair();
    // Without an answer it asks again by itself.
    const mend = await breakRequests(page, create, 'offline');
    await submit.click();
    await expect(page.getByText('It is not known whether this was saved.')).toBeVisible();
    await expectKept(page, typed);
    await mend();
    await expect(page.getByRole('heading', { name: 'Ole Berg' })).toBeVisible();
  });

  await test.step('vendor', async () => {
    await page.goto('/vendors/create');
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expect(summary(page, 'Fix 1 field to add this vendor')).toBeFocused();
    await expectProblem(page, 'name', 'Enter the vendor’s name.');
    await expectRefused(page, 'name', long(201), 'Use at most 200 characters.');
    await expectRefused(page, 'website', 'not a site', /full web address/);
    await expectRefused(page, 'email', '@', /full email address/);
    await expectRefused(page, 'defaultCommissionRate', '100.01', 'Enter a percentage from 0 to 100.');
    await expectRefused(page, 'defaultCommissionRate', '-1', 'Enter a percentage from 0 to 100.');
    await expectRefused(page, 'defaultCommissionRate', 'twelve', 'Enter a percentage like 12.5.');
    await expectRefused(page, 'defaultCommissionRate', '12.345', 'Use at most two decimals.');
    await fill(page, {
      name: 'Aurora Rail',
      website: 'aurora.example',
      email: '',
      defaultCommissionRate: '100',
    });
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expect(page.getByRole('heading', { name: 'Aurora Rail' })).toBeVisible();
  });
});
