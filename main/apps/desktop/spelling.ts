import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronParts } from './electron-parts.ts'

/** Where Debian and its kin keep the dictionaries that were made for Chromium, as `de_DE.bdic`. */
export const systemDictionaries = '/usr/share/hunspell-bdic'

/** The version that Chromium wants of a dictionary, in the name of its file (components/spellcheck/common). */
const usualVersion = '3-0'
const versions: Readonly<Record<string, string>> = {
  'en-AU': '10-1',
  'en-CA': '10-1',
  'en-GB': '10-1',
  'en-US': '10-1',
  'cy-GB': '1-0',
  hy: '1-0',
  'tr-TR': '4-0',
  sh: '4-0',
  sr: '4-0',
  'tg-TG': '5-0',
  'uk-UA': '5-0',
  'fa-IR': '9-0',
}

/** What the check of spelling finds around it. */
interface SpellingOptions {
  readonly platform: NodeJS.Platform
  /** The system's folder of dictionaries; it need not be there. */
  readonly dictionaries: string
  readonly log: (line: string) => void
}

/**
 * Has what a user writes checked by what is on this machine: macOS and Windows have a check of their own, Chromium's
 * own one on Linux takes the system's dictionaries of the user's languages. None is fetched: where there is no
 * dictionary nothing is checked.
 */
export function checkSpelling({ app, session }: ElectronParts, options: SpellingOptions): void {
  const { defaultSession } = session
  if (options.platform !== 'linux') return defaultSession.setSpellCheckerEnabled(true)
  const profile = defaultSession.storagePath
  const names = profile === null ? [] : link(options, join(profile, 'Dictionaries'))
  const wanted = app.getPreferredSystemLanguages().flatMap((language) => [language, language.split('-')[0]])
  const known = defaultSession.availableSpellCheckerLanguages.filter((language) => wanted.includes(language))
  const there = known.filter((language) => names.some((name) => name.startsWith(`${language}-`)))
  // Chromium reads its dictionaries when the languages change: those that it began with may not have been there yet.
  defaultSession.setSpellCheckerLanguages([])
  defaultSession.setSpellCheckerEnabled(there.length > 0)
  if (there.length > 0) defaultSession.setSpellCheckerLanguages(there)
}

/** Links the system's dictionaries where Chromium looks, by the names that it wants; gives all that lie there. */
function link({ dictionaries, log }: SpellingOptions, folder: string): string[] {
  try {
    const found = filesOf(dictionaries).flatMap((file) => /^(.+)\.bdic$/.exec(file)?.[1] ?? [])
    if (found.length > 0) mkdirSync(folder, { recursive: true })
    for (const name of found) {
      const language = name.replace('_', '-')
      const path = join(folder, `${language}-${versions[language] ?? usualVersion}.bdic`)
      rmSync(path, { force: true })
      symlinkSync(join(dictionaries, `${name}.bdic`), path)
    }
  } catch (error) {
    log(`spelling: no dictionary: ${error instanceof Error ? error.message : String(error)}`)
  }
  return filesOf(folder)
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
