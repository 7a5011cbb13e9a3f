import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import { asked, atOnce, circle, circleOnce, closed, convene, rowsOf } from './circles.ts'
import { lastPrompt, timesSaid, wordsOf } from './model.ts'
import { ask, atRest, body, call, makeAgents } from './peers.ts'

// One round of each phase here, the usual two in the long suite.
for (const { rounds, turns, tag } of [
  { rounds: 1, turns: 13, tag: {} },
  { rounds: 2, turns: 25, tag: { tag: '@long' } },
]) {
  test(
    `four agents breathe ${rounds}-${rounds}-${rounds} to a harvest: ${turns} turns of the model, and a file that names what it rests on`,
    tag,
    async ({ desk, janus, model, place }) => {
      const names = ['Ann', 'Bob', 'Cid', 'Dan']
      await makeAgents(janus, place, ...names, 'Scribe')
      const { id } = await convene(janus, {
        names,
        topic: 'Ship on Friday?',
        question: 'What would we regret?',
        structure: [rounds, rounds, rounds],
      })
      const { page } = desk
      await desk.gathering('Ship on Friday?').click()
      await circleOnce(janus, id, ({ phase }) => phase === 'hold')
      await desk.picture('gathering-hold')
      const done = await closed(janus, id)
      for (const heading of ['Decided', 'Open', 'Dissent', 'Next'])
        await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      await desk.picture('gathering-harvest')

      const order = ['inhale', 'hold', 'exhale'].flatMap((phase) =>
        Array.from({ length: rounds }, (_, at) => at + 1).flatMap((round) =>
          names.map((name) => `${name} ${phase} ${String(round)} said`),
        ),
      )
      expect(rowsOf(done)).toEqual(order)
      expect(done.turns).toBe(turns)
      expect(await asked(model)).toHaveLength(turns)
      expect(await model.requests()).toHaveLength(turns)
      expect(done.closedBecause).toContain('every round was spoken')

      // The harvester got all of it, each statement under a header with its id.
      const closing = await model.lastWith('[Janus: harvest of "Ship on Friday?"]')
      const rows = done.utterances.filter(({ kind }) => kind === 'said')
      for (const { id: row, text } of rows) {
        expect(wordsOf(closing)).toContain(`, ${row}]:`)
        expect(timesSaid(closing, text ?? '')).toBeGreaterThan(0)
      }

      const file = await readFile(done.path ?? '', 'utf8')
      expect(done.path).toMatch(/gatherings\/\d{4}-\d\d-\d\d-ship-on-friday\.md$/)
      for (const heading of ['Decided', 'Open', 'Dissent', 'Next']) expect(file).toContain(`## ${heading}`)
      const rests = [...new Set(done.harvest?.match(/utt-\w+/g))]
      expect(rests.length).toBeGreaterThan(0)
      for (const one of rests) expect(rows.map((row) => row.id)).toContain(one)
      for (const one of rests) expect(file).toContain(one)
      const trail = await readFile(join(place.work, 'gatherings', 'TRAIL.md'), 'utf8')
      expect(trail).toContain('Ship on Friday?')
    },
  )
}

test(
  'an agent proposes, the user starts it and sits as number 2: speaks, passes, misses a turn; the harvest comes back',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Ann', 'Bob', 'Scribe')
    // Awake agents answer within the short check-in interval of this test.
    await Promise.all(['Bob', 'Scribe'].map((name) => ask(janus, name, 'say: Here.')))
    const proposal = {
      topic: 'Saturday',
      question: 'Who is awake?\nAnn, inhale: wait: first\nAnn, inhale: say: Not me.\\nPASS',
      participants: ['Ann', 'Bob'].map((name) => ({ name, role: atOnce })),
      user: { number: 2 },
      harvester: { name: 'Scribe' },
      rhythm: 'quick',
    }
    const quick = { name: 'quick', structure: [1, 1, 1], beatsPerTurn: 1, beatIntervalSeconds: 5 }
    await body(janus, 'POST', '/rhythms', quick)
    await ask(janus, 'Ann', call('start_gathering', proposal), 'say: Proposed.')
    const result = lastPrompt(await model.lastWith('"state":"proposed"'))
    expect(result).toContain('Your user decides')
    const [{ id } = { id: '' }] = (await body<{ items: { id: string }[] }>(janus, 'GET', '/gatherings')).items

    const { page } = desk
    await desk.gathering('Saturday').click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await model.held('first')
    await page.getByRole('textbox', { name: 'Note for your turn' }).fill('I am awake from six.')
    await page.getByRole('button', { name: 'Keep as note' }).click()
    await model.release('first')

    await page.getByRole('switch', { name: 'Pause clock' }).click()
    await page.getByRole('button', { name: 'Put it in' }).click()
    const words = page.getByRole('textbox', { name: 'Your turn in the gathering' })
    await expect(words).toHaveValue('I am awake from six.')
    await words.fill('I am awake from six, and I may turn it off.')
    await desk.picture('gathering-your-turn')
    await page
      .getByRole('button', { name: /^Speak/ })
      .first()
      .click()

    const isMine = ({ holder, phase }: Awaited<ReturnType<typeof circle>>) =>
      holder?.number === 2 && phase === 'hold'
    await circleOnce(janus, id, isMine)
    await page.getByRole('button', { name: 'Pass', exact: true }).click()

    const done = await closed(janus, id)
    const user = done.utterances.find(({ number }) => number === 2)?.name ?? ''
    expect(rowsOf(done)).toEqual([
      'Ann inhale 1 said',
      `${user} inhale 1 said`,
      'Bob inhale 1 said',
      'Ann hold 1 said',
      `${user} hold 1 passed`,
      'Bob hold 1 said',
      'Ann exhale 1 said',
      `${user} exhale 1 missed`,
      'Bob exhale 1 said',
    ])
    expect(await asked(model)).toHaveLength(7)
    // In the inhale nobody gets another's statement.
    const first = (await asked(model))
      .map(lastPrompt)
      .find((prompt) => prompt.includes('piece, Bob (3). Inhale'))
    expect(first).not.toContain('I am awake')
    const heard = await model.lastWith('\n[Janus: you have the talking piece]\n')
    expect(
      timesSaid(
        heard,
        `[From seat 2, "${user}", your user]:\nI am awake from six, and I may turn it off.\n[Janus: your user decides the question here; `,
      ),
    ).toBe(1)

    await atRest(janus)
    expect(done.path).toContain(join(place.work, 'gatherings'))
    await desk.show('Ann')
    await expect(desk.transcript('Ann')).toContainText('The harvest of “Saturday” is in.')
    const told = lastPrompt(await model.lastWith('The gathering "Saturday" is closed'))
    expect(told).toContain('## Decided')
  },
)
