interface SaidBy {
  readonly 'data-said-by': string
  readonly 'data-said-agent': string | undefined
  readonly 'data-said-at': number | undefined
}

/**
 * Attributes that name the author of an element's text, for quotes. `agent` is an agent's id; `at` is in ms.
 */
export const saidBy = (name: string, agent: string | null, at: number | null): SaidBy => ({
  'data-said-by': name,
  'data-said-agent': agent ?? undefined,
  'data-said-at': at ?? undefined,
})
