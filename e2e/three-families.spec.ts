import { expect, test } from './app.ts'
import { atOnce, circleOnce, closed, rowsOf, type CircleSeen } from './circles.ts'
import { atRest, body, call, crossings, links, often } from './peers.ts'
import { makers, requireMakers } from './makers.ts'
import type { Janus } from './janus.ts'
import type { Place } from './place.ts'
import type { Desk } from './desk.ts'

/*
 * Agents of several makers in one Janus, as a user without an account has them: the real programs of
 * `scripts/test-agents/package.json` with the demo model.
 */

test.use({ start: { args: ['--rehearse'], env: makers } })
test.describe.configure({ timeout: 600_000 })

const make = (janus: Janus, place: Place, name: string, kind?: string) =>
  body(janus, 'POST', '/agents', { name, cwd: place.work, ...(kind ? { kind } : {}) })

/** An agent's timers of the API; only the fields used here. */
const timersOf = (janus: Janus, name: string) =>
  body<{ fired: number }[]>(janus, 'GET', `/heartbeats?agent=${name}`)

async function killOne(place: Place, command: RegExp): Promise<void> {
  const [found] = (await place.processes()).filter((one) => command.test(one.command))
  if (found === undefined) throw new Error(`No process of ${String(command)} is there.`)
  process.kill(found.pid, 'SIGKILL')
}

test.beforeEach(requireMakers)

test(
  'Codex, Gemini, OpenCode and the user sit in one circle, a Claude harvests; one is killed on the way',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await make(janus, place, 'Cody', 'codex')
    await make(janus, place, 'Gem', 'gemini')
    await make(janus, place, 'Opal', 'opencode')
    await make(janus, place, 'Scribe')
    const { id } = await body<CircleSeen>(janus, 'POST', '/gatherings', {
      topic: 'Ship on Friday?',
      question: 'What would make us regret it?',
      structure: [1, 1, 1],
      participants: ['Cody', 'Gem', 'Opal'].map((name) => ({ name, role: atOnce })),
      user: { number: 4 },
      harvester: { name: 'Scribe' },
    })
    await desk.gathering('Ship on Friday?').click()
    const isMine = (phase: string) =>
      circleOnce(janus, id, (seen) => seen.phase === phase && seen.holder?.number === 4)
    const speak = (text: string) => body(janus, 'POST', `/gatherings/${id}/say`, { text })
    await isMine('inhale')
    await speak('I am awake on Saturday.')
    await isMine('hold')
    await atRest(janus)
    await killOne(place, /codex\b.* app-server/)
    await speak('Then behind a flag.')
    await isMine('exhale')
    await desk.picture('three-families')
    await speak('Off by default, then.')
    const done = await closed(janus, id)

    expect(done.closedBecause).toBe('every round was spoken')
    expect(rowsOf(done).map((row) => row.split(' ').slice(1, 3).join(' '))).toEqual(
      ['inhale', 'hold', 'exhale'].flatMap((phase) => Array<string>(4).fill(`${phase} 1`)),
    )
    const numbers = done.utterances.flatMap(({ number }) => number ?? [])
    expect(numbers).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])
    // Its sources include all three agents.
    const rests = new Set(done.harvest?.match(/utt-\w+/g))
    const spoke = done.utterances.filter(({ id: row }) => rests.has(row)).map(({ name }) => name)
    for (const name of ['Cody', 'Gem', 'Opal']) expect(spoke).toContain(name)
  },
)

test(
  'a question, a talk and a timer go from maker to maker',
  { tag: '@long' },
  async ({ desk, janus, place }) => {
    await make(janus, place, 'Cody', 'codex')
    await make(janus, place, 'Opal', 'opencode')
    const asks = { target: 'Opal', message: 'say: The night ferry sails at nine.', expect_reply: true }
    await desk.say('Cody', call('send_to_agent', { ...asks, await_seconds: 40 }), 'say: Asked, and heard.')
    await expect(desk.line('Cody', 'Asked, and heard.')).toBeVisible({ timeout: 90_000 })
    await expect(desk.transcript('Cody')).toContainText('The night ferry sails at nine.')
    await atRest(janus)

    await body(janus, 'POST', '/links', { members: ['Cody', 'Opal'], mode: 'converse' })
    await desk.say('Cody', 'say: say: SILENT')
    await atRest(janus)
    const [link] = await links(janus)
    const crossed = await crossings(janus, link?.id ?? '')
    expect(crossed[0]).toMatchObject({ fromName: 'Cody', text: 'say: SILENT' })
    expect(crossed[0]?.sent).toMatchObject([{ toName: 'Opal', state: 'answered' }])

    // Each sets an anchor by its own tool.
    for (const name of ['Cody', 'Opal'])
      await desk.say(
        name,
        call('set_heartbeat', { intent: 'anchor', in_seconds: 5, note: 'the rudder' }),
        'say: Set.',
      )
    for (const name of ['Cody', 'Opal'])
      await expect
        .poll(async () => (await timersOf(janus, name)).map(({ fired }) => fired), often)
        .toContain(1)
    await atRest(janus)
  },
)

/* Resumes conversations of other makers' real programs with the demo model. */

/** Opens the list of resumable conversations of a kind, from the first screen since no tab is left. */
async function listOf(desk: Desk, kind: string): Promise<void> {
  await desk.page.getByRole('button', { name: 'Resume conversation…' }).click()
  await desk.page.getByRole('combobox', { name: 'Whose conversations' }).selectOption({ label: kind })
}

for (const [kind, label, name] of [
  ['codex', 'Codex', 'Cody'],
  ['opencode', 'OpenCode', 'Opal'],
] as const)
  test(
    `a conversation that ${label} keeps goes on in a tab, and is searched`,
    { tag: '@long' },
    async ({ desk, janus, place }) => {
      const { id } = await body<{ id: string }>(janus, 'POST', '/agents', { name, cwd: place.work, kind })
      await desk.say(name, 'say: Zebras ride free.')
      await expect(desk.line(name, 'Zebras ride free.')).toBeVisible({ timeout: 90_000 })
      await atRest(janus)
      // The tab is deleted; the program still has the conversation, as if from a terminal.
      await body(janus, 'DELETE', `/agents/${id}?forever=true`)

      await listOf(desk, label)
      const listed = desk.page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
      const option = listed.first()
      await expect(option).toContainText('Zebras ride free.')
      const field = desk.page.getByRole('combobox', { name: /^Search .* conversations$/ })
      await field.fill('zebras')
      await expect(listed).toHaveCount(1)
      await field.press('Enter')
      const tab = 'work'
      await expect(desk.line(tab, 'Zebras ride free.')).toBeVisible()
      await expect(desk.transcript(tab)).toContainText(
        'This tab continues a copy; the original is unchanged.',
      )
      await desk.say(tab, 'say: Noted.')
      await expect(desk.line(tab, 'Noted.')).toBeVisible({ timeout: 90_000 })
      await desk.page.keyboard.press('ControlOrMeta+Shift+F')
      await desk.page.getByRole('combobox', { name: 'Search everything said' }).fill('Zebras')
      await expect(desk.page.getByRole('option').first()).toContainText('Zebras')
    },
  )
