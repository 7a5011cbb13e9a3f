import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { readAccess } from './access.ts'
import { App, type Environment } from './app.ts'
import { cleanJson, cleanLines } from './clean.ts'
import { completions } from './complete.ts'
import { exitOf, EndingError, exitCodes, refusalWords, type ExitReason } from './ending.ts'
import { helpFor, usageOf } from './help.ts'
import { splitCommandLine, readCommandLine } from './read.ts'
import { verbs } from './verbs.ts'

/** Milliseconds; the user waits with the cursor. */
const completionLimit = 1000

/** Runs `janus` and returns its exit code. Never prints a token. */
export async function run(argv: readonly string[], around: Environment): Promise<number> {
  const { verb, rest, values } = splitCommandLine(argv, verbs)
  try {
    if (argv[0] === '__complete') return await complete(argv.slice(1), around)
    return exitCodes[await carryOut(argv, around)]
  } catch (error) {
    const { refusal, ending } = exitOf(error)
    const how = verb ? `Usage: ${usageOf(verb)}\nSee janus ${verb.name} --help.` : 'See janus --help.'
    const message = ending === 'usage' ? `${refusal.message}\n${how}` : refusal.message
    around.complain(
      values['json'] === true
        ? cleanJson({ error: { ...refusal, message } })
        : `janus: ${cleanLines(refusalWords({ ...refusal, message }, rest))}`,
    )
    return exitCodes[ending]
  }
}

async function carryOut(argv: readonly string[], around: Environment): Promise<ExitReason> {
  const { verb, asks, given, isJson, home } = readCommandLine(argv, verbs)
  if (asks === 'version') around.print(`janus ${packageJson.version}`)
  else if (asks === 'help' || verb === null)
    around.print(helpFor(verb?.name.split(' ') ?? [], verbs, around.columns) ?? '')
  if (asks !== null || verb === null) return 'done'
  if (verb.isOffline !== true) refuseAgents(around)
  const done = await verb.run(given as never, appOf(around, home, isJson))
  if (done === null) return 'done'
  const words = isJson ? cleanJson(done.answer) : done.words()
  const { text, aside } = typeof words === 'string' ? { text: words, aside: '' } : words
  if (text !== '') around.print(text)
  if (aside !== '') around.complain(aside)
  return done.ending ?? 'done'
}

function appOf(around: Environment, home: string | null, isJson: boolean, limit?: number): App {
  const usual = around.environment['JANUS_HOME'] || join(around.home, '.janus')
  const folder = resolve(around.cwd, home ?? usual)
  const access = () => {
    refuseAgents(around)
    return readAccess(folder, join(around.home, '.janus-rehearsal'))
  }
  return new App({ around, verbs, folder, access, isJson }, limit)
}

/** Prints completions; ignores every error, since output would disturb the command line. */
async function complete(words: readonly string[], around: Environment): Promise<number> {
  const lines = await completions(words, (home) => appOf(around, home, false, completionLimit)).catch(
    () => [],
  )
  if (lines.length > 0) around.print(lines.join('\n'))
  return exitCodes.done
}

/** In an agent's shell the command would act as the user. */
function refuseAgents({ environment }: Environment): void {
  if (environment['JANUS_PROCESS'] === undefined) return
  throw new EndingError(
    'refused',
    'This shell belongs to an agent, and janus speaks as the user. Use the tools list_agents and send_to_agent.',
  )
}
