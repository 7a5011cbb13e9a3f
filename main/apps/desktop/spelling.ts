import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronParts } from './electron-parts.ts'

/** Debian's folder of dictionaries for Chromium, such as `de_DE.bdic`. */
export const systemDictionaries = '/usr/share/hunspell-bdic'

/** Dictionary versions in the file names that Chromium expects (components/spellcheck/common). */
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

interface SpellingOptions {
  readonly platform: NodeJS.Platform
  /** May be missing. */
  readonly dictionaries: string
  readonly log: (line: string) => void
}

/** Uses local dictionaries only: Chromium on Linux needs the system's, other systems have a checker. */
export function checkSpelling({ app, session }: ElectronParts, options: SpellingOptions): void {
  const { defaultSession } = session
  if (options.platform !== 'linux') return defaultSession.setSpellCheckerEnabled(true)
  const profile = defaultSession.storagePath
  const names = profile === null ? [] : link(options, join(profile, 'Dictionaries'))
  const wanted = app.getPreferredSystemLanguages().flatMap((language) => [language, language.split('-')[0]])
  const known = defaultSession.availableSpellCheckerLanguages.filter((language) => wanted.includes(language))
  const there = known.filter((language) => names.some((name) => name.startsWith(`${language}-`)))
  // Chromium loads dictionaries only when the languages change; at its start the files may have been missing.
  defaultSession.setSpellCheckerLanguages([])
  defaultSession.setSpellCheckerEnabled(there.length > 0)
  if (there.length > 0) defaultSession.setSpellCheckerLanguages(there)
}

/** Links the system's dictionaries under the names that Chromium expects; returns all there. */
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
