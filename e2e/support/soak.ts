/** Whether matrices run whole and screens are looked at in every theme: with `npm run test:soak`. The one place that reads the variable. */
export const SOAK = process.env['PAPERPLANE_SOAK'] === '1';
