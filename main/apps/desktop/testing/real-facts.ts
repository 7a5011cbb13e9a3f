import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checks, type NamedCheck } from './facts/electron-facts.ts'
import { expected, isForReal, type FactCheck } from './facts/fact.ts'
import { FactApp } from './fact-app-folder.ts'
import { hasLogind, startLogind } from './fake-logind.ts'
import { openOwnScreen, type OwnScreen } from './own-screen.ts'
import { RealRun, type RunOptions } from './real-run.ts'
import { testElectron } from './test-electron.ts'

/** Milliseconds. A second instance waits 20 s for a first one that hangs. */
const [limit, hangLimit] = [45_000, 5_000]

/** Runs the chosen checks in a real Electron if there is one. */
export function describeFacts(name: string, isChosen: (check: FactCheck) => boolean): void {
  const electron = testElectron()
  const here = checks.filter(({ check }) => (check.on ?? [process.platform]).includes(process.platform))
  const chosen = here.filter(({ check }) => isChosen(check))
  const [alone, shared] = [chosen.filter(isAlone), chosen.filter((one) => !isAlone(one))]

  describe.runIf(electron !== null)(name, () => {
    let app: FactApp
    let screen: OwnScreen
    let together: RealRun | null = null

    beforeAll(async () => {
      if (electron === null) return
      screen = await openOwnScreen()
      app = await FactApp.build(electron)
      if (shared.length > 0) together = new RealRun(app, shared, { limit, environment: screen.environment })
      await together?.ended()
    })
    afterAll(async () => {
      app.end()
      await screen.end()
    })

    test.each(shared)('$id', ({ id, check }) => {
      const at = together?.at ?? null
      if (together === null || at === null) throw new Error(`It did not begin.\n${together?.words() ?? ''}`)
      expect(together.noteOf(id), together.words()).toEqual(expected(check, at))
    })

    test.for(alone)('$id', async (one, { skip }) => {
      skip(
        one.check.around === 'logind' && !hasLogind(),
        'python3-dbus, python3-gi and dbus are not installed',
      )
      const run = await runAlone(app, one, screen)
      if (run.at === null) throw new Error(`It did not begin.\n${run.words()}`)
      expect(run.noteOf(one.id), run.words()).toEqual(expected(one.check, run.at))
    })
  })
}

function isAlone({ check }: NamedCheck): boolean {
  return check.when === 'alone'
}

async function runAlone(app: FactApp, one: NamedCheck, screen: OwnScreen): Promise<RealRun> {
  const { check } = one
  const isHanging = !isForReal(check) && check.isAwaited === true
  const around = await (check.around === undefined ? null : surroundings[check.around]())
  try {
    const environment = { ...screen.environment, ...around?.environment }
    const usual = { limit: isHanging ? hangLimit : limit, environment }
    const run = new RealRun(app, [one], { ...usual, ...around?.options })
    await check.outside?.(run)
    await run.ended()
    return run
  } finally {
    await around?.end()
  }
}

interface Around {
  readonly environment: Readonly<Record<string, string>>
  readonly options: Partial<RunOptions>
  end(): Promise<void>
}

const surroundings: Record<NonNullable<FactCheck['around']>, () => Promise<Around>> = {
  logind: async () => {
    const logind = await startLogind()
    return {
      environment: logind.environment,
      options: { shutDown: () => logind.shutDown() },
      end: () => logind.end(),
    }
  },
  screen: async () => {
    const screen = await openOwnScreen()
    return {
      environment: screen.environment,
      options: { blind: () => void screen.end() },
      end: () => screen.end(),
    }
  },
}
