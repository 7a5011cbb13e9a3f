import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { makeRepository } from './repository.ts'
import { config, createApart } from './worktrees.ts'

test('a setup that a kill of Janus cut ends with it, and is offered again after the start @long', async ({
  desk,
  janus,
  place,
}) => {
  const setup = 'echo $$ > pid; echo waiting; sleep 1000'
  const { folder, git } = await makeRepository(place, 'dock', { '.janus/worktree.json': config({ setup }) })
  await desk.create('Crane', { folder })
  await createApart(desk, 'Winch', folder)
  await desk.page.getByRole('button', { name: 'Run', exact: false }).click()
  // The desktop app has a new page after the restart.
  const run = () => desk.page.locator('[data-part=worktree-run]')
  await run().locator('summary').click()
  await expect(run().getByRole('group', { name: 'Output' })).toHaveText('waiting')
  const own = (await git('worktree', 'list', '--porcelain')).match(/^worktree (.*winch)$/m)?.[1] ?? ''
  const pid = Number(await readFile(join(own, 'pid'), 'utf8'))
  await janus.kill()
  await janus.start()
  await desk.open(janus.url)
  await desk.show('Winch')
  const failed = desk.page.getByRole('group', { name: 'The worktree could not be set up' })
  await expect(failed).toContainText('Janus ended while it ran.')
  // Janus's watchdog ends what a kill leaves behind, in parallel with the restart.
  await expect(async () => expect(() => process.kill(pid, 0)).toThrow('ESRCH')).toPass()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(run()).toBeVisible()
  await run().getByRole('button', { name: 'Stop' }).click()
  await expect(failed).toContainText('It was stopped.')
})
