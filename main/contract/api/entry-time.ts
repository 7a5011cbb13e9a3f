import type { Entry } from './model.ts'

/** Milliseconds when the text was written; the row's `at` is when its agent read it. */
export const saidAtOf = ({ saidAt, at }: Pick<Entry, 'saidAt' | 'at'>): number => saidAt ?? at
