import { expect, test } from './shared-app.ts'
import { circle, circleOnce, closed, convene } from './circles.ts'
import { barriers } from './gallery.ts'
import { lastPrompt } from './model.ts'
import { openOptions } from './desk.ts'
import { body, makeAgents } from './peers.ts'

test(
  'a closed circle is stepped through, by keys alone; from a step of it another one goes on, with its words',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Ann', 'Bob', 'Scribe')
    const question = 'Do we ship?\nAnn, inhale: say: The window is ten seconds.\\nPASS'
    const plan = { names: ['Ann', 'Bob'], question, structure: [1, 1, 1] as const }
    const { id } = await convene(janus, { ...plan, topic: 'Friday' })
    const first = await closed(janus, id)
    const { page } = desk
    await desk.gathering('Friday').click()
    await page.getByRole('main').getByRole('button', { name: 'Replay' }).click()
    const pane = page.getByRole('main', { name: 'Replay of Friday' })
    const way = pane.getByRole('slider', { name: 'Step' })
    const steps = first.utterances.length + 1
    await expect(pane).toContainText(`Step 1 of ${String(steps)} Inhale begins`)

    // A sealed statement stays hidden until the step that revealed it.
    await page.keyboard.press('ArrowRight')
    const seats = pane.getByRole('list', { name: 'In the order of speaking' })
    await expect(seats.locator('[aria-current=true]')).toContainText('Ann')
    await expect(pane.locator('[data-part=sealed]')).toContainText('Ann has spoken')
    await expect(pane.getByRole('log')).not.toContainText('The window is ten seconds.')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(pane).toContainText('The words of round 1 open')
    await expect(pane.getByRole('article').first()).toContainText('The window is ten seconds.')
    expect(await barriers(page)).toEqual([])

    // The last step is the close; a reload restores the step; playback runs to the end.
    await page.keyboard.press('End')
    await expect(way).toHaveValue(String(steps))
    await expect(seats.locator('[aria-current=true]')).toHaveCount(0)
    await page.keyboard.press('ArrowLeft')
    await expect(way).toHaveValue(String(steps - 1))
    await page.reload()
    await expect(way).toHaveValue(String(steps - 1))
    await page.keyboard.press('Space')
    await expect(pane).toContainText('The gathering was closed')
    await expect(pane.getByRole('button', { name: 'Play' })).toBeVisible()

    // From Ann's statement in the hold: Bob is next, and gets all that was said before.
    await page.keyboard.press('Home')
    for (let step = 1; step < 6; step += 1) await page.keyboard.press('ArrowRight')
    await expect(pane).toContainText('Ann (1) speaks, Hold 1')
    await model.forget()
    await pane.getByRole('button', { name: 'Fork from here' }).click()
    const sheet = page.getByRole('dialog', { name: 'Fork a gathering' })
    await expect(sheet).toContainText(
      'Continues “Friday” at Ann (1), Hold 1. Everyone gets the 3 earlier statements',
    )
    await openOptions(sheet)
    await sheet.getByLabel('Name', { exact: true }).fill('Monday')
    await sheet
      .getByLabel('Question')
      .fill('Do we wait?\nBob, hold: wait: bob\nBob, hold: say: On Monday.\\nPASS')
    await sheet.getByRole('button', { name: 'Start', exact: true }).click()
    await model.held('bob')
    const asked = lastPrompt(await model.lastWith('in the gathering "Monday"'))
    const at = (words: string) => asked.indexOf(words)
    expect(asked).toContain('[From seat 1, "Ann", in the earlier gathering]:\nThe window is ten seconds.')
    expect(at('[From seat 2, "Bob", in the earlier gathering]')).toBeGreaterThan(
      at('The window is ten seconds.'),
    )
    expect(asked.lastIndexOf('[Janus: you have the talking piece]')).toBeGreaterThan(
      at('[From seat 2, "Bob", in the earlier gathering]'),
    )
    await model.release('bob')

    // Each shows the other, and links to it.
    const { items } = await body<{ items: { id: string; topic: string }[] }>(janus, 'GET', '/gatherings')
    const fork = items.find(({ topic }) => topic === 'Monday')?.id ?? ''
    const spoken = await circleOnce(janus, fork, ({ utterances }) =>
      utterances.some(({ text }) => text === 'On Monday.'),
    )
    expect(spoken.utterances.filter(({ name }) => name === 'Bob').map(({ phase }) => phase)).toContain('hold')
    await page.keyboard.press('Control+.')
    const side = page.getByRole('complementary', { name: 'About Monday' })
    await expect(side).toContainText('Forked from Friday at Ann (1), Hold 1')
    await side.getByRole('button', { name: 'Friday' }).click()
    await expect(page.getByRole('main', { name: 'Replay of Friday' })).toContainText('Step 6 of')
    await expect(page.getByRole('complementary', { name: 'About Friday' })).toContainText(
      'Forked into Monday',
    )
    expect((await circle(janus, id)).utterances).toEqual(first.utterances)
  },
)
