import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentTools } from '../agents/tools.ts'
import { historyTools } from '../history/tools.ts'

test('the tools are listed word for word as they were; `npx vitest run listed -u` keeps them again', async () => {
  const listed = [agentTools, historyTools].map(({ name, tools }) => ({
    name,
    tools: [...tools.values()].map(({ entry }) => entry),
  }))
  const kept = join(import.meta.dirname, '..', 'fixtures', 'tools.json')
  await expect(`${JSON.stringify(listed, null, 2)}\n`).toMatchFileSnapshot(kept)
})
