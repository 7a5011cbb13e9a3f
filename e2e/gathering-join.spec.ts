import { expect, test } from './shared-app.ts'
import { asked, atOnce, closed, conveneAndSit, rowsOf } from './circles.ts'
import { ask, makeAgents } from './peers.ts'
import { lastPrompt, timesSaid } from './model.ts'

test(
  'somebody joins a circle that runs: with the next number, all that was said, and the words of a host who goes on',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Ann', 'Bob', 'Scribe')
    // Awake agents answer within the short check-in interval of this test.
    await Promise.all(['Ann', 'Bob', 'Scribe'].map((name) => ask(janus, name, 'say: Here.')))
    const { id } = await conveneAndSit(janus, 'Monday', { name: 'Ann', gate: 'first', sealed: false })
    const { page } = desk
    await desk.gathering('Monday').click()
    const pane = page.getByRole('main', { name: 'Gathering Monday' })

    const words = pane.getByRole('textbox', { name: 'Your turn in the gathering' })
    await words.fill('I am awake from six.')
    await words.press('Control+Shift+Enter')
    await expect(pane.getByRole('article').getByText('I am awake from six.')).toBeVisible()
    await expect(pane.getByRole('heading', { name: 'You have the piece' })).toBeVisible()

    await pane.getByRole('button', { name: 'What to do with Monday' }).click()
    await page.getByRole('menuitem', { name: 'Add a seat…' }).click()
    const form = pane.getByRole('form', { name: 'Add a seat' })
    const who = form.getByRole('combobox', { name: 'Who' })
    await who.selectOption('A new agent')
    const setUp = form.getByRole('group', { name: 'Model, effort and permissions' })
    await setUp.getByRole('button', { name: /^Permission mode/ }).click()
    await page.getByRole('radio', { name: /^Plan only/ }).click()
    await expect(setUp.getByRole('button', { name: 'Permission mode: Plan only' })).toBeVisible()
    await who.selectOption('Bob')
    await form.getByRole('textbox', { name: 'Description' }).fill(atOnce)
    await page.keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(pane.getByText('seated Bob (3).')).toBeVisible()

    await words.fill('And at the pier from seven.')
    await words.press('Control+Enter')
    await model.held('first')
    await pane.getByRole('button', { name: 'Speak as host…' }).click()
    const host = pane.getByRole('textbox', { name: 'Message to all, as host' })
    await host.fill('Mind the clock.')
    await pane.getByRole('button', { name: 'Speak and continue' }).click()
    await expect(pane.getByRole('article').getByText('Mind the clock.')).toBeVisible()
    await model.release('first')

    // In the hold and the exhale the user gets the piece again.
    for (const phase of ['Hold', 'Exhale']) {
      await expect(pane.getByRole('heading', { name: new RegExp(`^${phase}`) })).toBeVisible()
      await pane.getByRole('button', { name: 'Pass', exact: true }).click()
    }
    const done = await closed(janus, id)
    const user = done.utterances.find(({ number }) => number === 1)?.name ?? ''
    expect(rowsOf(done).slice(0, 4)).toEqual([
      `${user} inhale 1 said`,
      `${user} inhale 1 said`,
      'Ann inhale 1 said',
      'Bob inhale 1 said',
    ])
    expect(rowsOf(done).filter((row) => row.startsWith('Bob'))).toHaveLength(3)
    expect(done.utterances.find(({ kind }) => kind === 'host')?.text).toBe('Mind the clock.')
    const held = (await asked(model)).find((request) =>
      lastPrompt(request).includes('piece, Bob (3). Inhale'),
    )
    if (!held) throw new Error('Bob was never given the piece')
    for (const said of ['I am awake from six.', 'And at the pier from seven.'])
      expect(timesSaid(held, `[From seat 1, "${user}", your user]:\n${said}`)).toBe(1)
    const last = (await asked(model)).findLast((request) => lastPrompt(request).includes('piece, Bob (3)'))
    expect(last && timesSaid(last, `[From "${user}", your user, out of turn]:\nMind the clock.`)).toBe(1)
  },
)
