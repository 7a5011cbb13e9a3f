import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { query, type Options, type SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import { bundledCli } from '../main/adapters/claude/cli-path.ts'
import { childEnvironment } from '../main/adapters/claude/environment.ts'
import { launchOptions } from '../main/adapters/claude/options.ts'
import type { WatchedRehearsalModel } from '../main/adapters/rehearsal/server.ts'
import { introduction } from '../main/core/prompts.ts'
import { lonelyEnvironment } from '../main/testing/real-cli.ts'
import { mcpServer, nextTurn, startJanus, turn, window } from './janus.ts'
import { lastWords } from './route.ts'

/** Turns that the conversation has at first. */
const TURNS = 12
/** Everything has been at rest for so long when a message is sent, in ms. */
const REST = 300
const agent = { name: 'sleeper', role: '' }

/** One way to get an answer from an agent whose CLI does not run. */
export interface Way {
  readonly name: string
  /** Milliseconds from now until the model is asked about these words; afterwards nothing of the CLI runs. */
  wake(words: string): Promise<number>
}

/** An agent that sleeps after each turn, and its CLI by hand. */
export interface Sleeper {
  readonly ways: readonly Way[]
  close(): Promise<void>
}

/** The app with one agent, whose conversation has begun; `ways` are by hand (first), by Janus, and the bare CLI. */
export async function openSleeper(model: WatchedRehearsalModel): Promise<Sleeper> {
  const home = await mkdtemp(join(tmpdir(), 'bench-wake-'))
  const janus = await startJanus(model.url, home)
  const { id } = await janus.ask(window, 'agents.create', { ...agent, cwd: home })
  for (let n = 1; n <= TURNS; n += 1) await turn(janus, id, `say: This is turn ${n} of the conversation.`)
  const asleep = nextTurn(janus, id, 'asleep')
  await turn(janus, id, 'say: And now to sleep.')
  await janus.ask(window, 'settings.change', { sleepAfter: 1 })
  await asleep
  const options = optionsLikeJanus(model.url, home, await conversationIn(home))
  const { mcpServers: _tools, systemPrompt: _prompt, settings: _settings, ...bare } = options
  const byHand = (name: string, how: Options): Way => ({
    name,
    wake: (words) => timed(model, words, (script) => askOnce(script, how)),
  })
  const byJanus: Way = {
    name: 'Janus wakes it',
    wake: (words) =>
      timed(model, words, async (message) => {
        const over = nextTurn(janus, id, 'asleep')
        await janus.ask(window, 'messages.send', { agent: id, message })
        await over
      }),
  }
  return {
    ways: [
      byHand('its CLI started by hand', options),
      byJanus,
      byHand('the same without tools and settings', bare),
    ],
    async close() {
      await janus.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Sends when nothing runs; resolves when nothing runs any more. */
async function timed(
  model: WatchedRehearsalModel,
  words: string,
  send: (script: string) => Promise<void>,
): Promise<number> {
  await untilNothingRuns()
  let arrived = 0
  const stop = model.onRequest((body, { at }) => {
    if (arrived === 0 && lastWords(body).includes(words)) arrived = at
  })
  const sent = performance.now()
  await send(`say: ${words}`)
  await untilNothingRuns()
  stop()
  if (arrived === 0) throw new Error(`"${words}" never came`)
  return arrived - sent
}

/** There is no child process left, and was none for a while. */
async function untilNothingRuns(): Promise<void> {
  do await rest(REST)
  while (process.getActiveResourcesInfo().includes('ProcessWrap'))
}

/** Starts a CLI, gives it one prompt, and ends its input when the answer is there. */
async function askOnce(text: string, options: Options): Promise<void> {
  const { promise: answered, resolve } = Promise.withResolvers<undefined>()
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    yield { type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null }
    await answered
  }
  for await (const message of query({ prompt: prompts(), options }))
    if (message.type === 'result') resolve(undefined)
}

/** As Janus starts it, but that nobody answers for its tools. */
function optionsLikeJanus(url: string, home: string, conversation: string): Options {
  const launch = {
    ...{ ...agent, cwd: home, conversation, conversed: true, model: null },
    ...{ permissionMode: 'default' as const, allowed: [] },
  }
  const args = [...mcpServer.args, join(home, 'nobody.json')]
  return launchOptions(
    launch,
    { how: 'resume', conversation },
    {
      closedFolders: [join(home, 'state')],
      mcpServer: { type: 'stdio', command: mcpServer.command, args, alwaysLoad: true },
      ...{ environment: childEnvironment(lonelyEnvironment(url, home), {}), overrides: {} },
      ...{ appendSystemPrompt: introduction(agent), cliPath: bundledCli(), trust: 'plain' },
    },
  )
}

/** The one that the CLI has kept. */
async function conversationIn(home: string): Promise<string> {
  const files = await readdir(join(home, 'config', 'projects'), { recursive: true })
  const found = files.find((file) => file.endsWith('.jsonl'))
  if (found === undefined) throw new Error('There is no conversation.')
  return basename(found, '.jsonl')
}
