import { after } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { Stories } from '../play.ts'
import { work } from './said.ts'

/** A claimed task, one that waits for it, and a finished one. */
async function board(world: World): Promise<void> {
  const add = (title: string, waitsFor: readonly string[] = []) =>
    world.ask('tasks.add', { title, waitsFor: [...waitsFor] })
  const { id } = await add('Write the refresh guard')
  await add('Write its tests', [id])
  const done = await add('Read the old guard')
  await world.ask('tasks.change', { id, action: 'claim' })
  await world.ask('tasks.change', { id: done.id, action: 'finish', result: 'Nothing calls it any more.' })
}

export const taskPlays: Stories = {
  'tasks-none': {
    story: after([work.slice(0, 2)]),
    act: async (hand) => {
      await hand.see('[data-part=turn]')
      await hand.open({ kind: 'tasks' }, 'button', /New task/)
    },
  },
  'tasks-board': {
    story: after([work.slice(0, 2)], board),
    act: async (hand) => {
      await hand.open({ kind: 'tasks' }, 'button', /^Take back|^Give back/)
    },
  },
  'tasks-edit': {
    story: after([work.slice(0, 2)], board),
    act: async (hand) => {
      await hand.open({ kind: 'tasks' }, 'button', /^Edit Write its tests/)
      await hand.click('button', /^Edit Write its tests/)
    },
  },
}
