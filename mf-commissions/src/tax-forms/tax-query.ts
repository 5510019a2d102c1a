/** What the page's address may say: a year, and of credit notes a page. */
export const TAX_DEFAULTS = { year: '', page: '1' };

const YEAR = /^20\d\d$/;
const PAGE = /^[1-9]\d{0,4}$/;

/** What the page asks for at its address; null: this year, which the database knows. */
export const taxQuery = ({ year, page }: typeof TAX_DEFAULTS) => ({
  year: YEAR.test(year) ? Number(year) : null,
  page: PAGE.test(page) ? Number(page) : 1,
});
