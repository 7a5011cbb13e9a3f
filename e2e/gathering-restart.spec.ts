import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from './app.ts'
import { asked, circle, circleOnce, type CircleSeen } from './circles.ts'
import type { Janus } from './janus.ts'
import { lastPrompt, timesSaid, type Model } from './model.ts'
import { body, makeAgents } from './peers.ts'
import type { Place } from './place.ts'

/** Starts a gathering of Alice (1) and Bob (2), harvested by Pen; the question contains each one's script. */
async function convene(janus: Janus, script: readonly string[], fields: object = {}): Promise<CircleSeen> {
  const plan = {
    topic: 'The boat',
    question: ['Which way?', ...script].join('\n'),
    structure: [1, 1, 1],
    participants: [{ agent: 'Alice' }, { agent: 'Bob' }],
    harvester: { agent: 'Pen' },
    beatsPerTurn: 2,
    beatIntervalSeconds: 60,
  }
  return body(janus, 'POST', '/gatherings', { ...plan, ...fields })
}

async function restart(janus: Janus): Promise<void> {
  await janus.kill()
  await janus.start()
}

/** Kinds of rows with text; a comment is one that came too late. */
const words = ['said', 'passed', 'silent', 'comment']
const spoken = ({ utterances }: CircleSeen): CircleSeen['utterances'] =>
  utterances.filter(({ kind }) => words.includes(kind))

const said = (circle: CircleSeen): string[] =>
  spoken(circle).map(({ name, text }) => `${name}: ${text ?? ''}`)

test(
  'killed while its holder answers, between beats, paused and while it is harvested, a gathering goes on where it was',
  { tag: '@long' },
  async ({ janus, model, place }) => {
    await makeAgents(janus, place, 'Alice', 'Bob', 'Pen')
    const { id } = await convene(janus, [
      'Alice, inhale: wait: answer',
      'Alice, inhale: say: Fog ahead.\\nPASS',
      'Bob, inhale: wait: look',
      'Bob, inhale: say: Rocks to port.',
      'Bob, inhale, beat: say: No more.\\nPASS',
      'Bob, inhale, final: say: No more.\\nPASS',
      'Alice, hold: wait: think',
      'Alice, hold: say: Then starboard.\\nPASS',
      'Bob, hold: say: Starboard it is.\\nPASS',
      'Alice, exhale: say: Decided.\\nPASS',
      'Bob, exhale: say: Agreed.\\nPASS',
      'Pen: wait: pen',
      'Pen: say: ## Decided',
    ])

    await test.step('its holder answers while Janus is dead, or again, if its CLI was ended before', async () => {
      await model.held('answer')
      const { holder } = await circle(janus, id)
      expect(holder).toMatchObject({ name: 'Alice', number: 1 })
      await janus.kill()
      await model.open('answer')
      expect(await janus.clisOnceAtMost(0)).toEqual([])
      const isAnswered = await hasAnswer(place, 'Fog ahead.')
      await janus.start()
      await circleOnce(janus, id, (circle) => said(circle).length >= 1)
      expect(await timesAsked(model, 'piece, Alice (1). Inhale')).toBe(isAnswered ? 1 : 2)
    })

    await test.step('between the beats of the next turn, whose clock the user holds', async () => {
      await model.held('look')
      await body(janus, 'POST', `/gatherings/${id}/hold`, {})
      await model.release('look')
      const between = await circleOnce(janus, id, (circle) => said(circle).length === 2)
      expect(between.holder).toMatchObject({ name: 'Bob', number: 2 })
      await restart(janus)
      expect(await circle(janus, id)).toEqual(between)
      await body(janus, 'POST', `/gatherings/${id}/resume`, {})
      await model.held('think')
    })

    await test.step('paused, with a turn that was not granted', async () => {
      await body(janus, 'POST', `/gatherings/${id}/pause`, {})
      await model.release('think')
      const paused = await circleOnce(janus, id, ({ holder }) => holder?.name === 'Bob')
      expect(paused).toMatchObject({ state: 'paused', phase: 'hold' })
      await restart(janus)
      expect(await circle(janus, id)).toEqual(paused)
      expect(await timesAsked(model, 'piece, Bob (2). Hold')).toBe(0)
      await body(janus, 'POST', `/gatherings/${id}/resume`, {})
    })

    await test.step('while it is harvested', async () => {
      await model.held('pen')
      await restart(janus)
      expect(await circle(janus, id)).toMatchObject({ phase: 'harvest', holder: null })
      await model.held('pen')
      await model.release('pen')
    })

    const closed = await circleOnce(janus, id, ({ path }) => path !== null)
    expect(closed).toMatchObject({ state: 'closed', harvest: '## Decided' })
    expect(said(closed)).toEqual([
      'Alice: Fog ahead.',
      'Bob: Rocks to port.',
      'Bob: No more.',
      'Alice: Then starboard.',
      'Bob: Starboard it is.',
      'Alice: Decided.',
      'Bob: Agreed.',
    ])
    await expectTold(model, closed)
    await expectKept(place, closed)
  },
)

