import type { AgentId, Author } from '../../contract/api/model.ts'
import type { Envelope, Presence } from '../../contract/fleet/machines.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import { Fleet } from '../../fleet/server/fleet.ts'
import { readArrival } from '../../fleet/server/read-arrival.ts'
import { createNameRules } from '../../adapters/names/name-rules.ts'
import type { TransportSink } from '../../ports/transport.ts'
import type { Model } from '../memory/backend.ts'
import { ComposedJanus } from './composed.ts'
import { arrival, makePresence } from './machines.ts'

/** A Janus that is the machine attic of a fleet, and knows barn's presence. */
export async function fleetOfAttic(presence: Partial<Presence> = {}, model?: Model) {
  const janus = new ComposedJanus(model)
  const { engine, store } = janus
  await engine.command({ type: 'machines.known', self: 'attic', others: ['barn'] })
  const usual = { incarnation: '0000000112345678', ...presence }
  const present = (changes: Partial<Presence> = {}) =>
    engine.command({
      type: 'machine.present',
      machine: 'barn',
      presence: makePresence({ ...usual, ...changes }),
    })
  await present()
  let n = 0
  const log: string[] = []
  return {
    janus,
    /** Lines about unreadable envelopes. */
    log,
    /** Updates barn's presence. */
    present,
    /** Barn's next envelope arrives. */
    came: (kind: string, body: unknown, changes: Partial<Envelope> = {}) => {
      const { envelope } = arrival(++n, kind, body)
      return engine.command(readArrival(store, { ...envelope, ...changes }, (line) => log.push(line)))
    },
    barn: () => {
      const found = engine.state.machines.get('barn')
      if (!found) throw new Error('no barn')
      return found
    },
    /** Bodies of that kind that barn has not acknowledged. */
    told: (kind: string) =>
      engine.state.machines.get('barn')?.outgoing.flatMap((one) => (one.kind === kind ? [one.body] : [])) ??
      [],
    /** The user links local agents with agents of barn. */
    link: async (here: AgentId, ...there: readonly AgentId[]) => {
      const by: Author = { kind: 'user', via: 'window' }
      const members = [here, ...there.map((one) => peerId('barn', one))]
      const opened = await engine.command({
        type: 'link.opened',
        by,
        byName: 'Mo',
        mode: 'absorb',
        budget: null,
        members,
      })
      if (opened.kind !== 'link') throw new Error(`answered ${opened.kind}`)
      return opened.link.id
    },
  }
}

export type Attic = Awaited<ReturnType<typeof fleetOfAttic>>

/** The same Janus with its fleet and a transport that the test controls. */
export function carriedAttic(model: Model) {
  const janus = new ComposedJanus(model)
  const { engine, store, clock, disk } = janus
  const sinks: TransportSink[] = []
  const fleet = new Fleet({
    transport: {
      machine: 'attic',
      founder: 'attic',
      others: ['barn'],
      connect: (to) => void sinks.push(to),
      send: () => undefined,
      announce: () => undefined,
      close: () => Promise.resolve(),
    },
    engine,
    store,
    clock,
    names: createNameRules('Mo'),
    user: () => 'Mo',
    disk,
    changed: () => undefined,
    log: () => undefined,
  })
  fleet.begin()
  const [sink] = sinks
  if (!sink) throw new Error('it connected to nothing')
  return { janus, fleet, sink }
}
