import type { BrowserContext } from '@playwright/test'
import { circleOnce, type CircleSeen } from './circles.ts'
import { Janus, type Desktop } from './janus.ts'
import { madeNames } from './desk.ts'
import { Model } from './model.ts'
import { body } from './peers.ts'
import { Place, type Process } from './place.ts'
import type { End } from './program.ts'

/** An app that a worker's tests share, one after the other. */
export class CommonApp {
  readonly place: Place
  readonly model: Model
  readonly janus: Janus
  readonly #cleared = new Set<string>()
  /** The sign-in cookie, once a browser has used the one-time address. */
  entry: Awaited<ReturnType<BrowserContext['storageState']>> | null = null

  /** Starts the desktop app, or with null the web app. */
  static async start(desktop: Desktop | null): Promise<CommonApp> {
    const place = await Place.make(desktop?.electron.as)
    const model = await Model.start(place.root)
    const janus = new Janus(place, model, desktop)
    await janus.start()
    return new CommonApp(place, model, janus)
  }

  private constructor(place: Place, model: Model, janus: Janus) {
    this.place = place
    this.model = model
    this.janus = janus
  }

  /** Closes and deletes what a test has made, by the API. */
  async clearAway(): Promise<void> {
    const { janus } = this
    const { items } = await body<{ items: CircleSeen[] }>(janus, 'GET', '/gatherings?state=all')
    for (const { id, state } of items) {
      const steer = (verb: string) => body(janus, 'POST', `/gatherings/${id}/${verb}`, {})
      if (state !== 'closed' && state !== 'proposed') {
        await steer('close')
        await circleOnce(janus, id, ({ state }) => state === 'closed')
      }
      await steer('dismiss')
    }
    for (const { name } of await body<{ name: string }[]>(janus, 'GET', '/agents')) {
      await body(janus, 'DELETE', `/agents/${encodeURIComponent(name)}?forever=true`)
    }
    // The API lists closed and deleted tabs only in the day's usage.
    const { tabs } = await body<{ tabs: readonly Spent[] }>(janus, 'GET', '/budget')
    for (const { id, closed } of tabs) {
      if (!closed || this.#cleared.has(id)) continue
      await janus.api('DELETE', `/agents/${id}?forever=true`)
      this.#cleared.add(id)
    }
    for (const name of madeNames)
      await janus.api('DELETE', `/agents/${encodeURIComponent(name)}?forever=true`)
    madeNames.clear()
    const settings = await body<Setting[]>(janus, 'GET', '/settings')
    const changed = settings.filter(({ value, default: usual }) => value !== usual)
    if (changed.length > 0) {
      const back = Object.fromEntries(changed.map(({ name, default: usual }) => [name, usual]))
      await body(janus, 'PATCH', '/settings', back)
    }
  }

  /** Quits the app; returns how it ended, and the processes that are left. */
  async stop(): Promise<{ readonly end: End; readonly left: readonly Process[] }> {
    const end = await this.janus.quit()
    const left = await this.place.leftOver()
    await this.model.stop()
    await this.place.clear()
    return { end, left }
  }
}

interface Spent {
  readonly id: string
  readonly closed: boolean
}

/** A setting of the API; only the fields used here. */
interface Setting {
  readonly name: string
  readonly value: unknown
  readonly default: unknown
}
