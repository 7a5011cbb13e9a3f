import { callIn, type Turn } from '../../core/step/frames-and-turns.ts'
import type { Gathering, GatheringId, UtteranceId } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import type { AgentId, MessageId, TurnId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** Most bytes of absorbed text in one prompt. */
const promptBytes = 64 * 1024

/** Only the holder's completed statements are sent: once to each, never sealed, all before its next prompt. */
export class CircleWordWatcher extends Watcher {
  readonly #given = new Map<UtteranceId, Map<AgentId, Message>>()
  /** Agents' turns that became utterances. */
  readonly #heard = new Map<TurnId, UtteranceId>()
  /** Acceptance order of each agent's last written message. */
  readonly #put = new Map<AgentId, number>()

  readonly #shut = new Set<UtteranceId>()

  /** Messages that were withdrawn unread and will be written again. */
  readonly #again = new Set<MessageId>()

  override rebooted(): void {
    const { circles, messages } = this.ledger
    const known = (id: UtteranceId): boolean => [...circles.all.values()].some(({ rows }) => rows.has(id))
    for (const id of this.#given.keys()) if (!known(id)) this.#given.delete(id)
    for (const [turn, id] of this.#heard) if (!known(id)) this.#heard.delete(turn)
    for (const given of this.#given.values())
      for (const [agent, { id }] of given) if (!messages.has(id)) given.delete(agent)
    this.#put.clear()
  }

  committed(commit: Commit): void {
    const rows = commit.rows.flatMap((row) => (row.table === 'utterance' ? [row.row] : []))
    const turns = this.ledger.ended
    for (const row of rows) this.#row(row, turns, commit)
    for (const message of this.ledger.news) if (message.spoken) this.#brings(message)
    for (const row of rows) this.#reaches(row, commit)
    for (const { was, is } of this.ledger.circles.changes) if (was) this.#catchesUp(was, is, commit)
    for (const turn of turns) this.#ended(turn, rows, commit)
    const written = this.ledger.written
    // One commit may contain both: the input is dropped unread, and its messages are written again.
    const again = new Set(written.flatMap(({ messages }) => messages.map(({ id }) => id)))
    for (const [id, { state }] of this.ledger.known)
      if (state === 'written' && (again.has(id) || this.ledger.messages.get(id)?.state === 'queued'))
        this.#again.add(id)
    for (const one of written) this.#puts(one)
  }

  /** A row with an agent's statement ends one of its turns, which answered that prompt for the piece. */
  #row(row: Utterance, turns: readonly Turn[], { before, steps }: Commit): void {
    this.ledger.count(`row ${row.kind}`)
    if (row.turn === null || this.#heard.get(row.turn) === row.id) return
    must(!this.#heard.has(row.turn), 'a turn is heard once')
    this.#heard.set(row.turn, row.id)
    const turn = turns.find(({ id }) => id === row.turn)
    must(turn !== undefined && turn.agent === row.agent, 'what is heard is the end of a turn of its speaker')
    const call = callIn(turn.promptedBy)
    must(call?.gathering === row.gathering && call.pieceTurnId === row.pieceTurnId, 'it answers that grant')
    must(call.beat === row.beat, 'it answers that beat')
    must(turn.outcome === 'completed' || row.cut, 'only completed words are heard')
    if (row.kind === 'said' || row.kind === 'passed') {
      const { line = null } = this.ledger.speechOf(turn.text) ?? {}
      if (line !== null) this.ledger.count(row.text === '' ? 'passed in words alone' : 'passed in words')
      must(line === null || !row.text.trimEnd().endsWith(line), 'a pass in words is never published')
      const isSaid = [turn.text, this.#withoutPass(turn.text)].some(
        (said) => row.text.slice(0, 1000) === said.trim().slice(0, 1000),
      )
      const isAbstaining = row.phase === 'decision' && row.text === 'ABSTAIN'
      must(isSaid || isAbstaining, 'the words are those that were said, but for a line that passes')
    }
    if (steps !== 1) return
    const piece = before.gatherings.get(row.gathering)?.piece
    const isCurrent = piece?.id === row.pieceTurnId
    must(isCurrent === (row.kind !== 'comment'), `a late answer is a comment, and no other is (${row.kind})`)
  }

  /** A listener gets another's utterance, once, and not while it is sealed. */
  #brings(message: Message): void {
    const { spoken, to } = message
    must(!wakes(message.priority) && message.state !== 'held', 'words of a circle are absorbed')
    if (!spoken?.utterance) return
    const circle = this.ledger.circles.of(spoken.gathering)
    const row = circle.rows.get(spoken.utterance)
    must(row !== undefined, 'words come from a row')
    must(
      row.kind === 'said' || row.kind === 'passed' || row.kind === 'host',
      `no ${row.kind} is given to others`,
    )
    must(!row.sealed, 'nothing under seal is given to anybody')
    must(message.body === row.text, 'the words are given as they were said')
    must(row.agent !== to || spoken.earlier === true, 'nobody is given their own words')
    must(spoken.earlier === undefined || row.origin !== null, 'only what was said earlier comes as such')
    const given = this.#given.get(row.id) ?? new Map<AgentId, Message>()
    must(!given.has(to), 'words are given once to each')
    this.#given.set(row.id, given.set(to, message))
    must(
      row.sent.some((one) => one.to === to && one.message === message.id),
      'a row says to whom it went',
    )
    const seats = circle.last ? [...circle.last.seats, circle.last.harvester] : []
    must(
      seats.some(({ agent }) => agent === to),
      'words go to members only',
    )
  }

  /** Every open statement reaches all others; a sealed one waits for all, or for the host. */
  #reaches(row: Utterance, { after }: Commit): void {
    const circle = this.ledger.circles.of(row.gathering)
    const g = circle.last
    const isSaid = row.kind === 'said' || row.kind === 'passed' || row.kind === 'host'
    if (!g || !isSaid || row.text === '' || circle.isDim) return
    const given = this.#given.get(row.id)
    if (row.sealed) {
      must(isSealable(g, row), 'only the inhale and ballots are sealed')
      must(given === undefined, 'what was given to somebody is not sealed any more')
      this.#shut.add(row.id)
      return
    }
    const wanted = [...g.seats, g.harvester].flatMap(({ agent }) =>
      agent !== null && agent !== row.agent && after.agents.has(agent) ? [agent] : [],
    )
    for (const agent of wanted)
      must(given?.has(agent) === true, `all the others are given what is said (${agent})`)
    // A fork's copied rows were revealed in the earlier gathering.
    const cameOpen = row.origin !== null && !this.#shut.has(row.id)
    if (isSealable(g, row) && !cameOpen) this.#opened(row, g)
  }

  /** A late participant gets all open statements at once. */
  #catchesUp(was: Gathering, is: Gathering, { after }: Commit): void {
    const before = new Set([...was.seats, was.harvester].map(({ agent }) => agent))
    const circle = this.ledger.circles.of(is.id)
    if (circle.isDim || was.stage === 'proposed' || was.stage === 'convening') return
    for (const { agent } of [...is.seats, is.harvester]) {
      if (agent === null || before.has(agent) || !after.agents.has(agent)) continue
      for (const row of circle.rows.values()) {
        const isSaid = row.kind === 'said' || row.kind === 'passed' || row.kind === 'host'
        if (!isSaid || row.text === '' || row.sealed || row.agent === agent) continue
        must(this.#given.get(row.id)?.has(agent) === true, `who joins is given all that was said (${agent})`)
      }
    }
  }

  /** A sealed row is revealed when all have spoken, by the host, or because the gathering ends. */
  #opened(row: Utterance, g: Gathering): void {
    this.ledger.count('unsealed')
    const circle = this.ledger.circles.of(g.id)
    const byHost = row.phase === 'inhale' && circle.hands.some(({ verb }) => verb === 'open')
    const isPast = g.stage !== 'running' || g.phase !== row.phase || g.round !== row.round
    const left = g.seats.filter(
      ({ number }) =>
        !circle.held.some(
          (one) => one.number === number && one.phase === row.phase && one.round === row.round,
        ) &&
        ![...circle.rows.values()].some(
          (other) =>
            (other.kind === 'missed' || other.origin !== null) &&
            other.number === number &&
            other.phase === row.phase &&
            other.round === row.round,
        ),
    )
    must(byHost || isPast || left.length === 0, 'the seal holds until all have spoken')
  }

  /** No answer to a gathering's prompt is lost. */
  #ended(turn: Turn, rows: readonly Utterance[], { before }: Commit): void {
    const call = callIn(turn.promptedBy)
    if (!call || call.kind === 'harvest' || turn.outcome !== 'completed' || turn.text.trim() === '') return
    const g = before.gatherings.get(call.gathering)
    if (!g || g.stage === 'closed') return
    const isSilent = /^\s*SILENT\.?\s*$/.test(turn.text)
    const isHeard = rows.some((row) => row.turn === turn.id)
    const saysNothing = isSilent || this.#withoutPass(turn.text).trim() === ''
    must(isHeard || saysNothing, 'every answer is heard, or kept as a comment')
  }

  /** Before a gathering's prompt all statements are written, in order and complete. */
  #puts({ frame, after, before, messages }: Written): void {
    const isNew = frame.kind === 'mail' || callIn(frame.prompt) !== null
    const words = isNew ? messages.filter(({ spoken }) => spoken !== null) : []
    if (words.length > 0) {
      const seqs = words.map(({ seq }) => seq)
      must(
        seqs.every((seq, i) => i === 0 || seq > (seqs[i - 1] ?? 0)),
        'words of a circle come in order',
      )
      const last = this.#put.get(frame.agent) ?? 0
      const isAgain = words.some(({ id, deaths }) => deaths > 0 || this.#again.has(id))
      must(isAgain || (seqs[0] ?? 0) > last, 'words of a circle come in order, over all prompts')
      this.#put.set(frame.agent, Math.max(last, seqs.at(-1) ?? 0))
      const bytes = words.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
      // A former participant gets the latest statements as ordinary mail.
      const isOver = after.gatheringId === null || before.gatheringId === null
      must(
        isOver || words.length === 1 || !after.abilities.notes || bytes <= promptBytes + 8 * 1024,
        'a prompt puts 64 KiB of them at most, but where the rest cannot be noted',
      )
      this.ledger.count('words put', words.length)
      if (frame.how === 'note') this.ledger.count('words noted ahead')
    }
    const call = callIn(frame.prompt)
    if (call === null) return
    const g = gatheringOf(call.gathering)
    const left = after.mailbox.filter(({ state, spoken }) => state === 'queued' && spoken?.gathering === g)
    must(
      left.length === 0,
      `before its turn a member has everything that was said (${String(left.length)} left)`,
    )
    must(before.agent.id === frame.agent, 'a prompt goes to its own agent')
  }

  /** Removes a last line that may pass the piece. */
  #withoutPass(text: string): string {
    const lines = text.trimEnd().split('\n')
    const last = lines.at(-1) ?? ''
    const passes = /^ *PASS\b/.test(last) || last === this.ledger.speechOf(text)?.line
    return passes ? lines.slice(0, -1).join('\n') : text
  }
}

/** Whether a statement is sealed until all have spoken in its round. */
const isSealable = ({ sealed }: Gathering, { phase, kind }: Utterance): boolean =>
  kind !== 'host' && (phase === 'decision' || (sealed && phase === 'inhale'))

function gatheringOf(id: GatheringId | undefined): GatheringId | null {
  return id ?? null
}
