import { expect, test } from 'vitest'
import type { SentView } from '../../../main/contract/links/link-views.ts'
import { signOf } from '../../entities/message/receipt.ts'
import { fateWords } from './crossing-row.tsx'
import { sentTo } from '../../testing/link.ts'

const told = (changes: Partial<SentView>) => {
  const sent = sentTo('Builder', changes)
  const { lead, rest } = fateWords(sent)
  return `${signOf(sent)} | ${lead === '' ? '' : `*${lead}*`}${rest}`
}

test.each<[Partial<SentView>, string]>([
  [{}, 'disc | *Started turn 30 of Builder*: a reply to its message'],
  [{ carriage: 'converse', state: 'answered', turn: 31 }, 'disc | *Started turn 31 of Builder*'],
  [{ carriage: 'absorb', turn: 31 }, 'disc | Read by Builder in turn 31'],
  [{ carriage: 'absorb', turn: null }, 'disc | Read by Builder'],
  [{ state: 'queued', carriage: 'absorb', turn: null }, 'ring | Will be sent with Builder’s next prompt'],
  [{ state: 'queued', turn: null }, 'ring | Starts a turn of Builder next'],
  [
    { state: 'queued', turn: null, waitReason: 'turn' },
    'ring | Not read by Builder yet: waits for the end of the turn',
  ],
  [{ state: 'queued', turn: null, waitReason: 'starting' }, 'ring | Waiting for Builder to start'],
  [{ state: 'written', turn: null }, 'half | On its way to Builder'],
  [{ state: 'written', inInput: true, turn: null }, 'half | Delivered to Builder, not read yet'],
  [{ state: 'held', carriage: 'paused', turn: null }, 'ring | Held for Builder: link paused'],
  [
    { state: 'held', carriage: 'paused', turn: null, reason: { kind: 'link', act: 'rests' } },
    'ring | Held for Builder: link on hold',
  ],
  [
    { state: 'held', turn: null, reason: { kind: 'depth', depth: 17 } },
    'ring | *Held*, not given to Builder yet: 17 messages in a row between agents, without a message from you',
  ],
  [
    { state: 'dropped', turn: null, reason: { kind: 'hand', act: 'closed' } },
    'x | Never read by Builder: discarded by you',
  ],
  [{ state: 'expired', turn: null }, 'x | Never read by Builder: expired'],
  [{ state: 'dropped', turn: null, reason: { kind: 'agentDeleted' } }, 'x | No receipt: Builder was deleted'],
  [{ state: 'undeliverable', turn: null }, 'x | Could not be given to Builder'],
])('tells what became of a crossing: %o', (changes, words) => {
  expect(told(changes)).toBe(words)
})
