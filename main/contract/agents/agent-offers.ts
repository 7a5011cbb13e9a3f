import type { AgentKind } from './kinds.ts'

export interface AgentOffer {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly version: string
  readonly license: string
  /** Installation page; may be empty. */
  readonly page: string
  /** A package runner downloads the program at the first start, or the user installs it. */
  readonly by: 'npx' | 'uvx' | 'user'
  /** Command line. */
  readonly program: string
  /** `other`, unless Janus has a kind of its own for it. */
  readonly kind: AgentKind
}

export interface AgentOffers {
  readonly offers: readonly AgentOffer[]
  /** ISO 8601 UTC; empty: there is no list. */
  readonly updatedAt: string
}

export function searchOffers(offers: readonly AgentOffer[], words: string): readonly AgentOffer[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return offers.filter(({ id, name, about, program, page }) => {
    const text = [id, name, about, program, page].join('\n').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
