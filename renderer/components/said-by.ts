/** What an element with somebody's words says about them, for anyone who takes words from it. */
interface SaidBy {
  readonly 'data-said-by': string
  readonly 'data-said-agent': string | undefined
  readonly 'data-said-at': number | undefined
}

/** Attributes of an element whose words these are; `agent`: its id, if it is one; `at` in ms. */
export const saidBy = (name: string, agent: string | null, at: number | null): SaidBy => ({
  'data-said-by': name,
  'data-said-agent': agent ?? undefined,
  'data-said-at': at ?? undefined,
})
