export interface Fault {
  at: number;
  from: string;
  to: string;
}
export function faults(text: string, language: 'sql' | 'ts' | 'tsx'): Fault[];
export function withFault(text: string, fault: Fault): string;
