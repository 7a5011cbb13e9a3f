import { expect, test } from 'vitest'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { Digest, ReadPosition } from './digest.ts'
import { PresenceWatcher, type Watched } from './follow-presence.ts'
import { letter, row, waits } from '../../testing/mail.ts'

const a: Watched = { id: 'agt-a', isWorking: false, entries: [row(1)], pending: [] }
const b: Watched = { ...a, id: 'agt-b' }
/** Scout has written to `a`. */
const later = { ...a, entries: [row(1), letter(2, 'scout')] }

/** A window with its storage and the digest it shows. */
class Pane {
  readonly kept = new Map<AgentId, ReadPosition>()
  shown: Digest | null = null
  at = 1_000
  presence = this.open()

  /** Opens the window, or reopens it. */
  open(): PresenceWatcher {
    this.shown = null
    this.presence = new PresenceWatcher({
      seen: (agent) => this.kept.get(agent),
      keep: (agent, seen) => void this.kept.set(agent, seen),
      tell: (digest) => (this.shown = digest),
      clear: () => (this.shown = null),
      now: () => this.at,
    })
    return this.presence
  }

  get words(): string {
    if (this.shown === null) return ''
    return `${this.shown.kind}: ${this.shown.items.map((one) => one.line).join(', ')}`
  }
}

test('who comes back to a tab is told what peers sent to it; the first visit tells nothing', () => {
  const pane = new Pane()
  pane.presence.update(a, true)
  expect(pane.words).toBe('')
  pane.presence.update(b, true)
  pane.at = 2_000
  const more = { ...a, entries: [row(1), letter(2, 'scout'), row(3)], pending: [waits(1_500)] }
  pane.presence.update(more, true)
  expect(pane.words).toBe('away: row 2, words 1500')
  expect(pane.shown).toMatchObject({ since: 1_000, until: 2_000, isWhole: true })
  pane.presence.update(b, true)
  expect(pane.words).toBe('')
  pane.presence.update(more, true)
  expect(pane.words).toBe('')
})

test('it waits for the rows of the conversation, and outlives the window', () => {
  const pane = new Pane()
  pane.presence.update(a, true)
  pane.presence.leave()
  pane.at = 9_000
  pane.open()
  pane.presence.update({ ...a, entries: null }, true)
  expect(pane.words).toBe('')
  pane.presence.leave()
  expect(pane.kept.get('agt-a')).toEqual({ n: 1, at: 1_000 })
  pane.presence.update(later, true)
  expect(pane.words).toBe('away: row 2')
})

test('a glance at another window is no absence', () => {
  const pane = new Pane()
  pane.presence.update(a, true)
  pane.presence.update(a, false)
  pane.at += 19_999
  pane.presence.update(later, true)
  expect(pane.words).toBe('')
  pane.presence.update(later, false)
  pane.at += 20_000
  const latest = { ...a, entries: [...later.entries, letter(3, 'scout')] }
  pane.presence.update(latest, true)
  expect(pane.words).toBe('away: row 3')
  pane.presence.update(latest, false)
  expect(pane.words).toBe('away: row 3')
})

test('a tab that comes into view before the window has the focus is told once it has', () => {
  const pane = new Pane()
  pane.presence.update(a, true)
  pane.presence.update(b, true)
  pane.presence.leave()
  pane.at += 100
  // As after a reload: the tab is selected, and the focus comes later.
  pane.open()
  pane.presence.update(b, false)
  pane.presence.update(later, false)
  expect(pane.words).toBe('')
  pane.presence.update(later, true)
  expect(pane.words).toBe('away: row 2')
})

test('who leaves while the rows are read again has seen those that were there', () => {
  const pane = new Pane()
  pane.presence.update(later, true)
  pane.presence.update({ ...a, entries: null }, true)
  pane.presence.update(b, true)
  expect(pane.kept.get('agt-a')).toEqual({ n: 2, at: 1_000 })
  pane.presence.update({ ...a, entries: [...later.entries, letter(3, 'scout')] }, true)
  expect(pane.words).toBe('away: row 3')
})

test('a glance elsewhere while the rows of a tab are on their way takes nothing from it', () => {
  const pane = new Pane()
  pane.presence.update(a, true)
  pane.presence.update(b, true)
  pane.at += 100
  pane.presence.update({ ...a, entries: null }, true)
  pane.presence.update({ ...a, entries: null }, false)
  pane.presence.update({ ...a, entries: null }, true)
  pane.presence.update(later, true)
  expect(pane.words).toBe('away: row 2')
  // Once the rows were seen, it is a glance like any other.
  pane.shown = null
  pane.presence.update(later, false)
  pane.presence.update({ ...a, entries: [...later.entries, letter(3, 'scout')] }, true)
  expect(pane.words).toBe('')
})

test("the end of the user's own turn tells what came in between; a peer's turn does not", () => {
  const pane = new Pane()
  const user = row(2, { kind: 'user', turn: 'trn-2' })
  const mine = { ...a, isWorking: true, entries: [row(1), user] }
  pane.presence.update(mine, true)
  const more = [...mine.entries, letter(3, 'scout', { turn: 'trn-2' }), row(4, { turn: 'trn-2' })]
  pane.presence.update({ ...mine, entries: more }, true)
  expect(pane.words).toBe('')
  pane.presence.update({ ...mine, entries: more, isWorking: false }, true)
  expect(pane.words).toBe('turn: row 3')
  // What the CLI does between two turns ends no turn of the user's.
  pane.shown = null
  pane.presence.update({ ...mine, entries: more }, true)
  pane.presence.update({ ...mine, entries: more, isWorking: false }, true)
  expect(pane.words).toBe('')

  const other = new Pane()
  const theirs = { ...a, isWorking: true, entries: [row(1), letter(2, 'scout', { turn: 'trn-2' })] }
  other.presence.update(theirs, true)
  other.presence.update({ ...theirs, isWorking: false }, true)
  expect(other.words).toBe('')
})

test('a flood of which nothing was read is in the mailbox to see, and is told nowhere else', () => {
  const pane = new Pane()
  const mine = { ...a, isWorking: true, entries: [row(1), row(2, { kind: 'user', turn: 'trn-2' })] }
  pane.presence.update(mine, true)
  const flood = [waits(1_500), waits(1_501)]
  pane.presence.update({ ...mine, pending: flood, isWorking: false }, true)
  expect(pane.words).toBe('')
  pane.presence.update(b, true)
  pane.presence.update({ ...a, pending: [waits(1_600)] }, true)
  expect(pane.words).toBe('')
})

test('what handlers did alone is told too, though nothing was read', () => {
  const pane = new Pane()
  pane.presence.update(a, true)
  pane.presence.update(b, true)
  const action = { kind: 'answered', answer: null, words: 'Later.' } as const
  const note = { kind: 'handled', name: 'Away', from: 'scout', words: 'Is it done?', action } as const
  pane.presence.update({ ...a, entries: [row(1), row(2, { note, message: 'msg-7' })] }, true)
  expect(pane.shown).toMatchObject({ kind: 'away', items: [], handled: [{ message: 'msg-7', n: 2 }] })
})
