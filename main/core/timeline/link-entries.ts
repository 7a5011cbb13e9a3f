import { userKey } from '../../contract/mail/authors.ts'
import type { Crossing, Link } from '../../contract/links/links.ts'
import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import {
  actorOf,
  agentNamed,
  janusActor,
  timelineEntryOf,
  userActor,
  type FinishedStep,
} from './timeline-entry.ts'

export function linkEntries(done: FinishedStep): readonly TimelineEntry[] {
  return done.rows.flatMap((row) => {
    if (row.table === 'crossing')
      return [row.row.from === userKey ? usersWords(done, row.row) : crossed(done, row.row)]
    return row.table === 'link' ? standing(done, row.row) : []
  })
}

function crossed(
  done: FinishedStep,
  { id, link, n, turnNumber, from, fromName, kind, text, sent }: Crossing,
): TimelineEntry {
  const members = done.after.links.get(link)?.members ?? []
  return timelineEntryOf(done, {
    id,
    text,
    from: actorOf({ id: from, name: fromName }),
    to: sent.map(({ to, toName }) => actorOf({ id: to, name: toName })),
    agents: members,
    fact: {
      kind: 'link',
      did: kind,
      link,
      crossing: id,
      n,
      turn: turnNumber,
      sent: sent.map(({ message }) => message),
    },
  })
}

/** The user's text in a link is shown as a message. */
function usersWords(done: FinishedStep, { id, link, text, sent }: Crossing): TimelineEntry {
  return timelineEntryOf(done, {
    id,
    link,
    text,
    from: userActor,
    to: sent.map(({ to, toName }) => actorOf({ id: to, name: toName })),
    fact: { kind: 'message', message: sent[0]?.message ?? 'msg-none' },
  })
}

function standing(done: FinishedStep, link: Link): readonly TimelineEntry[] {
  const { id, mode, closed, opened, members, purpose } = link
  const before = done.before.links.get(id)
  const all = members.map((one) => agentNamed(done, one))
  const made = (did: 'opened' | 'changed') => ({ kind: 'link', did, link: id, mode }) as const
  const named = (did: string) => `${id} ${did} ${done.now}`
  if (closed) {
    if (before?.closed !== null) return []
    const { by, name, why } = closed
    const fact = { kind: 'link', did: 'closed', link: id, why } as const
    return [timelineEntryOf(done, { id: named('closed'), from: { by, name }, to: all, text: why, fact })]
  }
  if (!before || before.closed !== null) {
    const { by, name } = opened
    const fact = made('opened')
    const text = purpose?.text ?? ''
    return [timelineEntryOf(done, { id: named('opened'), from: { by, name }, to: all, text, fact })]
  }
  // A link doesn't record who changed it; an agent can only mute its own side.
  const hasLowered = link.mutedMembers.length > before.mutedMembers.length && mode === before.mode
  if (mode === before.mode && !hasLowered) return []
  const from = hasLowered ? janusActor : userActor
  return [timelineEntryOf(done, { id: named('changed'), from, to: all, fact: made('changed') })]
}
