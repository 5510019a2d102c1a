/** As the database writes a sum in a sentence: "1,200.00". */
export const sumWords = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
