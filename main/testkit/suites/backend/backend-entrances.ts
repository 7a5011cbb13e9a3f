import { expect, test } from 'vitest'
import type { AgentId, FrameId } from '../../../contract/api/model.ts'
import type { BackendHarness } from './backend-desk.ts'
import type { FactType } from '../../recorder.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

/** What every backend must do with frames that steer, interject or note, and with background tasks. */
export function entrances(desk: () => BackendHarness): void {
  steers(desk)
  interjections(desk)
  notes(desk)
  interrupts(desk)
  backgrounds(desk)
}

function steers(desk: () => BackendHarness): void {
  test('a frame that steers is read once the tool has ended, in the turn that runs; without, after it', async () => {
    if (!desk().can.steers) return
    const { heard, driver } = desk()
    await desk().start(a)
    const first = desk().write(a, ['work: tool', 'say: first'])
    await heard.next(a, 'frame.started', ({ frame }) => frame === first)
    await desk().working(a, 'tool')
    const steered = desk().put(a, 'steer', ['say: steered'])
    await heard.next(a, 'frame.accepted', ({ frame }) => frame === steered)
    expect(started(desk())).toEqual([first])
    driver.finish('tool')
    await heard.next(a, 'block.said', ({ block }) => block.kind === 'result')
    await heard.next(a, 'frame.started', ({ frame }) => frame === steered)
    const text = expect.stringContaining('steered') as string
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed', text } })
    expect(count(desk(), 'turn.began')).toBe(1)
    desk().write(a, ['wait: gate', 'say: second'])
    await driver.held('gate')
    const late = desk().put(a, 'steer', ['say: on its own'])
    await heard.next(a, 'frame.accepted', ({ frame }) => frame === late)
    driver.release('gate')
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'second' } })
    await heard.next(a, 'frame.started', ({ frame }) => frame === late)
    await heard.next(a, 'turn.began')
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'on its own' } })
    const found = 'finished'
    expect(await desk().locate(a, first, steered, late)).toMatchObject([
      { found, text },
      { found, text },
      { found, text: 'on its own' },
    ])
  })

  test('a frame that steers leaves the card where it is, and is read when that is decided', async () => {
    if (!desk().can.steers) return
    const { heard } = desk()
    await desk().start(a)
    desk().write(a, ['ask: one', 'say: done'])
    const { request } = await heard.next(a, 'card.asked')
    const steered = desk().put(a, 'steer', ['say: steered'])
    await heard.next(a, 'frame.accepted', ({ frame }) => frame === steered)
    desk().decide(a, request, { kind: 'allow' })
    await heard.next(a, 'frame.started', ({ frame }) => frame === steered)
    await heard.next(a, 'turn.ended')
    expect(count(desk(), 'card.withdrawn')).toBe(0)
    expect(count(desk(), 'turn.began')).toBe(1)
  })

  test('what died steered is unfinished, as the prompt that it was steered into; a note is there', async () => {
    if (!desk().can.steers || !desk().can.notes) return
    const { heard, driver } = desk()
    await desk().start(a)
    const note = desk().put(a, 'note', ['a note'])
    await heard.next(a, 'frame.started')
    const first = desk().write(a, ['work: tool', 'wait: gate'])
    await desk().working(a, 'tool')
    const steered = desk().put(a, 'steer', ['say: steered'])
    await heard.next(a, 'frame.accepted', ({ frame }) => frame === steered)
    driver.finish('tool')
    await heard.next(a, 'frame.started', ({ frame }) => frame === steered)
    await driver.recorded(desk().launch(a).conversation, steered)
    driver.kill(a)
    await heard.next(a, 'process.exited')
    expect(await desk().locate(a, note, first, steered)).toMatchObject([
      { frame: note, found: 'finished', text: '' },
      { frame: first, found: 'unfinished', text: '' },
      { frame: steered, found: 'unfinished', text: '' },
    ])
  })
}

