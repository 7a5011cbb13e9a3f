import { userKey } from '../../../contract/mail/authors.ts'
import type { MachineName } from '../../../contract/fleet/machines.ts'
import type { MessageId } from '../../../contract/api/model.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import { machineOfAuthor, machineOf, ownIdOf } from '../../../core/step/peer-ids.ts'
import type { Row } from '../../../core/step/effects.ts'
import { must } from '../invariant.ts'
import type { FleetMachine } from './fleet-machine.ts'
import { Liar } from './liar.ts'

const over = ['answered', 'withdrawn', 'expired', 'dropped', 'undeliverable']

/** A message that one machine accepted for another reaches one conversation once, or ends visibly on both. */
export class FleetWatch {
  /** Messages to other machines, by machine and id, in their current state. */
  readonly #sent = new Map<string, Message>()
  /** The same messages as the receiving machine has them. */
  readonly #taken = new Map<string, Message>()
  /** Machines that restored a backup and forgot what came later. */
  readonly #restored = new Set<MachineName>()
  /** Messages that a user withdrew on their own machine. */
  readonly #takenBack = new Set<MessageId>()
  readonly counts: Record<string, number> = {}
  /** Rejected messages that a machine learned of. */
  readonly #misread = new Set<string>()

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }

  takenBack(message: MessageId): void {
    this.#takenBack.add(message)
  }

  restored(machine: MachineName): void {
    this.#restored.add(machine)
    this.count('restored')
  }

  /** After a restore, promises about uniqueness no longer hold. */
  get isRestored(): boolean {
    return this.#restored.size > 0
  }

  committed(machine: MachineName, rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.table !== 'message') continue
      const message = row.row
      if (machineOf(message.to) !== null) this.#went(machine, message)
      else if (machineOfAuthor(message.from) !== null) this.#came(machine, message)
    }
  }

  #went(machine: MachineName, message: Message): void {
    const key = `${machine} ${message.id}`
    const was = this.#sent.get(key)
    if (!was) this.count('sent')
    const isBack = was?.state === 'read' && message.state === 'queued'
    must(!isBack || this.#restored.size > 0, 'what was read stays so')
    this.#sent.set(key, message)
  }

  #came(machine: MachineName, message: Message): void {
    const home = machineOfAuthor(message.from)
    if (home === Liar.machine) return this.count('lies taken')
    // An answer arrives with the receipt of its question.
    if (message.idempotencyKey === null) return
    const key = `${home ?? ''} ${message.idempotencyKey ?? ''}`
    const sent = this.#sent.get(key)
    if (!this.#taken.has(key)) this.count('taken')
    must(sent !== undefined, `nobody sent ${message.body}`)
    // Checks the sender: only users of other machines are guests.
    const { from } = sent
    const isUsers = from.kind !== 'agent' || ownIdOf(from.id) === userKey
    must(isUsers === (message.from.kind === 'guest'), 'a user stays one, and a guest')
    must(message.from.kind !== 'guest' || message.priority !== 'urgent' || message.now, 'no guest interrupts')
    if (message.from.kind === 'guest') this.count('taken of users')
    must(sent.body === message.body && ownIdOf(sent.to) === message.to, 'it is what was sent, to whom it was')
    // A message that the guard held there starts a new chain when its user releases it.
    const isNew = !this.#taken.has(key)
    must(!isNew || message.depth >= sent.depth, 'no chain is shorter on another machine')
    const other = this.#taken.get(key)
    must(!other || other.id === message.id || this.#restored.size > 0, `${message.body} is taken once`)
    must(machineOf(sent.to) === machine, 'it came to the machine it was for')
    this.#taken.set(key, message)
  }

  check(machines: readonly FleetMachine[]): void {
    for (const { crash } of machines)
      if (crash !== null) throw crash instanceof Error ? crash : new Error(String(crash))
    for (const { engine } of machines)
      for (const { outgoing, machine } of engine.state.machines.values()) {
        if (machine.misread?.by === 'them') this.#misread.add(`${machine.misread.kind} ${machine.misread.at}`)
        must(
          outgoing.every(({ n }, i) => n === machine.told - outgoing.length + i + 1),
          'what is told has no gaps',
        )
        must(machine.taken <= machine.told, 'nobody has heard more than was told')
      }
    for (const machine of machines) if (!this.#restored.has(machine.name)) this.#once(machine)
  }

  /** No text occurs twice in conversations. */
  #once({ transcripts }: FleetMachine): void {
    const seen = new Map<string, number>()
    for (const lines of transcripts.values())
      for (const { text } of lines)
        for (const [word] of text.matchAll(/^word-\d+\.$/gm)) {
          if (text.includes('asked') || text.includes('broke off')) continue
          seen.set(word, (seen.get(word) ?? 0) + 1)
        }
    for (const [word, times] of seen) must(times === 1, `${word} is in a conversation once`)
  }

  settled(machines: readonly FleetMachine[]): void {
    this.check(machines)
    this.counts['not understood'] = this.#misread.size
    for (const { name, engine } of machines)
      for (const { machine, outgoing, mail } of engine.state.machines.values()) {
        // The liar may ignore what it gets.
        if (machine.id === Liar.machine) continue
        must(
          outgoing.length === 0,
          `${machine.id} has heard what ${name} told it (${JSON.stringify(outgoing[0])})`,
        )
        const stuck = mail.map(({ id, state, reason }) => `${id} ${state} ${JSON.stringify(reason)}`)
        must(mail.length === 0, `no mail of ${name} is stuck (${stuck.join()})`)
      }
    if (this.#restored.size > 0) return
    for (const [key, sent] of this.#sent) {
      // The liar may report any state.
      if (machineOf(sent.to) === Liar.machine) continue
      const taken = this.#taken.get(key)
      must(
        over.includes(sent.state) || sent.state === 'read',
        `what was sent has ended (${key} ${sent.state})`,
      )
      // Deleting an agent deletes its mail, so its state is unknown.
      const isForgotten = !machines.some(({ engine }) => taken && engine.state.agents.has(taken.to))
      if (taken && !isForgotten && sent.reason?.kind !== 'expired') this.#isSame(key, sent, taken)
    }
  }

  #isSame(key: string, sent: Message, taken: Message): void {
    // The piece has moved on.
    const wasTakenBack =
      sent.piece !== undefined || this.#takenBack.has(sent.id) || this.#takenBack.has(taken.id)
    must(taken.state !== 'withdrawn' || wasTakenBack, `only who sent ${key} takes it back`)
    must(sent.state === taken.state, `both say the same of ${key}: ${sent.state}, ${taken.state}`)
    if (sent.expectsReply && sent.state === 'answered')
      must(sent.reply?.text === taken.reply?.text, `both have the same answer of ${key}`)
  }
}
