import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import { body } from './peers.ts'

const program = join(import.meta.dirname, '..', 'main/backends/acp/testing/fake-agent.mjs')

test('the plan of a turn is a checklist under it, with its last state', async ({ desk, janus, place }) => {
  const start = join(place.root, 'planning.mjs')
  await writeFile(start, `process.env.FAKE_ACP = 'plans'\nawait import(${JSON.stringify(program)})\n`)
  const line = `"${process.execPath}" "${start}"`
  await body(janus, 'POST', '/agents', { name: 'Fern', cwd: place.work, kind: 'other', program: line })
  await desk.show('Fern')
  await desk.say('Fern', 'Go.')
  const plan = desk.transcript('Fern').locator('[data-part=turn-plan]')
  await expect(plan.getByRole('listitem')).toHaveText([/done: *Read the log/, /done: *Fix the port/])
  await expect(plan).toContainText('2 of 2 done')
})
