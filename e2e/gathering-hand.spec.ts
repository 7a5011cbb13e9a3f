import type { Page } from '@playwright/test'
import { expect, test } from './shared-app.ts'
import { circle, conveneAndSit } from './circles.ts'
import { body, makeAgents } from './peers.ts'

/** Returns the window's gathering requests during `act`, with their verbs. */
async function asked(page: Page, act: () => Promise<void>): Promise<string[]> {
  const seen: string[] = []
  const note = (request: { url(): string; postData(): string | null }) => {
    const kind = request.url().split('/requests/')[1]
    if (kind?.startsWith('gatherings.') !== true) return
    const { verb = '' } = JSON.parse(request.postData() ?? '{}') as { verb?: string }
    seen.push(`${kind} ${verb}`.trim())
  }
  page.on('request', note)
  const first = page.waitForRequest(
    (request) =>
      request.url().includes('/requests/gatherings.') && !(request.postData() ?? '').includes('"here"'),
  )
  await act()
  await first
  // A request of the second click is reported before this is answered.
  await page.evaluate(() => 0)
  page.off('request', note)
  return seen.filter((one) => one !== 'gatherings.steer here')
}

test(
  'words for a turn that is over are said by nobody; a double click acts once; a closed harvester is brought back',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Ann', 'Scribe')
    const { id } = await conveneAndSit(janus, 'Sunday', { name: 'Ann', gate: 'first' })
    const { page } = desk
    await desk.gathering('Sunday').click()
    const pane = page.getByRole('main', { name: 'Gathering Sunday' })

    // While the text is sent, the turn passes, as from another window.
    await page.route('**/requests/gatherings.say', async (route) => {
      await body(janus, 'POST', `/gatherings/${id}/pass`, {})
      await route.continue()
    })
    const words = pane.getByRole('textbox', { name: 'Your turn in the gathering' })
    await words.fill('I come too late.')
    await words.press('Control+Enter')
    await model.held('first')
    await expect(page.getByText('The piece had moved on before your words came')).toBeVisible()
    const seen = await circle(janus, id)
    expect(seen.state).toBe('running')
    expect(seen.utterances.map(({ kind }) => kind)).toEqual(['phase', 'passed'])
    await expect(pane.locator('[data-part=note]')).toContainText('Begun in your turn: “I come too late.”')
    await pane.getByRole('button', { name: 'Take it as a note' }).click()
    await expect(pane.getByRole('textbox', { name: 'Note for your turn' })).toHaveValue('I come too late.')

    const isPaused = pane.getByRole('region', { name: 'The gathering is paused' })
    const pause = pane.getByRole('button', { name: 'Pause gathering' })
    expect(await asked(page, () => pause.dblclick())).toEqual(['gatherings.steer pause'])
    await expect(isPaused).toBeVisible()
    const goOn = isPaused.getByRole('button', { name: 'Resume' })
    expect(await asked(page, () => goOn.dblclick())).toEqual(['gatherings.steer resume'])
    await expect(isPaused).toBeHidden()

    await body(janus, 'DELETE', '/agents/Scribe')
    const listener = pane.locator('[data-part=listener]')
    await expect(listener).toContainText('cannot harvest: its tab is closed')
    await pane.getByRole('button', { name: 'End gathering…', exact: true }).click()
    const form = pane.getByRole('form', { name: 'End the gathering' })
    await expect(form).toContainText('Scribe cannot harvest: its tab is closed.')
    await form.getByRole('button', { name: 'Reopen its tab: Scribe' }).click()
    await expect(form).toContainText('Scribe harvests what was said.')
    await expect(listener).toContainText('listens')
  },
)
