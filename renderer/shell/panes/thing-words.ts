import { linkNames } from '../../entities/link/link-words.ts'
import type { Thing } from '../../state/panes.ts'
import type { Settled } from '../../state/store.ts'

/** A short title; null for nothing, or something unknown. */
export function thingTitle(thing: Thing | null, now: Settled): string | null {
  switch (thing?.kind) {
    case 'agent':
      return now.agents[thing.id]?.name ?? null
    case 'link': {
      const link = now.links[thing.id]
      return link ? linkNames(link, now.agents) : 'Link'
    }
    case 'gathering':
      return now.gatherings[thing.id]?.topic ?? 'Gathering'
    case 'thread':
      return 'Conversation'
    case 'timeline':
      return 'Timeline'
    case undefined:
      return null
  }
}
