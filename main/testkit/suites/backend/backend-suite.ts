import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectedAbilities } from '../../../contract/agents/kind-abilities.ts'
import { usualKind } from '../../../contract/agents/kinds.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import { BackendHarness, type BackendDriver } from './backend-desk.ts'
import { entrances } from './backend-entrances.ts'
import { closings, stops } from './backend-stops.ts'
import { allTokens, noTokens } from '../../../contract/budget/budget.ts'
import type { Fact } from '../../../ports/ports.ts'
import type { FactType } from '../../recorder.ts'

/** Omits usage reports, whose number depends on the backend. */
export const withoutUse = (types: readonly FactType[]): readonly FactType[] =>
  types.filter((type) => type !== 'turn.used' && type !== 'context.told')

/**
 * A turn's usage is reported after a model call, and at its end as a running total that is no less; the
 * context's fill, if the backend can report it.
 */
function expectUseTold(facts: readonly Fact[], tellsContext: boolean): void {
  const full = facts.findLast((fact) => fact.type === 'context.told')
  if (tellsContext) expect(full?.context.used).toBeGreaterThan(0)
  else expect(full).toBeUndefined()
  if (full) expect(full.context.size).toBeGreaterThan(full.context.used)
  const seen = facts.flatMap((fact) => (fact.type === 'turn.used' ? [allTokens(fact.tokens)] : []))
  const ended = facts.find((fact) => fact.type === 'turn.ended')
  expect(seen.at(-1)).toBeGreaterThan(0)
  expect(allTokens(ended?.totalTokens ?? noTokens)).toBeGreaterThanOrEqual(seen.at(-1) ?? 0)
}

const a: AgentId = 'agt-aaaaaaaaaa'
const b: AgentId = 'agt-bbbbbbbbbb'

/**
 * What every backend, real or in memory, must do. `shared`: processes are slow to start, so tests reuse them
 * while they are idle and healthy; tests that close the backend are skipped. `isDue`: false skips it all.
 */
export function describeBackend(
  name: string,
  makeDriver: () => Promise<BackendDriver>,
  { shared = false, isDue = true }: { readonly shared?: boolean; readonly isDue?: boolean } = {},
): void {
  // Time for two slow starts in one test on a busy machine.
  describe.skipIf(!isDue)(name, shared ? { timeout: 180_000 } : {}, () => {
    let driver: BackendDriver | null = null
    let desk: BackendHarness

    beforeEach(async () => {
      if (driver === null || !shared) {
        driver = await makeDriver()
        desk = new BackendHarness(driver)
      } else desk.handOn()
    })

    afterEach(() => (shared ? desk.settle() : driver?.close()))
    afterAll(() => (shared ? driver?.close() : undefined))

    turns(() => desk)
    stops(() => desk)
    if (!shared) closings(() => desk)
    deaths(() => desk)
    copies(() => desk)
    permissions(() => desk)
    entrances(() => desk)
  })
}

