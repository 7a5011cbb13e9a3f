import { expect, test as withOwnApp } from './app.ts'
import { Desk } from './desk.ts'
import { endServers, hasServer } from './houses.ts'
import { Janus } from './janus.ts'
import type { Model } from './model.ts'
import { Place } from './place.ts'

interface Houses {
  readonly barn: Janus
  /** The window of the barn, which the test opens. */
  readonly there: Desk
  /** One more, which is not started. */
  readonly third: Janus
}

/** A test of two houses: the attic is the app that every test is given, the barn runs beside it. */
export const test = withOwnApp.extend<Houses>({
  barn: async ({ model }, use, info) => {
    info.skip(!hasServer, 'no nats-server')
    await withHouse(model, async (barn) => {
      await barn.start()
      await use(barn)
      await endServers()
    })
  },
  there: async ({ newPage }, use) => use(new Desk(await newPage())),
  third: ({ model }, use) => withHouse(model, use),
})

async function withHouse(model: Model, use: (house: Janus) => Promise<void>): Promise<void> {
  const house = new Janus(await Place.make(), model)
  await use(house)
  if (house.isRunning) await house.quit()
  await house.place.clear()
}

export { expect }
