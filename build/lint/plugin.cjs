/** The rules of our own (`.oxlintrc.json` says where each holds). */
const boundaries = require('./module-boundaries.cjs');

/** @param {string} message @param {string[]} selectors @returns a rule that forbids what the selectors find */
const forbid = (message, selectors) => ({
  meta: { type: 'problem', schema: [], messages: { forbidden: message } },
  create: (context) =>
    Object.fromEntries(
      selectors.map((selector) => [selector, (node) => context.report({ node, messageId: 'forbidden' })]),
    ),
});

module.exports = {
  meta: { name: 'paperplane' },
  rules: {
    'module-boundaries': boundaries.rule,
    // A currency's sign in a text (docs/product/core.md, Money). Of `$1` in a replacement nothing is meant: a dollar needs two digits, or a sum after it.
    'no-money-signs': forbid(
      'Write amounts with formatMoney and the currency of the agency, never with a sign of your own.',
      [
        'Literal[value=/[€£]\\d|[$]\\d[\\d.,]*\\d/]',
        'JSXText[value=/[€£$]\\d/]',
        'TemplateElement[value.raw=/[€£]\\d|[$]\\d[\\d.,]*\\d/]',
        'TemplateElement[tail=false][value.raw=/[€£$]$/]',
        'BinaryExpression[operator="+"] > Literal.left[value=/[€£$]$/]',
      ],
    ),
    // A fixed sleep is too long on most machines and too short on some.
    'no-sleeps': forbid(
      'Wait for what is to happen (an expectation, a response, expect.poll), not for a time.',
      [
        'CallExpression[callee.property.name="waitForTimeout"]',
        'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
        'ImportDeclaration[source.value=/^(node:)?timers.promises$/]',
      ],
    ),
  },
};
