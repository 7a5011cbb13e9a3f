import { beforeEach, describe, expect, test } from 'vitest'
import type { FrameId } from '../../contract/api/model.ts'
import { AcpCards, type OptionId } from './cards.ts'
import { profiles, type AcpKind } from './profiles/profiles.ts'
import type { Entrance } from '../../ports/ports.ts'
import type { Receipts } from './receipts.ts'
import type { AcpSession } from './session.ts'
import { Talk } from './talk.ts'

class FakeSession implements AcpSession {
  readonly version: 1 | 2
  readonly id = 'session'
  readonly done: string[] = []
  steers = true

  constructor(version: 1 | 2) {
    this.version = version
  }

  prompt(frame: FrameId, text: string): void {
    this.done.push(`prompt ${frame}: ${text}`)
  }

  steer(text: string): Promise<boolean> {
    this.done.push(`steer: ${text}`)
    return Promise.resolve(this.steers)
  }

  cancel(): void {
    this.done.push('cancel')
  }

  set(): Promise<void> {
    return Promise.resolve()
  }
}

describe('a talk', () => {
  let told: string[]
  let session: FakeSession
  let cards: AcpCards
  let talk: Talk
  const receipts: string[] = []
  const ends: string[] = []

  function begin(kind: AcpKind, steering = profiles[kind].steering, version: 1 | 2 = 1): void {
    told = []
    receipts.length = 0
    ends.length = 0
    session = new FakeSession(version)
    cards = new AcpCards('/work', (fact) => told.push(fact.type))
    const noted = (what: string) => (frame: FrameId) => void receipts.push(`${what} ${frame}`)
    talk = new Talk({
      profile: { ...profiles[kind], steering },
      cards,
      receipts: {
        written: noted('written'),
        named: noted('named'),
        ended: noted('ended'),
        gone: noted('gone'),
      } as unknown as Receipts,
      introduction: '',
      hear: (heard) => {
        if (!('fact' in heard) || heard.fact.type === 'turn.used') return
        const { fact } = heard
        if (fact.type === 'block.said' && fact.block.kind === 'result') ends.push(fact.block.end)
        const more =
          'frame' in fact ? ` ${fact.frame}` : fact.type === 'turn.ended' ? ` ${fact.outcome.kind}` : ''
        told.push(`${fact.type}${more}`)
      },
      log: () => undefined,
    })
    talk.open(session)
  }

  beforeEach(() => begin('opencode'))

  const write = (frame: string, text: string, how: Entrance): void =>
    talk.write({ frame, text, isFromUser: false, how, pictures: [] })
  const say = (text: string): void =>
    talk.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  const tool = (status: string, id = 'call'): void =>
    talk.update({ sessionUpdate: 'tool_call_update', toolCallId: id, title: 'x', status, rawInput: { x: 1 } })
  const end = (stop = 'end_turn'): void =>
    talk.ended({ stop, code: null, errorName: '', words: '', told: {} })

  test('puts one prompt at a time; the next goes out when its turn has ended', () => {
    write('one', 'a', 'begin')
    write('two', 'b', 'begin')
    expect(session.done).toEqual(['prompt one: a'])
    say('x')
    end()
    expect(session.done).toEqual(['prompt one: a', 'prompt two: b'])
    expect(told).toEqual([
      'frame.accepted one',
      'frame.accepted two',
      'frame.started one',
      'turn.began',
      'block.said',
      'turn.ended completed',
    ])
  })

  test('notes a prompt before it goes out, and its end before that is told', () => {
    write('one', 'a', 'begin')
    expect(receipts).toEqual(['written one'])
    end()
    expect(receipts).toEqual(['written one', 'ended one'])
  })

  test('in version 2 is told by the answer to a prompt that it is in the conversation', () => {
    begin('other', 'none', 2)
    write('one', 'a', 'begin')
    say('x')
    expect(told).not.toContain('frame.started one')
    talk.taken('one', 'id-1')
    expect(told).toContain('frame.started one')
    expect(receipts).toEqual(['written one', 'named one'])
  })

  test('takes back what waits when it is stopped, and stops the turn', () => {
    write('one', 'a', 'begin')
    write('two', 'b', 'begin')
    talk.interrupt()
    end('cancelled')
    expect(session.done).toEqual(['prompt one: a', 'cancel'])
    expect(told.slice(2)).toEqual([
      'frame.cancelled two',
      'frame.started one',
      'turn.began',
      'turn.ended interrupted',
    ])
  })

  test('tells of a tool that failed with its turn that it was stopped', () => {
    write('one', 'a', 'begin')
    tool('in_progress')
    talk.interrupt()
    tool('failed')
    expect(ends).toEqual(['stopped'])
  })

  test('steers by a second prompt, only while a tool runs; it is read with what comes after the tool', () => {
    write('one', 'a', 'begin')
    say('words')
    write('steer', 'b', 'steer')
    expect(session.done).toHaveLength(1)
    tool('in_progress')
    expect(session.done.at(-1)).toBe('prompt steer: b')
    tool('completed')
    expect(told).not.toContain('frame.started steer')
    say('after')
    expect(told.at(-1)).toBe('frame.started steer')
    end()
    expect(receipts).toEqual(['written one', 'written steer', 'ended one', 'ended steer'])
  })

  test('begins a turn with what was to be steered in when no tool came', () => {
    write('one', 'a', 'begin')
    write('steer', 'b', 'steer')
    say('words')
    end()
    expect(session.done.at(-1)).toBe('prompt steer: b')
  })

  test('does not steer past a prompt that waits', () => {
    write('one', 'a', 'begin')
    write('two', 'b', 'begin')
    write('steer', 'c', 'steer')
    tool('in_progress')
    expect(session.done).toEqual(['prompt one: a'])
  })

  test('steers by steering; what comes too late for it begins a turn', async () => {
    begin('other', 'steer', 2)
    session.steers = false
    write('one', 'a', 'begin')
    talk.taken('one', 'id')
    tool('in_progress')
    write('steer', 'b', 'steer')
    expect(session.done.at(-1)).toBe('steer: b')
    await Promise.resolve()
    await Promise.resolve()
    tool('completed')
    end()
    expect(session.done.at(-1)).toBe('prompt steer: b')
    expect(receipts).toContain('gone steer')
  })

  test('steers where the agent asks for it between its tools', () => {
    begin('qwen')
    write('one', 'a', 'begin')
    tool('in_progress')
    write('steer', 'b', 'steer')
    expect(session.done).toHaveLength(1)
    tool('completed')
    expect(talk.drain()).toEqual(['\nb'])
    expect(told.at(-1)).toBe('frame.started steer')
    expect(talk.drain()).toEqual([])
  })

  test('interjects once the tool has ended: the turn is cut, then the frame is in', () => {
    write('one', 'a', 'begin')
    tool('in_progress')
    write('now', 'b', 'interject')
    expect(session.done).not.toContain('cancel')
    tool('completed')
    expect(session.done.at(-1)).toBe('cancel')
    expect(told).not.toContain('frame.accepted now')
    end('cancelled')
    expect(told.slice(-2)).toEqual(['turn.ended cut', 'frame.accepted now'])
    expect(session.done.at(-1)).toBe('prompt now: b')
  })

  test('does not interject over a card', async () => {
    write('one', 'a', 'begin')
    const call = { toolCallId: 'call', kind: 'execute', title: 'x', rawInput: { command: 'x' } }
    const options = [{ optionId: 'yes', kind: 'allow_once', name: 'Yes' }]
    const choice: Promise<OptionId> = talk.permission(call, options)
    write('now', 'b', 'interject')
    expect(session.done).not.toContain('cancel')
    cards.decide('request-1', { kind: 'allow' })
    expect(await choice).toBe('yes')
    tool('completed')
    expect(session.done.at(-1)).toBe('cancel')
  })

  test('has no notes: they would begin a turn', () => {
    write('note', 'a', 'note')
    expect(told).toEqual(['frame.cancelled note'])
    expect(session.done).toEqual([])
  })

  test('that breaks off keeps the words that were seen, and has no end of its turn', () => {
    write('one', 'a', 'begin')
    say('half')
    talk.brokenOff()
    expect(told.slice(-1)).toEqual(['block.said'])
    end()
    expect(told).not.toContain('turn.ended completed')
  })

  test('after a denial that ends the turn has an answer without words, not a turn that the user stopped', () => {
    write('one', 'a', 'begin')
    say('x')
    talk.denied()
    end('cancelled')
    expect(told.at(-1)).toBe('turn.ended completed')
  })
})
