import type { AgentKind } from './kinds.ts'

/** An agent of the public registry of the Agent Client Protocol, and how it is started here. */
export interface AgentOffer {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly version: string
  readonly license: string
  /** Where its makers say how to install it; empty: nowhere. */
  readonly page: string
  /** What brings its program: a package runner, which downloads it at the first start, or the user. */
  readonly by: 'npx' | 'uvx' | 'user'
  /** Its command line. */
  readonly program: string
  /** `other`, unless Janus has a kind of its own for it. */
  readonly kind: AgentKind
}

/** The registry as it is known here. */
export interface AgentOffers {
  readonly offers: readonly AgentOffer[]
  /** When this list was made, in ISO 8601 UTC; empty: there is none. */
  readonly updatedAt: string
}

/** The offers in which all these words stand; all of them for no words. */
export function searchOffers(offers: readonly AgentOffer[], words: string): readonly AgentOffer[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return offers.filter(({ id, name, about, program, page }) => {
    const text = [id, name, about, program, page].join('\n').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