test(
  'killed whenever it has moved, a gathering comes to its end with every turn once',
  { tag: '@long' },
  async ({ janus, model, place }) => {
    test.setTimeout(600_000)
    await makeAgents(janus, place, 'Alice', 'Bob', 'Pen')
    const brief = ['Alice', 'Bob'].map((agent) => ({ agent, role: 'passes at once' }))
    let seen = await convene(janus, [], { participants: brief })
    const { id } = seen
    while (seen.path === null) {
      const before = timelineEntryOf(seen)
      seen = await circleOnce(janus, id, (now) => timelineEntryOf(now) !== before)
      await restart(janus)
      const after = await circle(janus, id)
      const ids = [seen, after].map((now) => spoken(now).map((row) => row.id))
      expect(ids[1]?.slice(0, ids[0]?.length)).toEqual(ids[0])
      const isSpoken = after.state === 'running' && after.phase !== 'harvest'
      expect(after.holder === null).toBe(!isSpoken)
    }

    const turns = spoken(seen)
    expect(turns.map(({ name }) => name)).toEqual(['Alice', 'Bob', 'Alice', 'Bob', 'Alice', 'Bob'])
    expect(seen.utterances.filter(({ kind }) => kind === 'missed')).toEqual([])
    await expectTold(model, seen)
    await expectKept(place, seen)
  },
)

/** Everything that changes when the gathering progresses. */
const timelineEntryOf = ({ state, phase, holder, utterances, turns }: CircleSeen): string =>
  JSON.stringify([state, phase, holder?.turnId, utterances.length, turns])

/** Expects that each listener got every statement once; the last statements need not have reached the seats. */
async function expectTold(model: Model, circle: CircleSeen): Promise<void> {
  const times = async (listener: string): Promise<number[]> => {
    const request = await model.lastWith(`You are **${listener}**`)
    return spoken(circle)
      .filter(({ name }) => name !== listener)
      .map(({ id, name, number, text }) => {
        const cited = listener === 'Pen' ? `, ${id}` : ''
        return timesSaid(request, `[From seat ${String(number)}, "${name}"${cited}]:\n${text ?? ''}`)
      })
  }
  const all = await Promise.all(['Alice', 'Bob', 'Pen'].map(times))
  expect(all.flatMap((counts) => counts.slice(0, -1)).filter((count) => count !== 1)).toEqual([])
  expect(all[2]?.at(-1)).toBe(1)
  expect(timesSaid(await model.lastWith('You are **Pen**'), '\n[Janus: harvest of "The boat"]\n')).toBe(1)
}

/** Expects one file, and one line in the trail. */
async function expectKept(place: Place, { id, path }: CircleSeen): Promise<void> {
  const folder = join(place.work, 'gatherings')
  expect((await readdir(folder)).sort()).toEqual([basename(path ?? ''), 'TRAIL.md'].sort())
  const trail = await readFile(join(folder, 'TRAIL.md'), 'utf8')
  expect(trail.split(id)).toHaveLength(2)
}

/** Returns whether a transcript on disk has an answer that begins with this text. */
async function hasAnswer({ home }: Place, words: string): Promise<boolean> {
  const projects = join(home, 'claude', 'projects')
  const files = (await readdir(projects, { recursive: true })).filter((name) => name.endsWith('.jsonl'))
  const texts = await Promise.all(files.map((name) => readFile(join(projects, name), 'utf8')))
  return texts.some((text) => text.includes(`"text":"${words}`))
}

/** Counts the requests for a turn, by text of the line that gives the piece. */
async function timesAsked(model: Model, words: string): Promise<number> {
  return (await asked(model)).filter((request) => lastPrompt(request).includes(words)).length
}
