import { beforeAll, describe, expect, it } from 'vitest'
import { loadKeys, type Keys } from './keys.ts'
import { Twins, type AskTwins } from './twins.ts'

let keys: Keys
let seed: string
beforeAll(async () => {
  keys = await loadKeys()
  ;({ seed } = keys.make())
})

/** A Janus with barn's key by default. */
function janus(life: string, key = seed): Twins {
  const signer = keys.open(key)
  if (!signer) throw new Error('no key')
  return new Twins({ machine: 'barn', life: life.repeat(12), signer, keys })
}

const among =
  (...others: readonly Twins[]): AskTwins =>
  (question) =>
    Promise.resolve(others.map((other) => other.answer(question)))

describe('Januses with one key', () => {
  it('the one that was there goes on, the one that comes stands aside', async () => {
    const [first, second] = [janus('b'), janus('a')]
    expect(await first.ask(among())).toBe(false)
    expect(await second.ask(among(first))).toBe(true)
    expect(await first.ask(among(second))).toBe(true)
    expect([first.isAside, second.isAside]).toEqual([false, true])
  })

  it('one that stands aside stays so when the other is gone, and lets one in that comes again', async () => {
    const [first, second, third] = [janus('b'), janus('a'), janus('c')]
    await first.ask(among())
    await second.ask(among(first))
    second.come()
    await second.ask(among())
    expect(second.isAside).toBe(true)
    expect(await third.ask(among(second))).toBe(true)
    expect(third.isAside).toBe(false)
  })

  it('of two that come at once just one takes part, whoever hears of the other', async () => {
    for (const [one, other] of [
      [janus('a'), janus('b')],
      [janus('b'), janus('a')],
    ] as const) {
      await one.ask(among(other))
      await other.ask(among(one))
      await one.ask(among(other))
      expect([one.isAside, other.isAside].filter(Boolean)).toHaveLength(1)
    }
  })

  it('of two that took part without hearing of each other just one goes on', async () => {
    const [one, other] = [janus('a'), janus('b')]
    await one.ask(among())
    await other.ask(among())
    await one.ask(among(other))
    await other.ask(among(one))
    expect([one.isAside, other.isAside]).toEqual([false, true])
  })

  it('who comes back yields to the one who took its place meanwhile', async () => {
    const [first, second] = [janus('a'), janus('b')]
    await first.ask(among())
    await second.ask(among())
    first.come()
    await first.ask(among(second))
    expect([first.isAside, second.isAside]).toEqual([true, false])
  })

  it('believes no answer to another question, of another key, of its own, or of no Janus', async () => {
    const [first, stranger] = [janus('b'), janus('c', keys.make().seed)]
    for (const one of [first, stranger]) await one.ask(among())
    const old = first.answer(new Uint8Array(16))
    for (const answer of [() => old, stranger.answer.bind(stranger), (asked: Uint8Array) => asked]) {
      const comes = janus('d')
      expect(await comes.ask((question) => Promise.resolve([answer(question)]))).toBe(false)
      expect(comes.isAside).toBe(false)
    }
    expect(await first.ask(among(first))).toBe(false)
    expect(first.isAside).toBe(false)
  })
})