function turns(desk: () => BackendHarness): void {
  test('an agent starts, reads a prompt and answers, and each step is told', async () => {
    const { heard } = desk()
    expect(await desk().start(a)).toMatchObject({ historyLost: false })
    const frame = desk().write(a, ['say: hello'])
    expect(await heard.next(a, 'frame.accepted')).toMatchObject({ frame })
    expect(await heard.next(a, 'frame.started')).toMatchObject({ frame })
    expect(await heard.next(a, 'block.said')).toMatchObject({ block: { kind: 'text', text: 'hello' } })
    const { outcome, totalCostUsd } = await heard.next(a, 'turn.ended')
    expect(outcome).toEqual({ kind: 'completed', text: 'hello' })
    if (desk().can.cost === 'usd') expect(totalCostUsd).not.toBeNull()
    // Some programs choose their conversation's id.
    const types = withoutUse(heard.types(a)).filter((type) => type !== 'conversation.changed')
    expect(types.slice(0, 4)).toEqual(['folder.looked', 'process.spawned', 'process.ready', 'frame.accepted'])
    // The core accepts these two in either order.
    expect(types.slice(4, 6).toSorted()).toEqual(['frame.started', 'turn.began'])
    expect(types.slice(6)).toEqual(['block.said', 'turn.ended'])
    expectUseTold(heard.facts, desk().can.tellsContext)
  })

  test('a CLI that starts says what it offers', async () => {
    await desk().start(a)
    const offer = desk().heard.offers.get(a)
    if (desk().can.extras) expect(offer?.commands.map(({ name }) => name)).toContain('compact')
    expect(offer?.models.map(({ value }) => value)).toContain('')
    expect(desk().heard.offers.has(b)).toBe(false)
  })

  test('two agents answer beside each other, each in its own conversation', async () => {
    await Promise.all([desk().start(a), desk().start(b)])
    desk().write(a, ['wait: gate', 'say: slow'])
    await desk().driver.held('gate')
    expect(await desk().ask(b, ['say: quick'])).toEqual({ kind: 'completed', text: 'quick' })
    desk().driver.release('gate')
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'slow' } })
    expect(await desk().ask(a, ['say: again'])).toEqual({ kind: 'completed', text: 'again' })
  })

  test('a process tells what it can do', async () => {
    const { abilities } = await desk().start(a)
    const { extras: _, readsAtOnce: __, moves: ___, tellsCuts: ____, ...told } = desk().can
    const { switchesTo, efforts } = abilities
    const { countsAll } = expectedAbilities[desk().driver.kind ?? usualKind]
    expect(abilities).toEqual({ ...told, switchesTo, efforts, countsAll })
  })

  test('a conversation that the user has cut down to a summary says so, once, and goes on', async () => {
    if (!desk().can.extras) return
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    const frame = desk().command(a, '/compact')
    expect(await desk().heard.next(a, 'frame.started')).toMatchObject({ frame })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({
      outcome: { kind: 'completed', text: '' },
    })
    // From another agent it is plain text.
    expect(await desk().ask(a, ['/compact', 'say: two'])).toEqual({ kind: 'completed', text: 'two' })
    await desk().stop(a)
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: false })
    expect(await desk().ask(a, ['say: three'])).toEqual({ kind: 'completed', text: 'three' })
    const types = desk().heard.types(a)
    const turns = types.filter((type) => type === 'turn.ended' || type === 'conversation.compacted')
    expect(turns).toEqual(['turn.ended', 'conversation.compacted', 'turn.ended', 'turn.ended', 'turn.ended'])
    expect(desk().changes(a)).toBe(0)
    expect(desk().heard.facts.filter(({ type }) => type === 'block.said')).toHaveLength(3)
  })

  test('what the service refuses for good is told as that, and the conversation goes on', async () => {
    await desk().start(a)
    expect(await desk().ask(a, ['fail: 400'])).toMatchObject({
      kind: 'broken',
      error: 'invalidRequest',
    })
    expect(await desk().ask(a, ['say: on we go'])).toMatchObject({ kind: 'completed' })
  })

  test('a permission is asked and its answer goes back; so is a denial', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: done'])
    const card = await desk().heard.next(a, 'card.asked')
    expect(card).toMatchObject({ kind: 'permission' })
    desk().decide(a, card.request, { kind: 'allow' })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
    desk().write(a, ['ask: two', 'say: done without'])
    const { request, call } = await desk().heard.next(a, 'card.asked')
    desk().decide(a, request, { kind: 'deny', message: 'not now' })
    const text = desk().can.denial === 'ends' ? '' : 'done without'
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text } })
    expect(callEnds(desk()), resultTexts(desk())).toEqual({ [card.call]: 'done', [call]: 'failed' })
  })

  test('an interrupt ends the turn, takes the card back, and the next prompt is read as ever', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: never'])
    const card = await desk().heard.next(a, 'card.asked')
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    expect(await desk().heard.next(a, 'card.withdrawn')).toMatchObject({ request: card.request })
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
    expect(callEnds(desk())).toEqual({ [card.call]: 'stopped' })
    const text = desk().can.tellsCuts ? 'on we go' : (expect.stringContaining('on we go') as string)
    expect(await desk().ask(a, ['say: on we go'])).toEqual({ kind: 'completed', text })
  })

  test('a prompt that waits behind an interrupted turn is not read, and that is told', async () => {
    await desk().start(a)
    desk().write(a, ['wait: gate'])
    if (desk().can.readsAtOnce) await desk().heard.next(a, 'frame.started')
    await desk().driver.held('gate')
    const waiting = desk().write(a, ['say: never'])
    await desk().heard.next(a, 'frame.accepted', ({ frame }) => frame === waiting)
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    await desk().heard.next(a, 'frame.cancelled', ({ frame }) => frame === waiting)
    await desk().heard.next(a, 'turn.ended')
    await desk().stop(a)
    expect(desk().heard.facts.filter((fact) => fact.type === 'frame.started')).toHaveLength(1)
  })
}

