import { bodyShape, messageIn } from '../contract/wire.ts'
import type { Envelope, MachineName } from '../../contract/fleet/machines.ts'
import type { WireMail, WireConclusion, WireSeatAct } from '../contract/wire.ts'
import type { Author } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { EnvelopeArrived } from '../../core/step/fleet-commands.ts'
import { protocol } from '../core/log.ts'
import { unread, type UnreadableEnvelope } from '../core/other-versions.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { remoteAuthor, peerId } from '../../core/step/peer-ids.ts'
import { turnOf } from '../core/link-words.ts'
import type { Store } from '../../ports/ports.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { rowsFor } from '../../server/gatherings/gathering-archive.ts'

type Known = Pick<
  Store,
  'message' | 'messageByKey' | 'crossingOf' | 'hasCrossed' | 'gathering' | 'utterances'
>

/**
 * Validates an envelope for the core. One that this version can't read is skipped and reported to its
 * machine, so that it doesn't block the following ones.
 */
export function readArrival(store: Known, envelope: Envelope, log: (line: string) => void): EnvelopeArrived {
  const shape = envelope.min <= protocol.v ? bodyShape(envelope.kind) : undefined
  const read = shape?.safeParse(envelope.body)
  if (read?.success !== true) {
    log(
      `fleet: passed over number ${String(envelope.n)} of ${envelope.from}, of kind ${JSON.stringify(envelope.kind)}`,
    )
    const { kind } = envelope
    const body: UnreadableEnvelope = {
      kind,
      version: packageJson.version,
      message: messageIn(kind, envelope.body),
    }
    return {
      type: 'envelope.arrived',
      envelope: { ...envelope, kind: unread, body },
      ...nothingFound,
    }
  }
  const known = { ...envelope, body: read.data }
  if (envelope.kind === 'link.said') {
    const body = notCrossed(store, envelope.from, read.data as WireConclusion)
    return { type: 'envelope.arrived', envelope: { ...envelope, body }, ...nothingFound }
  }
  if (envelope.kind === 'seat.act') {
    const rows = missedBy(store, envelope.from, read.data as WireSeatAct)
    return { type: 'envelope.arrived', envelope: known, ...nothingFound, rows }
  }
  if (envelope.kind !== 'mail') return { type: 'envelope.arrived', envelope: known, ...nothingFound }
  return {
    type: 'envelope.arrived',
    envelope: known,
    ...foundFor(store, envelope.from, read.data as WireMail),
  }
}

type Found = Pick<EnvelopeArrived, 'replied' | 'earlier' | 'crossing'>

const nothingFound: Found = { replied: null, earlier: null, crossing: null }

/** A turn crosses once, over all links of its first message; later ones are ignored. */
function notCrossed(store: Known, machine: MachineName, said: WireConclusion): WireConclusion {
  return store.hasCrossed(peerId(machine, said.turn)) ? { ...said, links: [] } : said
}

/** What a member missed in a gathering, if it comes back to a seat that it had left. */
function missedBy(
  store: Known,
  machine: MachineName,
  { gathering, member, act }: WireSeatAct,
): readonly Utterance[] {
  if (act !== 'taken') return []
  const agent = peerId(machine, member)
  const seat = store.gathering(gathering)?.seats.find((one) => one.agent === agent)
  return seat?.left ? rowsFor(store, { id: gathering }, agent) : []
}

function foundFor(store: Known, machine: MachineName, mail: WireMail): Found {
  const from = remoteAuthor(machine, mail.from)
  const { crossed } = mail
  const crossing = crossed ? store.crossingOf(peerId(machine, crossed.link), turnOf(machine, crossed)) : null
  return {
    replied: repliedTo(store, from, mail),
    earlier: store.messageByKey(from, mail.id),
    crossing,
  }
}

/** Only messages between these two: a machine may not refer to others. */
function repliedTo(store: Known, from: Author, { replyTo, to }: WireMail): Message | null {
  if (replyTo === null) return null
  if ('mine' in replyTo) return store.messageByKey(from, replyTo.mine)
  const found = store.message(replyTo.yours)
  const isTheirs = found !== null && from.kind === 'agent' && found.to === from.id
  return isTheirs && found.from.kind === 'agent' && found.from.id === to ? found : null
}
