import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../main/adapters/store/store.ts'
import { agentId, makeAgent, makeEntry } from '../main/testkit/factories/factories.ts'

/** Rows of each tab's transcript. */
const ROWS = 200

/** The words by which one knows that the end of a tab's transcript is shown. */
export const lastWordsOf = (tab: number): string => `Row ${ROWS} of tab ${tab}:`

/** Makes a folder with so many tabs; gives it. */
export async function makeTabs(count: number): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), `bench-start-${count}-`))
  await mkdir(join(home, 'work'))
  await keepTabs(count, { state: join(home, 'state'), work: join(home, 'work') })
  return home
}

/** Makes a state folder with so many tabs, asleep, each with a conversation. */
export async function keepTabs(
  count: number,
  { state, work }: { readonly state: string; readonly work: string },
): Promise<void> {
  await mkdir(state, { mode: 0o700 })
  const store = openStore(state)
  for (let tab = 1; tab <= count; tab += 1) {
    const agent = agentId(tab)
    const entries = Array.from({ length: ROWS }, (_, n) =>
      makeEntry(n + 1, {
        agent,
        text: `Row ${n + 1} of tab ${tab}: **words** that were said, and \`code\`.`,
      }),
    )
    const saved = makeAgent(tab, {
      order: tab - 1,
      cwd: work,
      status: 'asleep',
      entryCount: ROWS,
      turnNumber: 1,
    })
    store.commit([
      { table: 'agent', row: saved },
      ...entries.map((row) => ({ table: 'entry', row }) as const),
    ])
  }
  store.close()
}