function deaths(desk: () => BackendHarness): void {
  test('a death is told, and the transcript says what became of each prompt', async () => {
    await desk().start(a)
    const finished = desk().write(a, ['say: kept'])
    await desk().heard.next(a, 'turn.ended')
    const broken = desk().write(a, ['wait: gate'])
    await desk().driver.recorded(desk().launch(a).conversation, broken)
    desk().driver.kill(a)
    const { detail } = await desk().heard.next(a, 'process.exited')
    expect(detail.length).toBeGreaterThan(5)
    expect(await desk().locate(a, finished, broken, randomUUID())).toMatchObject([
      { found: 'finished', text: 'kept' },
      { found: desk().can.receipts === 'none' ? 'unknown' : 'unfinished', text: '' },
      { found: 'absent', text: '' },
    ])
  })

  test('after a death the conversation goes on in a new process', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    desk().driver.kill(a)
    await desk().heard.next(a, 'process.exited')
    expect(await desk().start(a, 2)).toMatchObject({ historyLost: !desk().can.resumes })
    expect(await desk().ask(a, ['say: two'])).toEqual({ kind: 'completed', text: 'two' })
  })
}

function copies(desk: () => BackendHarness): void {
  test('a copy of a conversation goes on by itself, and so does the original', async () => {
    await desk().start(a)
    await desk().ask(a, ['say: one'])
    if (!desk().can.copies) return void (await expect(desk().adopt(b, a)).rejects.toThrow(/nothing to copy/))
    await desk().adopt(b, a)
    expect(await desk().start(b)).toMatchObject({ historyLost: false })
    expect(await desk().ask(b, ['say: in the copy'])).toEqual({ kind: 'completed', text: 'in the copy' })
    expect(await desk().ask(a, ['say: two'])).toEqual({ kind: 'completed', text: 'two' })
    await desk().stop(b)
    expect(await desk().start(b, 2)).toMatchObject({ historyLost: false })
  })

  test('a conversation is copied in the middle of a turn, without disturbing it', async () => {
    if (!desk().can.copies) return
    await desk().start(a)
    const frame = desk().write(a, ['wait: gate', 'say: one'])
    await desk().driver.held('gate')
    await desk().driver.recorded(desk().launch(a).conversation, frame)
    await desk().adopt(b, a)
    await desk().start(b)
    expect(await desk().ask(b, ['say: in the copy'])).toEqual({ kind: 'completed', text: 'in the copy' })
    desk().driver.release('gate')
    expect(await desk().heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'one' } })
  })

  test('a conversation that was never begun is not copied', async () => {
    const { backend, folder, kind = 'claude', program = null } = desk().driver
    const of = { agent: a, kind, program, cwd: folder, conversation: randomUUID() }
    await expect(backend.fork(of)).rejects.toThrow(/nothing to copy/)
  })
}

function permissions(desk: () => BackendHarness): void {
  test('what is allowed for good is not asked again, in the next process either', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: done'])
    const { request, suggestions } = await desk().heard.next(a, 'card.asked')
    if (!desk().can.permissions)
      return expect(suggestions.flatMap(({ permissions }) => permissions)).toEqual([])
    expect(suggestions[0]?.permissions.length).toBeGreaterThan(0)
    desk().decide(a, request, { kind: 'allow', suggestion: 0 })
    await desk().heard.next(a, 'turn.ended')
    expect(await desk().ask(a, ['ask: one', 'say: again'])).toEqual({ kind: 'completed', text: 'again' })
    await desk().stop(a)
    desk().allowed = suggestions[0]?.permissions ?? []
    await desk().start(a, 2)
    expect(await desk().ask(a, ['ask: one', 'say: later'])).toEqual({ kind: 'completed', text: 'later' })
    expect(desk().heard.facts.filter((fact) => fact.type === 'card.asked')).toHaveLength(1)
    desk().write(a, ['ask: two', 'say: done'])
    await desk().heard.next(a, 'card.asked')
  })

  test('what is allowed once is asked again', async () => {
    await desk().start(a)
    desk().write(a, ['ask: one', 'ask: one', 'say: done'])
    const { request } = await desk().heard.next(a, 'card.asked')
    desk().decide(a, request, { kind: 'allow' })
    await desk().heard.next(a, 'card.asked')
  })
}

/** How each call with a result ended. */
function callEnds({ heard }: BackendHarness): Record<string, string> {
  const blocks = heard.facts.flatMap((fact) => (fact.type === 'block.said' ? [fact.block] : []))
  return Object.fromEntries(
    blocks.flatMap((block) => (block.kind === 'result' ? [[block.call, block.end]] : [])),
  )
}

/** Each call's result, for the report of a failing test. */
function resultTexts({ heard }: BackendHarness): string {
  const blocks = heard.facts.flatMap((fact) => (fact.type === 'block.said' ? [fact.block] : []))
  return JSON.stringify(blocks.filter(({ kind }) => kind === 'result'))
}
