import { readFile } from 'node:fs/promises'
import { expect, test } from './shared-app.ts'
import { circle, circleOnce, closed, convene, rowsOf } from './circles.ts'
import { wordsOf } from './model.ts'
import { body, makeAgents } from './peers.ts'

interface Decided {
  readonly decision: {
    readonly outcome: string | null
    readonly ballots: readonly { readonly name: string; readonly answer: string }[]
  }
}

test('a vote: the user ranks the options by keyboard, all ballots are opened together, and the harvest has them', async ({
  desk,
  janus,
  place,
}) => {
  await makeAgents(janus, place, 'Ann', 'Bob', 'Scribe')
  const { id } = await convene(janus, {
    topic: 'Which way?',
    names: ['Ann', 'Bob'],
    structure: [1, 1, 1],
    more: {
      participants: [
        { name: 'Ann', role: 'passes at once', number: 1 },
        { name: 'Bob', role: 'passes at once', number: 3 },
      ],
      user: { number: 2, holds: true },
      decision: { by: 'vote', options: ['Behind a flag', 'On Monday'] },
    },
  })
  const { page } = desk
  await desk.gathering('Which way?').click()
  for (const phase of ['inhale', 'hold', 'exhale']) {
    const { holder } = await circleOnce(
      janus,
      id,
      (seen) => seen.phase === phase && seen.holder?.number === 2,
    )
    await body(janus, 'POST', `/gatherings/${id}/say`, { text: 'I see.', turnId: holder?.turnId })
  }
  await circleOnce(janus, id, (seen) => seen.phase === 'decision' && seen.holder?.number === 2)

  // Ann has voted, and nobody sees her vote yet.
  const before = (await circle(janus, id)) as Awaited<ReturnType<typeof circle>> & Decided
  expect(before.decision.ballots).toEqual([])
  expect(before.utterances.at(-1)).toMatchObject({ name: 'Ann', phase: 'decision', text: null })
  await expect(page.getByText('VOTE: 1 > 2')).toHaveCount(0)
  const refused = await body<object>(janus, 'POST', `/gatherings/${id}/say`, { text: 'The rack.' }).catch(
    String,
  )
  expect(String(refused)).toContain('VOTE:')

  const turn = page.getByRole('region', { name: 'Your turn' })
  await expect(turn.getByRole('button', { name: 'Submit' })).toBeDisabled()
  // The form takes the focus from the composer that it replaces.
  await expect(turn.getByLabel('Behind a flag')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nobody is there on Saturday.')
  await page.keyboard.press('ControlOrMeta+Enter')

  const done = (await closed(janus, id)) as Awaited<ReturnType<typeof circle>> & Decided
  expect(done.decision.outcome).toBe('Vote: Behind a flag (option 1), by the Schulze method.')
  const user = done.decision.ballots.find(({ answer }) => answer === 'On Monday (option 2)')
  expect(done.decision.ballots.map(({ answer }) => answer).sort()).toEqual([
    'Behind a flag (option 1) > On Monday (option 2)',
    'Behind a flag (option 1) > On Monday (option 2)',
    'On Monday (option 2)',
  ])
  expect(done.harvest).toContain(`## Decision\n\n${done.decision.outcome ?? ''}`)
  expect(done.harvest).toContain(`- ${user?.name ?? ''}: On Monday (option 2)`)
  expect(await readFile(done.path ?? '', 'utf8')).toContain('### Decision')
  await expect(page.getByRole('region', { name: 'Vote' })).toContainText('Behind a flag (option 1)')
  await desk.picture('gathering-decided')
})

test(
  'consent: an objection opens the hold once more, in which all have read it; then all agree',
  { tag: '@long' },
  async ({ janus, model, place }) => {
    await makeAgents(janus, place, 'Ann', 'Bob', 'Scribe')
    const { id } = await convene(janus, {
      topic: 'Friday?',
      question: 'Do we ship?\nAnn, decision 1: say: OBJECT: nobody is awake on Saturday',
      names: ['Ann', 'Bob'],
      structure: [1, 1, 1],
      more: { decision: { by: 'consent' } },
    })
    const done = (await closed(janus, id)) as Awaited<ReturnType<typeof circle>> & Decided
    expect(done.decision.outcome).toBe('Consent: agreed.')
    expect(done.decision.ballots.map(({ name, answer }) => `${name} ${answer}`)).toEqual([
      'Ann objects: nobody is awake on Saturday',
      'Bob agrees',
      'Ann agrees',
      'Bob agrees',
    ])
    expect(rowsOf(done).slice(-6)).toEqual([
      'Ann decision 1 said',
      'Bob decision 1 said',
      'Ann hold 2 said',
      'Bob hold 2 said',
      'Ann decision 2 said',
      'Bob decision 2 said',
    ])
    expect(wordsOf(await model.lastWith('Hold, round 2 of 2'))).toContain(
      'OBJECT: nobody is awake on Saturday',
    )
  },
)
