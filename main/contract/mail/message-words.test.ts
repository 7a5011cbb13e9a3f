import { describe, expect, it, test } from 'vitest'
import type { UserAction, MessageReason } from './message-reasons.ts'
import type { WaitReason } from './wait-words.ts'
import { becauseWords, briefBecauseWords, messageReasonWords } from './message-words.ts'
import { waitWords } from './wait-words.ts'

const both = (reason: MessageReason | null) => [
  messageReasonWords(reason, 'user'),
  messageReasonWords(reason, 'agent'),
]

describe('the user is "you", and "the user" for an agent', () => {
  it.each<[UserAction, string, string]>([
    ['hastened', 'moved up by you', 'moved up by the user'],
    ['promoted', 'promoted by you', 'promoted by the user'],
    ['demoted', 'demoted by you', 'demoted by the user'],
    ['postponed', 'left in the queue by you', 'left in the queue by the user'],
    ['handled', 'delivered now by you', 'delivered now by the user'],
    ['closed', 'discarded by you', 'closed by the user'],
    ['withdrawn', 'withdrawn by you', 'withdrawn by the user'],
    ['released', 'released by you', 'released by the user'],
    ['allowed', 'its sender was approved by you', 'its sender was approved by the user'],
    ['mooted', 'what it waited for was changed by you', 'what it waited for was changed by the user'],
    ['interrupted', 'you interrupted before it was read', 'the user interrupted before it was read'],
  ])('%s', (act, user, agent) => {
    expect(both({ kind: 'hand', act })).toEqual([user, agent])
  })

  it.each<[MessageReason, string, string]>([
    [
      { kind: 'depth', depth: 17 },
      '17 messages in a row between agents, without a message from you',
      '17 messages in a row between agents, without a message from the user',
    ],
    [
      { kind: 'consent', receiver: 'Builder', sender: 'Scout' },
      'needs your approval: Builder asks for fewer permissions than Scout',
      "waits for the user's approval: Builder asks for fewer permissions than Scout",
    ],
    [
      { kind: 'policy', receiver: 'Builder' },
      'needs your approval, as every message to Builder does',
      "waits for the user's click: Builder asks the user first",
    ],
    [
      { kind: 'nudged', before: { kind: 'nudged', before: { kind: 'unanswered', turn: 3, end: null } } },
      'read in turn 3, not answered yet; nudged by you; nudged by you',
      'read in turn 3, not answered yet; nudged by the user; nudged by the user',
    ],
  ])('%o', (reason, user, agent) => {
    expect(both(reason)).toEqual([user, agent])
  })

  it.each<[WaitReason, string, string]>([
    ['writing', 'waits while you are writing', 'waits while the user is writing'],
    ['everything', 'waits until you resume everything', 'waits until the user resumes everything'],
    [
      'wholeTurn',
      'waits for the end of the turn: this agent cannot be steered',
      'waits for the end of the turn: this agent cannot be steered',
    ],
    ['answer', 'waits until you answer its question', 'waits until the user answers its question'],
  ])('%s', (wait, user, agent) => {
    expect([waitWords(wait, 'user'), waitWords(wait, 'agent')]).toEqual([user, agent])
  })
})

test.each<[MessageReason | null, string]>([
  [null, ''],
  [{ kind: 'nudged', before: null }, 'nudged by you'],
  [{ kind: 'crowdedOut', most: 20 }, 'older than the newest 20 held for its link'],
  [{ kind: 'rate', cap: 20 }, 'more than 20 messages a minute between these two'],
  [{ kind: 'deaths', count: 3 }, 'the agent crashed 3 times while reading it'],
  [{ kind: 'askedAgain', turn: 4 }, 'asked again in turn 4, not answered'],
  [{ kind: 'triedAgain', detail: 'API 529' }, 'its turn failed (API 529); trying again'],
  [
    { kind: 'unanswered', turn: 3, end: { kind: 'cut' } },
    'read in turn 3, not answered: cut short by a newer prompt',
  ],
  [{ kind: 'ended', end: { kind: 'interrupted' } }, 'interrupted by you'],
  [{ kind: 'expired', read: true }, 'read, and not answered within a day'],
  [{ kind: 'expired', read: false }, 'not read within a day'],
])('%o', (reason, words) => {
  expect(messageReasonWords(reason, 'user')).toBe(words)
})

test('names and the words of others stay as they are, also before an agent', () => {
  const names = { receiver: 'you', sender: 'your helper' }
  expect(messageReasonWords({ kind: 'consent', ...names }, 'agent')).toBe(
    "waits for the user's approval: you asks for fewer permissions than your helper",
  )
  const end = { kind: 'broken', detail: 'You have reached your limit' } as const
  expect(messageReasonWords({ kind: 'ended', end }, 'agent')).toBe('You have reached your limit')
})

describe('what it waits for, and what became of it', () => {
  const promoted = { kind: 'hand', act: 'promoted' } as const

  it('are said together, or the one that there is', () => {
    expect(becauseWords({ reason: promoted, waitReason: 'turn' }, 'agent')).toBe(
      'waits for the end of the turn (promoted by the user)',
    )
    expect(becauseWords({ reason: promoted, waitReason: null }, 'user')).toBe('promoted by you')
    expect(becauseWords({ reason: null, waitReason: 'closed' }, 'user')).toBe('the tab is closed')
    expect(becauseWords({ reason: null, waitReason: null }, 'user')).toBe('')
  })

  it.each<[MessageReason | null, WaitReason | null, string]>([
    [promoted, 'turn', 'promoted by you · waits for the end of the turn'],
    [{ kind: 'cardOver' }, 'writing', 'left in queue: not answered · waits while you are writing'],
    [{ kind: 'hand', act: 'postponed' }, 'turn', 'left in queue · waits for the end of the turn'],
    [{ kind: 'hand', act: 'handled' }, 'boundary', 'delivered now · will be sent after the current step'],
    [
      { kind: 'triedAgain', detail: 'API 529' },
      'turn',
      'its turn failed (API 529); trying again · waits for the end of the turn',
    ],
    [promoted, null, 'promoted by you'],
    [null, 'turn', 'waits for the end of the turn'],
    [null, null, ''],
  ])('are shorter where there is little room: %o, %s', (reason, waits, words) => {
    expect(briefBecauseWords({ reason, waitReason: waits })).toBe(words)
  })
})