function interjections(desk: () => BackendHarness): void {
  test('a frame that interjects ends the turn after its tool, in the middle of words at once', async () => {
    const { heard, driver } = desk()
    await desk().start(a)
    const { tellsCuts } = desk().can
    const first = desk().write(a, ['work: tool', ...(tellsCuts ? ['wait: never'] : []), 'say: never'])
    await desk().working(a, 'tool')
    // Waits at another gate than below, since only that one may count as held.
    const second = desk().put(a, 'interject', tellsCuts ? ['wait: never', 'say: never'] : ['say: now'])
    driver.finish('tool')
    // The tool was not disturbed.
    expect(await heard.next(a, 'block.said', ({ block }) => block.kind === 'result')).toMatchObject({
      block: { end: 'done', text: expect.stringContaining('held tool') as string },
    })
    await cutBy(desk(), second)
    if (!tellsCuts) return
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    await heard.next(a, 'turn.ended')
    const spoken = desk().write(a, ['wait: gate', 'say: never'])
    await driver.held('gate')
    const third = desk().put(a, 'interject', ['say: interjected'])
    await cutBy(desk(), third)
    const text = expect.stringContaining('interjected') as string
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed', text } })
    expect(await desk().locate(a, first, spoken, third)).toMatchObject([
      { found: 'unfinished' },
      { found: 'unfinished' },
      { found: 'finished', text },
    ])
  })

  test('a frame that interjects leaves the card where it is; at an idle agent it begins a turn', async () => {
    const { heard } = desk()
    await desk().start(a)
    desk().put(a, 'interject', ['ask: one', ...(desk().can.tellsCuts ? ['wait: never'] : [])])
    await heard.next(a, 'turn.began')
    const { request } = await heard.next(a, 'card.asked')
    const frame = desk().put(a, 'interject', ['say: interjected'])
    desk().decide(a, request, { kind: 'allow' })
    await cutBy(desk(), frame)
    expect(count(desk(), 'card.withdrawn')).toBe(0)
  })
}

function notes(desk: () => BackendHarness): void {
  test('a note is read without a turn, at an idle agent at once, else after the turn', async () => {
    const { heard, driver } = desk()
    await desk().start(a)
    if (!desk().can.notes) {
      const refused = desk().put(a, 'note', ['say: never'])
      expect(await heard.next(a, 'frame.cancelled')).toMatchObject({ frame: refused })
      return expect(heard.types(a)).not.toContain('frame.accepted')
    }
    const first = desk().put(a, 'note', ['the first note'])
    const prompt = desk().write(a, ['wait: gate', 'say: answer'])
    await heard.next(a, 'frame.started', ({ frame }) => frame === first)
    await heard.next(a, 'frame.started', ({ frame }) => frame === prompt)
    await driver.held('gate')
    const second = desk().put(a, 'note', ['the second note'])
    await heard.next(a, 'frame.accepted', ({ frame }) => frame === second)
    expect(started(desk())).toEqual([first, prompt])
    driver.release('gate')
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'answer' } })
    await heard.next(a, 'frame.started', ({ frame }) => frame === second)
    expect(await desk().ask(a, ['say: next'])).toEqual({ kind: 'completed', text: 'next' })
    expect(count(desk(), 'turn.began')).toBe(2)
    expect(count(desk(), 'turn.ended')).toBe(2)
    const located = { found: 'finished', text: '' }
    expect(await desk().locate(a, first, second)).toMatchObject([located, located])
  })
}

function interrupts(desk: () => BackendHarness): void {
  test('an interrupt drops all that is unread, also what waits to interject', async () => {
    const { heard, driver } = desk()
    const { tellsCuts } = desk().can
    await desk().start(a)
    desk().write(a, ['wait: gate', 'say: never'])
    await driver.held('gate')
    const fold = desk().put(a, 'steer', ['say: never'])
    const last = desk().put(a, desk().can.notes ? 'note' : 'begin', ['never'])
    await heard.next(a, 'frame.accepted', ({ frame }) => frame === last)
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    await heard.next(a, 'frame.cancelled', ({ frame }) => frame === fold)
    await heard.next(a, 'frame.cancelled', ({ frame }) => frame === last)
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
    if (!tellsCuts) return
    desk().write(a, ['work: tool', 'say: never'])
    await desk().working(a, 'tool')
    const interjection = desk().put(a, 'interject', ['say: never'])
    desk().perform({ do: 'agent.interrupt', agent: a, run: 1 })
    await heard.next(a, 'frame.cancelled', ({ frame }) => frame === interjection)
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'interrupted' } })
    expect(await desk().ask(a, ['say: on we go'])).toEqual({ kind: 'completed', text: 'on we go' })
  })
}

