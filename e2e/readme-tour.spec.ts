import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from './app.ts'
import { circleOnce, closed, type CircleSeen } from './circles.ts'
import { atRest, body } from './peers.ts'
import { resize, run, test } from './readme-pictures.ts'

/*
 * Makes the README's animation with the real desktop app: two agents, then a gathering with the user. Not a
 * test: root runs it as CONTRIBUTING.md says, with Debian's package webp.
 */

test('the tour', async ({ desk, janus }) => {
  const { page } = desk
  const folder = join(tmpdir(), `janus-tour-${String(process.pid)}`)
  await mkdir(folder, { recursive: true })
  const frames: string[] = []
  /** Adds the window's current picture, shown for `ms`. */
  const frame = async (ms: number): Promise<void> => {
    await page.mouse.move(700, 20)
    const path = join(folder, `${String(frames.length)}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide', scale: 'css' })
    frames.push('-d', String(ms), path)
  }

  await resize(janus, 1100, 700)
  await page.getByRole('button', { name: 'Watch two agents talk' }).click()
  await expect(desk.transcript('Builder')).toContainText('I ask Scout.')
  await frame(2200)
  await desk.show('Scout')
  await atRest(janus)
  await frame(2600)
  await desk.show('Builder')
  await expect(desk.transcript('Builder')).toContainText('What shall I do next?')
  await frame(3000)

  const cwd = join(janus.place.home, '.janus-rehearsal-demo', 'ferry')
  for (const [agent, role] of [
    ['Critic', 'looks for what breaks'],
    ['Scribe', 'harvests'],
  ])
    await body(janus, 'POST', '/agents', { name: agent, role, cwd })
  const { id } = await body<CircleSeen>(janus, 'POST', '/gatherings', {
    topic: 'Ship on Friday?',
    question: 'What would make us regret shipping on Friday?',
    structure: [1, 1, 1],
    user: { number: 4 },
    harvester: { name: 'Scribe' },
    participants: ['Scout', 'Builder', 'Critic'].map((agent) => ({ name: agent })),
  })
  await desk.gathering('Ship on Friday?').click()
  const sayings = {
    inhale: 'I am awake on Saturday, from six.',
    hold: 'If the flag is in by tonight, I say yes.',
    exhale: 'Ship behind a flag, off by default.',
  }
  for (const [phase, text] of Object.entries(sayings)) {
    await circleOnce(janus, id, (seen) => seen.phase === phase && seen.holder?.number === 4)
    await page.getByRole('textbox', { name: 'Your turn in the gathering' }).fill(text)
    await frame(2200)
    await body(janus, 'POST', `/gatherings/${id}/say`, { text })
  }
  await closed(janus, id)
  await expect(page.getByRole('heading', { name: 'Next', exact: true })).toBeVisible()
  await frame(3600)
  await page.getByRole('button', { name: 'Timeline of all events' }).click()
  await expect(page.getByRole('main', { name: 'Timeline' })).toBeVisible()
  await frame(2600)

  const picture = join(import.meta.dirname, '..', 'docs', 'pictures', 'tour.webp')
  await run('img2webp', ['-loop', '0', '-lossy', '-q', '70', '-m', '6', ...frames, '-o', picture])
})
