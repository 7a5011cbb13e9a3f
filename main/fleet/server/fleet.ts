import { randomBytes } from 'node:crypto'
import type { BrokerView, FleetView, MachineView, MisreadView } from '../../contract/fleet/fleet-views.ts'
import type { Envelope, MachineName } from '../../contract/fleet/machines.ts'
import { silentAfter } from '../core/arrivals.ts'
import type { MachineState, Misread } from '../../core/step/machines.ts'
import { peersOf } from '../core/log.ts'
import type { State } from '../../core/step/state.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Clock, NameRules } from '../../ports/ports.ts'
import type { BrokerState, FleetTransport } from '../../ports/transport.ts'
import { circleView } from './circles-requests.ts'
import type { DiskWatch } from '../../server/app/disk-watch.ts'
import { sizeOfWords } from '../../server/mail/new-words.ts'
import { localArrival, localPresence } from './local-names.ts'
import { readArrival } from './read-arrival.ts'

import packageJson from '../../../package.json' with { type: 'json' }

export interface FleetParts {
  readonly transport: FleetTransport
  readonly engine: Engine
  readonly store: Parameters<typeof readArrival>[0]
  readonly clock: Clock
  readonly names: NameRules
  readonly user: () => string
  readonly disk: Pick<DiskWatch, 'refusal'>
  readonly changed: () => void
  readonly log: (line: string) => void
}

type Standing = Exclude<BrokerState, { kind: 'full' | 'dropped' }>

/** Milliseconds during which changes are collected into one presence. */
const announceAfter = 100

/** Connects the engine to the fleet: passes on what other machines send, and announces this one. */
export class Fleet {
  readonly #parts: FleetParts
  /** Distinguishes this run of the app from a copy of its folder elsewhere. */
  readonly #life = randomBytes(8).toString('hex')
  readonly #silences = new Map<MachineName, () => void>()
  #broker: Standing = { kind: 'connecting', since: 0, why: '' }
  #dropped = ''
  #announced = ''
  #willAnnounce = false
  #isOver = false

  constructor(parts: FleetParts) {
    this.#parts = parts
  }

  /** Call once the engine has started. */
  begin(): void {
    const { transport, engine, store, names, log } = this.#parts
    this.#updateMachines()
    transport.connect({
      arrived: async (envelope) => {
        this.#checkRoom(envelope)
        await engine.command(() => localArrival(names, readArrival(store, envelope, log)))
      },
      present: (machine, presence) => {
        if (!engine.state.machines.has(machine)) this.#updateMachines()
        this.#watchSilence(machine)
        const shown = localPresence(names, presence)
        void engine.command({ type: 'machine.present', machine, presence: shown }).catch(() => undefined)
      },
      brokerChanged: (state) => this.#brokerChanged(state),
    })
    this.#announce()
  }

