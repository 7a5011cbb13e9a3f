import { describe, expect, it } from 'vitest'
import type { MessageId } from '../../../main/contract/api/model.ts'
import type { KnownMessage } from '../../state/mail.ts'
import type { MessageOutcome } from '../../state/logs.ts'
import { receiptOf } from './receipt.ts'
import { standingOf } from './standing.ts'

const fate: MessageOutcome = {
  state: 'answered',
  reason: null,
  inInput: false,
  stateAt: 2,
  expectsReply: false,
  ahead: null,
  turn: 11,
  carriage: 'converse',
  steps: [],
}

const known = {
  id: 'msg-abcdef' as MessageId,
  state: 'held',
  stateAt: '2026-11-22T09:00:00.000Z',
  inInput: false,
  expectsReply: false,
  ahead: null,
  turn: null,
  priority: 'normal',
  reason: { kind: 'link', act: 'rests' },
  waits: null,
  crossed: { link: 'lnk-abcdef', crossing: 'crs-abcdef', carriage: 'paused' },
} as unknown as KnownMessage

describe('how words that crossed a link stand', () => {
  it('is told by how they are carried now, not by how they were first', () => {
    const standing = standingOf(undefined, null, fate, known)
    expect(standing && receiptOf(standing).words).toBe('started turn 11')
  })

  it('is told as main reports it where nothing newer was heard', () => {
    const standing = standingOf(undefined, null, undefined, known)
    expect(standing && receiptOf(standing).words).toBe('held: link on hold')
  })
})
