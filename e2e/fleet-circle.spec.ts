import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from './app.ts'
import { circleOnce, convene } from './circles.ts'
import { Desk } from './desk.ts'
import { annAndBea, hasServer, serverOf } from './houses.ts'
import { Janus } from './janus.ts'
import { Place } from './place.ts'

test(
  'a circle of two houses: a seat there is asked for, taken, speaks, and is free when it is over; both are killed between',
  { tag: '@long' },
  async ({ janus: attic, desk, model, newPage }, info) => {
    info.skip(!hasServer, 'no nats-server')
    info.setTimeout(600_000)
    const barn = new Janus(await Place.make(), model)
    await barn.start()
    let server: ChildProcess | null = null
    try {
      await desk.create('Scribe', { folder: attic.place.work })
      const there = new Desk(await newPage())
      server = await annAndBea([attic, desk], [barn, there], 'ask')

      const { id } = await convene(attic, {
        topic: 'Which port?',
        names: ['ann', 'bea@barn'],
        role: '',
        structure: [1, 1, 1],
        more: { beatIntervalSeconds: 120 },
      })
      await there.open(barn.url)
      await there.page.getByRole('button', { name: /1 waiting/ }).click()
      await there.page.getByRole('button', { name: /wants it in a circle: Which port\?.* Go$/ }).click()
      const seat = there.page.getByRole('region', { name: 'Seat in another house' })
      await expect(seat).toContainText('wants bea in “Which port?”')
      await seat.getByRole('button', { name: 'Take the seat' }).click()
      await expect(seat).toContainText('Sits in “Which port?” of attic')

      // Its first turn comes; then the server dies, and both Januses.
      await expect(there.transcript('bea')).toContainText('You have the piece', { timeout: 90_000 })
      server.kill('SIGKILL')
      await once(server, 'close')
      await attic.kill()
      await barn.kill()
      server = await serverOf(attic)
      for (const house of [attic, barn]) await house.start()
      const over = await circleOnce(attic, id, ({ state }) => state === 'closed')
      const said = over.utterances.filter(({ kind, name }) => kind === 'said' && name === 'bea@barn')
      expect(said.length).toBeGreaterThan(1)
      expect(over.closedBecause).toContain('every round was spoken')
      expect(over.harvest).not.toBe(null)

      await desk.open(attic.url)
      await there.open(barn.url)
      await expect(there.page.getByRole('region', { name: 'Seat in another house' })).toBeHidden({
        timeout: 60_000,
      })
      // It has passed the piece by its tool, and no call of its has failed.
      await expect(there.transcript('bea')).toContainText(/Pass\s*the piece\s*done/)
      await expect(there.transcript('bea')).not.toContainText('failed')
    } finally {
      server?.kill('SIGKILL')
      if (barn.isRunning) await barn.quit()
      await barn.place.clear()
    }
  },
)
