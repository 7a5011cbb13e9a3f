import { z } from 'zod'
import { kind, cursor, limit, path } from '../api/shapes.ts'
import { settingsPatch } from './settings.ts'
import { restartTimes } from './updates.ts'

export const appRequests = {
  'app.status': z.strictObject({}),
  /** With a diagnosis for bug reports. */
  'app.about': z.strictObject({}),
  /** Licences of everything that is shipped. */
  'app.licences': z.strictObject({}),
  /** Checks an installed program again; without a kind, all that were checked before. */
  'app.check': z.strictObject({ kind: kind.optional() }),
  /** Checks the programs of all kinds that were not checked yet; answers when done. */
  'app.look': z.strictObject({}),
  /** The public registry of agents, as cached here. */
  'programs.offers': z.strictObject({}),
  /** Fetches the registry. */
  'programs.updateOffers': z.strictObject({}),
  /**
   * Downloads a kind's program into Janus's own folder; answers when the download has succeeded or failed.
   */
  'programs.install': z.strictObject({ kind }),
  /** Cancels a download; the received part is kept for the next. */
  'programs.cancel': z.strictObject({ kind }),
  /** Only a program that Janus has downloaded. */
  'programs.remove': z.strictObject({ kind }),
  /** Ends all turns; after that only the user's own messages start turns, one each. */
  'app.stop': z.strictObject({}),
  'app.goOn': z.strictObject({}),
  /** Dismisses the notices of the status. */
  'app.putNoticesAway': z.strictObject({}),
  /** Starts the demo beside this app; in the demo, leaves it. */
  'app.rehearse': z.strictObject({}),
  /** Starts the program's own sign-in; the result shows in the status. */
  'app.signIn': z.strictObject({ kind: kind.optional() }),
  /** The code from the sign-in page, where the program asks for one. */
  'app.signInCode': z.strictObject({ code: z.string().min(1).max(4096) }),
  'settings.get': z.strictObject({}),
  'settings.change': settingsPatch,
  /** In the user's browser; desktop only. */
  'pages.open': z.strictObject({ url: z.string().max(4096) }),
  /** Brings the window to the front, as after a click on a notification; desktop only. */
  'window.show': z.strictObject({}),
  /** Answers when it is known whether there is a newer version. */
  'updates.check': z.strictObject({}),
  /** Restarts into the downloaded version: once no agent works, or now. */
  'updates.restart': z.strictObject({ when: z.enum(restartTimes) }),
  /** Newest first. */
  'denials.page': z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
  /** The backups in the state folder, newest first. */
  'backups.list': z.strictObject({}),
  /** In the state folder, or at an absolute path that does not exist yet. */
  'backups.make': z.strictObject({ path: path.optional() }),
  /** Restores a backup by name and restarts Janus on it; the present database is set aside. */
  'backups.restore': z.strictObject({ name: z.string().min(1).max(200) }),
} as const
