import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { runJanus } from './janus.ts'
import { timesSaid } from './model.ts'

test('a backup is made at work and restored after a day’s talk; the agent remembers more, and nothing comes twice', async ({
  janus,
  desk,
  model,
  place,
}) => {
  await desk.create('scout')
  await desk.create('puppet')
  await desk.hear('scout', 'Before the backup.')
  await expect(desk.tab('scout', 'idle')).toBeVisible()
  // A message waits for puppet while the backup is made.
  await desk.say('puppet', 'say: Begun.', 'wait: work', 'say: Done.')
  await model.held('work')
  await desk.say(
    'scout',
    'call: send_to_agent {"target":"puppet","message":"the lamps are out"}',
    'say: Sent.',
  )
  await expect(desk.line('scout', 'Sent.')).toBeVisible()
  await expect(desk.tab('puppet', 'working, 1 waiting')).toBeVisible()
  expect((await runJanus(place, 'backup')).output).toMatch(/^Backed up to .*-asked\.db\n$/)
  expect((await runJanus(place, 'restore')).output).toContain('Quit it, then try again.')

  // Work continues after the backup: puppet reads the message, and scout says more.
  await model.release('work')
  await expect(desk.tab('puppet', 'idle')).toBeVisible()
  await model.lastWith('the lamps are out')
  await desk.hear('scout', 'After the backup.')
  await expect(desk.tab('scout', 'idle')).toBeVisible()

  await janus.quit()
  expect((await runJanus(place, 'restore')).output).toMatch(/^Restored .*\n.*before-restore-1/)
  await janus.start()
  await desk.open(janus.url)
  await expect(desk.page.getByLabel('Notices')).toContainText('was restored')
  // Janus shows what puppet's transcript has. What it may have read since the backup waits, and starts no
  // turn.
  await desk.show('puppet')
  await expect(desk.line('puppet', 'Begun. Done.')).toHaveCount(1)
  await expect(desk.page.getByText('was waiting when the backup was made')).toBeVisible()
  await desk.page.getByRole('button', { name: /^Discard: message from scout/ }).click()
  await desk.show('scout')
  await expect(desk.line('scout', 'Before the backup.')).toHaveCount(1)
  await expect(desk.line('scout', 'After the backup.')).toHaveCount(0)
  await expect(desk.page.getByText('was restored. What came after it is not shown here')).toBeVisible()

  // The conversation continues where the agent is, not where the backup was.
  await desk.hear('scout', 'Going on.')
  const request = await model.lastWith('say: Going on.')
  for (const words of ['say: Before the backup.', 'say: After the backup.', 'say: Going on.'])
    expect(timesSaid(request, words)).toBe(1)
})

test(
  'where the database is lost, the window offers the newest good backup, and restarts on it',
  { tag: '@long' },
  async ({ janus, desk, place }) => {
    await desk.create('scout')
    await desk.hear('scout', 'Kept.')
    await expect(desk.tab('scout', 'idle')).toBeVisible()
    await runJanus(place, 'backup')
    await janus.quit()
    await truncate(join(place.state, 'janus.db'), 3000)
    expect((await runJanus(place, 'backup')).output).toContain('janus: ')
    await janus.start().catch(() => undefined)
    await janus.start()
    await desk.open(janus.url)
    const notices = desk.page.getByLabel('Notices')
    await expect(notices).toContainText('The newest good backup is of')
    await notices.getByRole('button', { name: 'Restore this backup…' }).click()
    await expect(desk.page.getByRole('dialog')).toContainText('is lost from Janus')
    await desk.page.getByRole('button', { name: 'Restore and restart' }).click()
    await expect(desk.tab('scout')).toBeVisible()
    await expect(notices).toContainText('was restored')
    await desk.show('scout')
    await expect(desk.line('scout', 'Kept.')).toHaveCount(1)
    expect((await readdir(place.state)).filter((name) => name.includes('before-restore'))).toHaveLength(1)
  },
)