  /** Throws if the disk is full: the envelope then waits at its sender and is sent again. */
  #checkRoom({ kind, body }: Envelope): void {
    if (kind !== 'mail' && kind !== 'link.said') return
    const words = this.#parts.disk.refusal(sizeOfWords(body), 'peers')
    if (words !== null) throw new Error(words)
  }

  /** Updates the known machines: at startup, and when the founder has announced a new one. */
  #updateMachines(): void {
    const { transport, engine } = this.#parts
    const known = { type: 'machines.known', self: transport.machine, others: transport.others } as const
    void engine.command(known).catch(() => undefined)
  }

  published(before: State, after: State): void {
    if (before.machines !== after.machines) this.#parts.changed()
    if (this.#willAnnounce || this.#isOver) return
    if (before.agents === after.agents && before.machines === after.machines) return
    this.#willAnnounce = true
    this.#parts.clock.after(announceAfter, () => {
      this.#willAnnounce = false
      this.#announce()
    })
  }

  view(): FleetView {
    const { engine, transport } = this.#parts
    return {
      machine: transport.machine,
      founder: transport.founder,
      broker: brokerView(this.#broker, transport.machine),
      dropped: this.#dropped,
      machines: [...engine.state.machines.values()]
        .filter(({ machine, mail }) => transport.others.includes(machine.id) || mail.length > 0)
        .map((one) => this.#machineView(one)),
    }
  }

  async close(): Promise<void> {
    this.#isOver = true
    for (const cancel of this.#silences.values()) cancel()
    await this.#parts.transport.close()
  }

  #machineView({ machine, mail, outgoing, presentAt, isTwice }: MachineState): MachineView {
    const isOut = !this.#parts.transport.others.includes(machine.id)
    const isSilent = presentAt !== null && this.#parts.clock.now() - presentAt >= silentAfter
    const isOnTheWay = mail.filter(({ reason }) => reason?.kind === 'away' && reason.stands === 'on its way')
    return {
      name: machine.id,
      version: machine.version,
      agents: machine.agents,
      setBackAt: isoOf(machine.setBackAt),
      status: this.#standsOf(isOut, presentAt, isSilent),
      lastSeenAt: isoOf(presentAt),
      undelivered: isOnTheWay.length,
      unseen: machine.unseen ?? [],
      isTwice: isTwice && !isSilent,
      unreadable: machine.misread ? misreadView(machine.misread) : null,
      user: machine.user ?? null,
      circles: (machine.circles ?? []).map((seat) => circleView(seat, outgoing)),
    }
  }

  #standsOf(isOut: boolean, presentAt: number | null, isSilent: boolean): MachineView['status'] {
    if (isOut) return 'removed'
    if (presentAt === null) return 'unheard'
    if (!isReached(this.#broker)) return 'unknown'
    return isSilent ? 'silent' : 'here'
  }

  #watchSilence(machine: MachineName): void {
    this.#silences.get(machine)?.()
    this.#silences.set(
      machine,
      this.#parts.clock.after(silentAfter, () => this.#parts.changed()),
    )
  }

  #brokerChanged(state: BrokerState): void {
    if (this.#isOver) return
    if (state.kind === 'dropped') {
      this.#dropped = `A message from ${state.machine} was dropped. ${state.why}`
      this.#parts.log(`fleet: ${this.#dropped}`)
    } else if (state.kind !== 'full') this.#broker = state
    this.#parts.changed()
  }

  /** Announces only changes; the transport repeats the last one. */
  #announce(): void {
    if (this.#isOver) return
    const { transport, engine } = this.#parts
    const presence = {
      ...peersOf(engine.state),
      version: packageJson.version,
      user: this.#parts.user(),
      incarnation: this.#life,
      roster: [],
    }
    const said = JSON.stringify(presence)
    if (said === this.#announced) return
    this.#announced = said
    transport.announce(presence)
  }
}

/** During a short interruption, what is known about other machines still counts as current. */
const isReached = (state: Standing): boolean =>
  state.kind === 'connected' || state.kind === 'twice' || (state.kind === 'connecting' && state.why === '')

function brokerView(state: Standing, self: MachineName): BrokerView {
  const { kind: stands } = state
  const other = `Another Janus runs as ${self}, with the same fleet.json`
  if (stands === 'connected') return { status: stands, why: '' }
  if (stands === 'twice')
    return {
      status: stands,
      why: `${other}. It stays offline while this one runs. To use that one instead, quit Janus here and restart it there; otherwise delete fleet.json there.`,
    }
  if (stands === 'aside')
    return {
      status: stands,
      why: `${other}, and started first: this one stays offline. To use this one instead, quit Janus there and restart it here; otherwise have this machine invited under another name.`,
    }
  return { status: stands, why: state.why }
}

function misreadView({ by, kind }: Misread): MisreadView {
  const what = /^(?:mail|link|seat)\b/.exec(kind)?.[0]
  return {
    by,
    what: what === 'mail' ? 'message' : what === 'seat' ? 'circle' : what === 'link' ? what : 'other',
  }
}

const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
