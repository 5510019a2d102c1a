import fs from 'node:fs';
import path from 'node:path';

/**
 * What changes anything stands in the table of acts that move money (docs/product/platform.md, Acts that move money), or here with why it does not.
 * A new one fails until it is named; what it is called on screen is held by the tests of its component and of the journey.
 */
const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

/** Endpoints that move no money and can be changed back, or only tell, keep or show something; by why. */
const MOVES_NOTHING: Readonly<Record<string, readonly string[]>> = {
  'a draft or a plan: nothing is paid, sent or decided by it': [
    'startPayout',
    'collectPayout',
    'saveBankRule',
    'switchBankRule',
    'orderBankRules',
    'saveMailPlan',
    'deleteMailPlan',
    'leaveMailPlan',
    'stopVendorChase',
    'recordVendorAsked',
  ],
  'a record that is changed or archived, and changed back': [
    'createSale',
    'updateSale',
    'addCustomerOption',
    'addVendorOption',
    'createCustomer',
    'updateCustomer',
    'archiveCustomer',
    'addCompanion',
    'changeCompanion',
    'removeCompanion',
    'savePassport',
    'addVendor',
    'updateVendor',
    'archiveVendor',
    'saveSaleGroup',
    'archiveSaleGroup',
    'deleteSaleGroup',
    'applyGroupDates',
    'saveVendorRate',
    'removeVendorRate',
    'saveVendorBonusTerms',
    'removeVendorBonusTerms',
    'expectVolumeBonus',
    'noteOtherCommission',
    'saveBankAccount',
    'saveJournalSettings',
    'mapJournalAccount',
    'saveOrganizationSettings',
    'saveTaxSettings',
    'setTaxThreshold',
    'saveTaxDetails',
    'saveVendorStatement',
    'setStatementLine',
    'saveBankRemittance',
    'saveDocument',
    'saveReport',
    'addWebhookEndpoint',
    'changeWebhookEndpoint',
    'rotateWebhookSecret',
    'switchWebhookEndpoint',
    'changeSavedReport',
    'deleteSavedReport',
    'invitePerson',
    'resendInvitation',
    'revokeInvitation',
  ],
  'a step of an act that is named where it ends': [
    'beginBankImport',
    'importBankLines',
    'beginImport',
    'checkRows',
    'importRows',
    'beginBankConnection',
    'linkBankAccounts',
    'claimSetupToken',
    'visitBank',
    'finishBankVisit',
    'startStatementFile',
    'finishStatementFile',
    'cancelStatementFile',
    'startUpload',
    'finishUpload',
    'cancelUpload',
  ],
  'it reads, or asks somebody else to': [
    'exportList',
    'exportCustomer',
    'exportAuditLog',
    'revealPassport',
    'openVersion',
    'confirmRead',
    'remindReaders',
    'fetchReportRows',
    'readYearStatements',
    'readYearSingles',
    'askForTaxDetails',
    'readTaxNumber',
    'readTaxFile',
    'openMailedStatement',
    'readMailedStatement',
    'keepMailedDocument',
    'syncBankConnection',
    'stopBankSync',
    'askAgain',
    'askForSecondFactor',
    'startAgencyExport',
    'openAgencyExport',
    'readAgencyExport',
    'openJournalExport',
    'readJournalExport',
    'removeAgencyExport',
    'resendWebhookDelivery',
  ],
  'keys of programs, which neither approve nor pay: another one can be made': [
    'createApiKey',
    'revokeApiKey',
  ],
  'mail that comes in, messages and what concerns oneself': [
    'renewMailbox',
    'answerWaitingMail',
    'forgetMailSender',
    'postMessage',
    'editMessage',
    'deleteMessage',
    'markConversationRead',
    'markNotificationRead',
    'markAllNotificationsRead',
    'saveOwnChoices',
    'dismissFirstSteps',
    'saveOwnName',
    'saveAvatar',
    'saveLogo',
    'withdrawAddressChange',
    'setSecondFactorPolicy',
    'makeRecoveryCodes',
  ],
};

/** The mutations of all features, the shell and what they share, as their api files define them. */
function endpoints(): string[] {
  const folders = ['shared', 'shell', ...fs.readdirSync(ROOT).filter((name) => name.startsWith('mf-'))];
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        [...read(path.join(folder, 'src', file)).matchAll(/^\s+(\w+): \w+\.mutation\b/gm)].map(
          ([, name = '']) => name,
        ),
      ),
  );
}

interface Act {
  name: string;
  asks: string[];
  names: string;
  afterwards: string;
}

/** The rows of the table. */
function acts(): Act[] {
  const [, after = ''] = read('docs/product/platform.md').split('### Acts that move money\n');
  const [section = ''] = after.split(/^##/m);
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) => {
    const [, name = '', asks = '', names = '', afterwards = ''] = line.split('|').map((cell) => cell.trim());
    return { name, asks: [...asks.matchAll(/`(\w+)`/g)].map(([, each = '']) => each), names, afterwards };
  });
}

// Holds platform-79
test('every mutation is named: in the table of acts that move money, or with why it moves none', () => {
  const found = endpoints();
  expect(found.length).toBeGreaterThan(100);
  const named = [...acts().flatMap(({ asks }) => asks), ...Object.values(MOVES_NOTHING).flat()];
  expect(found.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !found.includes(name))).toEqual([]);
  expect(named.filter((name, place) => named.indexOf(name) !== place)).toEqual([]);
});

test('each act says what it asks, what it is called by and what follows', () => {
  expect(acts().length).toBeGreaterThan(30);
  expect(acts().filter((act) => act.asks.length === 0 || !act.names || !act.afterwards)).toEqual([]);
});
