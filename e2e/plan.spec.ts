import { expect, test } from './shared-app.ts'
import { createFern } from './acp-agent.ts'

test('the plan of a turn is a checklist under it, with its last state', async ({ desk, janus, place }) => {
  await createFern({ desk, janus, place }, 'plans')
  await desk.say('Fern', 'Go.')
  const plan = desk.transcript('Fern').locator('[data-part=turn-plan]')
  await expect(plan.getByRole('listitem')).toHaveText([/done: *Read the log/, /done: *Fix the port/])
  await expect(plan).toContainText('2 of 2 done')
})