function backgrounds(desk: () => BackendHarness): void {
  test('tasks in the background are counted; one that has ended begins a turn, or is told in the one that runs', async () => {
    if (!desk().can.extras) return
    const { heard, driver } = desk()
    await desk().start(a)
    if (driver.background === 'counts') return countsTasks(desk())
    desk().write(a, ['background: 1', 'say: begun'])
    expect(await heard.next(a, 'background.changed')).toMatchObject({ tasks: [{ kind: 'command' }] })
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'begun' } })
    driver.finish('1')
    expect(await heard.next(a, 'background.changed')).toMatchObject({ tasks: [] })
    await heard.next(a, 'turn.began')
    await heard.next(a, 'turn.ended')
    expect(started(desk())).toHaveLength(1)
    desk().write(a, ['background: 2', 'work: tool', 'say: done'])
    await desk().working(a, 'tool')
    driver.finish('2')
    await heard.next(a, 'background.changed', ({ tasks }) => tasks.length === 0)
    driver.finish('tool')
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed' } })
    await desk().ask(a, ['say: next'])
    // If the tool ends before the program has put the news into the turn, the news begins another turn.
    expect([4, 5]).toContain(count(desk(), 'turn.began'))
  })

  test('a task in the background is stopped alone; its output can be read meanwhile', async () => {
    const { heard, driver, can } = desk()
    if (!can.extras || !can.stopsTasks) return
    await desk().start(a)
    desk().write(a, ['background: 30', 'say: begun'])
    if (driver.background === 'counts')
      desk().decide(a, (await heard.next(a, 'card.asked')).request, { kind: 'allow' })
    const { tasks } = await heard.next(a, 'background.changed')
    expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'begun' } })
    const [task] = tasks
    expect(task).toMatchObject({ kind: 'command' })
    const output = await driver.backend.taskOutput(a, task?.id ?? '')
    expect(typeof output.text).toBe(driver.background === 'counts' ? 'object' : 'string')
    desk().stopTask(a, task?.id ?? '')
    await heard.next(a, 'background.changed', (fact) => fact.tasks.length === 0)
    expect(await desk().ask(a, ['say: next'])).toMatchObject({ kind: 'completed' })
  })
}

/** For agents that do not continue by themselves, and ask before each command. */
async function countsTasks(desk: BackendHarness): Promise<void> {
  const { heard } = desk
  desk.write(a, ['background: 1', 'say: begun'])
  desk.decide(a, (await heard.next(a, 'card.asked')).request, { kind: 'allow' })
  expect(await heard.next(a, 'background.changed')).toMatchObject({ tasks: [{ kind: 'command' }] })
  expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'begun' } })
  expect(await heard.next(a, 'block.said')).toMatchObject({ block: { kind: 'result', end: 'done' } })
  expect(await heard.next(a, 'background.changed')).toMatchObject({ tasks: [] })
  await desk.ask(a, ['say: next'])
  expect(count(desk, 'turn.began')).toBe(2)
}

/** Expects that the running turn ends before this frame is read, and a new one begins. */
async function cutBy({ heard }: BackendHarness, frame: FrameId): Promise<void> {
  expect(await heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'cut' } })
  await heard.next(a, 'frame.started', (fact) => fact.frame === frame)
  await heard.next(a, 'turn.began')
}

function started({ heard }: BackendHarness): FrameId[] {
  return heard.facts.flatMap((fact) => (fact.type === 'frame.started' ? [fact.frame] : []))
}

function count({ heard }: BackendHarness, type: FactType): number {
  return heard.facts.filter((fact) => fact.type === type).length
}
