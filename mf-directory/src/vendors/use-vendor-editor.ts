import { useRecordEditor, type RecordEditorInput } from '../parts/use-record-editor';
import type { TypedVendor, Vendor } from './vendor';
import { VENDOR_RULES, type VendorTexts } from './vendor-schema';

/** The state of the vendor form; a new logo waits in it for the save, and in its draft. */
export const useVendorEditor = (input: RecordEditorInput<VendorTexts, Vendor>) =>
  useRecordEditor<VendorTexts, TypedVendor, Vendor>(VENDOR_RULES, input);

export type VendorEditor = ReturnType<typeof useVendorEditor>;
