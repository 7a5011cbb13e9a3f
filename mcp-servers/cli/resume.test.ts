import { expect, test } from 'vitest'
import type { ConversationPage } from '../../main/contract/folders/conversations.ts'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()
const hour = 3_600_000
const page = (folder: string, asked = folder): ConversationPage => ({
  items: [
    {
      id: 'a1',
      folder,
      title: 'Fares for children\u001b[2J',
      turns: 12,
      bytes: 4_404_019,
      tab: null,
      changedAt: new Date(Date.now() - 3.5 * hour).toISOString(),
    },
    {
      id: 'b2',
      folder: '/elsewhere',
      title: 'Dogs',
      turns: null,
      bytes: 300,
      changedAt: new Date(Date.now() - 75 * hour).toISOString(),
      tab: { agent: 'agt-1', name: 'Scout', closed: true },
    },
  ],
  next: null,
  why: null,
  resumeMode: 'copy',
  folder: asked,
})
const summary = { name: 'ferry', cwd: '/ferry' }

test('janus resume lists what there is to go on from, with age, size and first words', async () => {
  terminal.api.answers(page('/ferry'))
  expect(await terminal.prints('resume', '--folder', '/ferry', '--words', 'fares')).toMatchInlineSnapshot(`
    "ID  AGE  TURNS  SIZE    FOLDER      FIRST WORDS
    a1  3 h  12     4.4 MB  /ferry      Fares for children\\u{1b}[2J
    b2  3 d         300 B   /elsewhere  Dogs (tab Scout, closed)"
  `)
  expect(terminal.api.urls).toEqual(['GET /api/conversations?folder=%2Fferry&q=fares&limit=20'])
  const id = '85fc40f7-d3b8-4f94-8b80-7d666b57c6f7'
  const { items, ...rest } = page('/ferry')
  terminal.api.answers({ ...rest, items: items.map((one) => ({ ...one, id })) })
  terminal.columns = 40
  await terminal.janus('resume')
  // Ids are never cut, since they are needed to open a conversation.
  expect(terminal.printed.split(id)).toHaveLength(3)
  terminal.columns = Infinity
})

test('an id is opened, and --last the newest of the folder alone', async () => {
  terminal.api.answers(summary)
  expect(await terminal.prints('resume', 'a1', '--name', 'Fares')).toContain(
    'ferry resumes the conversation in /ferry.',
  )
  expect(terminal.api.urls).toEqual(['POST /api/conversations/a1/open'])
})

test('--last opens the newest of the folder, and never one of another', async () => {
  terminal.api.answers({ ...page('/ferry'), ...summary })
  expect(await terminal.janus('resume', '--last', '--folder', '/ferry')).toBe(0)
  expect(terminal.api.urls).toEqual([
    'GET /api/conversations?folder=%2Fferry&limit=1',
    'POST /api/conversations/a1/open',
  ])
  // The folder is a symlink, which only the app can resolve.
  expect(await terminal.janus('resume', '--last', '--folder', '/link-to-ferry')).toBe(0)
  terminal.api.answers(page('/ferry', '/other'))
  expect(await terminal.fails(1, 'resume', '--last', '--folder', '/other')).toContain(
    'There is no conversation in /other',
  )
  expect(await terminal.janus('resume', 'a1', '--last')).toBe(2)
  expect(await terminal.janus('resume', '--name', 'x')).toBe(2)
})

test('--delete deletes the conversation of an id, and needs one', async () => {
  terminal.api.answers({ deleted: true })
  expect(await terminal.prints('resume', 'a1', '--kind', 'qwen', '--delete')).toContain(
    'The conversation is deleted.',
  )
  expect(terminal.api.urls).toEqual(['DELETE /api/conversations/a1?kind=qwen'])
  expect(await terminal.janus('resume', '--delete')).not.toBe(0)
  expect(terminal.complained).toContain('--delete needs the id of a conversation.')
})
