import { z } from 'zod'
import { kind, cursor, limit, path } from '../api/shapes.ts'
import { settingsPatch } from './settings.ts'
import { restartTimes } from './updates.ts'

/** What can be asked about the app itself: how it stands, its settings, backups, and what was refused. */
export const appRequests = {
  'app.status': z.strictObject({}),
  /** What this Janus is and runs on, with a diagnosis to be passed on. */
  'app.about': z.strictObject({}),
  /** The licences of everything that is shipped. */
  'app.licences': z.strictObject({}),
  /** Looks at an installed program again: the three-line check. Without a kind at all that were looked at before. */
  'app.check': z.strictObject({ kind: kind.optional() }),
  /** Looks at the programs of all kinds that were not looked at yet; answers when that is done. */
  'app.look': z.strictObject({}),
  /** The public registry of agents, as it is known here. */
  'programs.offers': z.strictObject({}),
  /** Fetches its newest list. */
  'programs.updateOffers': z.strictObject({}),
  /** Downloads the program of a kind into Janus's own folder; answers when that has ended, well or not. */
  'programs.install': z.strictObject({ kind }),
  /** Ends a download; what has come is kept for the next. */
  'programs.cancel': z.strictObject({ kind }),
  /** Removes a program that Janus has downloaded. */
  'programs.remove': z.strictObject({ kind }),
  /** Stops everything: turns end, and nothing begins but one turn for each of the user's own words. */
  'app.stop': z.strictObject({}),
  /** Everything goes on where it stood. */
  'app.goOn': z.strictObject({}),
  /** The user has read the notices of the status. */
  'app.putNoticesAway': z.strictObject({}),
  /** Begins the rehearsal beside this app; in that rehearsal, goes back. */
  'app.rehearse': z.strictObject({}),
  /** Begins a sign-in with the program's own means; what comes of it shows in the status. */
  'app.signIn': z.strictObject({ kind: kind.optional() }),
  /** The code that the sign-in page showed, where the program asks for one. */
  'app.signInCode': z.strictObject({ code: z.string().min(1).max(4096) }),
  'settings.get': z.strictObject({}),
  'settings.change': settingsPatch,
  /** Opens a page of the web in the user's browser; the desktop only. */
  'pages.open': z.strictObject({ url: z.string().max(4096) }),
  /** Brings the window before all others, as when a notification was clicked; the desktop only. */
  'window.show': z.strictObject({}),
  /** Looks for a newer version; answers when it is known whether there is one. */
  'updates.check': z.strictObject({}),
  /** Restarts to the version that is ready: once no agent works, or now. */
  'updates.restart': z.strictObject({ when: z.enum(restartTimes) }),
  /** The record of denied requests, newest first. */
  'denials.page': z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
  /** Those in the state folder, newest first. */
  'backups.list': z.strictObject({}),
  /** Makes one now: in the state folder, or at a full path where nothing lies yet. */
  'backups.make': z.strictObject({ path: path.optional() }),
  /** Restores one by its name, and starts Janus again on it. What is there now is set aside. */
  'backups.restore': z.strictObject({ name: z.string().min(1).max(200) }),
} as const
