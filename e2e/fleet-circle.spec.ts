import { circleOnce, convene } from './circles.ts'
import { annAndBea, expect, killAll, test } from './houses.ts'

test(
  'a circle of two houses: a seat there is asked for, taken, speaks, and is free when it is over; both are killed between',
  { tag: '@long' },
  async ({ janus: attic, barn, desk, there }) => {
    test.setTimeout(600_000)
    await desk.create('Scribe', { folder: attic.place.work })
    await annAndBea([attic, desk], [barn, there], 'ask')

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
    await killAll(attic, barn)
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
  },
)
