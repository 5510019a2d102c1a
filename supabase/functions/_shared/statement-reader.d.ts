export * from '../../../mf-commissions/src/bank/statements/for-functions';
