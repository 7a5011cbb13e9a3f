/**
 * Attributes that name the author of an element's text, for quotes. `agent` is an agent's id; `at` is in ms.
 */
export const quoteAttributes = (name: string, agent: string | null, at: number | null) => ({
  'data-said-by': name,
  'data-said-agent': agent ?? undefined,
  'data-said-at': at ?? undefined,
})
