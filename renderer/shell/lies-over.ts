import { view } from '../state/view-store.ts'

/** Does the panel lie over the pane? It does where there is no room for three columns, as its style says too. */
export const liesOver = (): boolean =>
  view.getState().side === 'open' && matchMedia('(max-width: 68em)').matches
