import type { Entry } from './model.ts'

/** When the words of a row were said, in ms; `at` of the row is when its agent read them. */
export const saidAtOf = ({ saidAt, at }: Pick<Entry, 'saidAt' | 'at'>): number => saidAt ?? at
