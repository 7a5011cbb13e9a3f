import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openScreen } from '../../../../scripts/test-screen.mjs'
import { testElectron } from '../../../../scripts/test-electron.mjs'
import { checks, type NamedCheck } from '../facts/electron-facts.ts'
import { expected, type Check } from '../facts/fact.ts'
import { FactApp } from './fact-app-folder.ts'
import { startLogind } from './fake-logind.ts'
import { RealRun, type RunOptions } from './real-run.ts'

/** In ms. A second instance waits 20 s for a first one that hangs. */
const [limit, hangLimit] = [60_000, 5_000]

/** Asks a real Electron, where there is one, what is chosen of the table. */
export function describeFacts(name: string, isChosen: (check: Check) => boolean): void {
  const electron = testElectron()
  const here = checks.filter(({ check }) => (check.on ?? [process.platform]).includes(process.platform))
  const chosen = here.filter(({ check }) => isChosen(check))
  const [alone, shared] = [chosen.filter(isAlone), chosen.filter((one) => !isAlone(one))]

  describe.runIf(electron !== null)(name, () => {
    let app: FactApp
    let closeScreen: () => unknown
    let together: RealRun | null = null

    beforeAll(async () => {
      if (electron === null) return
      closeScreen = await openScreen()
      app = await FactApp.build(electron)
      if (shared.length > 0) together = new RealRun(app, shared, { limit })
      await together?.ended()
    })
    afterAll(async () => {
      app.end()
      await closeScreen()
    })

    test.each(shared)('$id', ({ id, check }) => {
      if (together?.at == null) throw new Error(`It did not begin.\n${together?.words() ?? ''}`)
      expect(together.notes.get(id), together.words()).toEqual(expected(check, together.at))
    })

    test.each(alone)('$id', async (one) => {
      const run = await runAlone(app, one)
      if (run.at === null) throw new Error(`It did not begin.\n${run.words()}`)
      expect(run.notes.get(one.id), run.words()).toEqual(expected(one.check, run.at))
    })
  })
}

function isAlone({ check }: NamedCheck): boolean {
  return check.when === 'alone'
}

async function runAlone(app: FactApp, one: NamedCheck): Promise<RealRun> {
  const { check } = one
  const isHanging = check.by === 'both' && check.isAwaited === true
  const around = await (check.around === undefined ? null : surroundings[check.around]())
  try {
    const run = new RealRun(app, [one], { limit: isHanging ? hangLimit : limit, ...around?.options })
    await check.outside?.(run)
    await run.ended()
    return run
  } finally {
    await around?.end()
  }
}

interface Around {
  readonly options: Partial<RunOptions>
  end(): Promise<unknown>
}

/** What a check wants around it. */
const surroundings: Record<NonNullable<Check['around']>, () => Promise<Around>> = {
  logind: async () => {
    const logind = await startLogind()
    const { environment } = logind
    return { options: { environment, shutDown: () => logind.shutDown() }, end: () => logind.end() }
  },
  screen: async () => {
    const before = process.env['DISPLAY']
    const close = await openScreen()
    const environment = { DISPLAY: process.env['DISPLAY'] ?? '' }
    process.env['DISPLAY'] = before
    const closed = Promise.withResolvers<void>()
    const end = () => void Promise.resolve(close()).then(() => closed.resolve())
    return {
      options: { environment, blind: end },
      end: () => {
        end()
        return closed.promise
      },
    }
  },
}
