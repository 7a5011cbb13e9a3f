import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { descriptorsOf, Place } from '../e2e/place.ts'
import { Random } from '../main/testkit/random.ts'
import { AppProcess } from './app-process.ts'
import { disorder, sentByAgents, wordForm, wordsBefore } from './kill-count.ts'
import { connectionsOf, faults, pickFault, strike, zombiesOf, type Fault } from './kill-faults.ts'
import { Api, Traffic, type Sent } from './kill-traffic.ts'

interface RoundPlan {
  readonly seed: number
  readonly cycles: number
  readonly agents: number
  readonly modelUrl: string
}

/** A round's result, measured from outside: API answers, the CLIs' transcripts and the system's processes. */
export interface RoundResult {
  readonly seed: number
  readonly kills: Readonly<Record<Fault, number>>
  /** Messages that the app has acknowledged, including those between agents. */
  readonly acknowledged: number
  readonly byAgents: number
  /** Acknowledged, in no conversation, but shown as waiting for the user or given up after three crashes. */
  readonly visible: number
  readonly problems: readonly string[]
  readonly starts: readonly number[] // ms
  /** Open descriptors of the idle app: after its last start, and after more CLI kills in the same run. */
  readonly descriptors: readonly [before: number, after: number]
}

/** CLI kills in the app's last run, after which its descriptors are counted. */
const LAST = 5
/**
 * Traffic: acknowledged messages before a kill, and the ms after them. The CLI needs time for each turn, and
 * everything has to be read in the end.
 */
const PACE = { least: 2, most: 14, then: 2000 }
/** Milliseconds until a cycle's messages must be acknowledged. */
const TRAFFIC = 10_000
/** Milliseconds without progress until waiting messages count as stuck. */
const REST = 180_000

interface AgentView {
  readonly name: string
  readonly status: string
  readonly pending: number
}

/** A state folder, some agents, and cycles of traffic and faults; all but the timing follows from the seed. */
export class Round {
  readonly #plan: RoundPlan
  readonly #place: Place
  readonly #app: AppProcess
  readonly #api: Api
  readonly #random: Random
  readonly #traffic: Traffic
  readonly #names: readonly string[]
  readonly #problems: string[] = []
  readonly #kills = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>

  static async run(plan: RoundPlan): Promise<RoundResult> {
    const place = await Place.make()
    const round = new Round(plan, place, environmentOf(plan.modelUrl, place))
    const result = await round.#run()
    // Keep a failed round for inspection.
    if (result.problems.length === 0) await place.clear()
    else console.error(`Seed ${String(plan.seed)}: see ${place.root}`)
    return result
  }

  private constructor(plan: RoundPlan, place: Place, environment: NodeJS.ProcessEnv) {
    this.#plan = plan
    this.#place = place
    this.#app = new AppProcess(place, environment)
    this.#api = new Api(place.state)
    this.#random = new Random(plan.seed)
    this.#names = Array.from({ length: plan.agents }, (_, n) => `agent${String(n + 1)}`)
    const mark = `w${String(plan.seed)}`
    this.#traffic = new Traffic(this.#api, new Random(plan.seed + 1), this.#names, mark)
  }

  async #run(): Promise<RoundResult> {
    await this.#app.start()
    await this.#app.window('settings.change', { awake: 20, sleepAfter: 86_400 })
    for (const name of this.#names) await this.#api.ask('POST', '/agents', { name, cwd: this.#place.work })
    for (let cycle = 0; cycle < this.#plan.cycles; cycle += 1) await this.#cycle()
    const descriptors = await this.#lastLife()
    const byAgents = await sentByAgents(join(this.#place.home, 'claude'))
    const problems = this.#problems
    const zombies = await zombiesOf(this.#app.pid)
    if (zombies.length > 0) problems.push(`zombies: ${zombies.join(' ')}`)
    await this.#app.end('SIGTERM')
    const left = await this.#place.leftOver()
    if (left.length > 0)
      problems.push(`left after the quit: ${left.map(({ command }) => command).join(' | ')}`)
    const visible = await this.#count([...this.#traffic.sent, ...byAgents])
    return {
      seed: this.#plan.seed,
      kills: this.#kills,
      visible,
      problems,
      descriptors,
      acknowledged: this.#traffic.acknowledged + byAgents.length,
      byAgents: byAgents.length,
      starts: this.#app.starts,
    }
  }

  /** Strikes a fault amid traffic, and expects that no process of the earlier app is left. */
  async #cycle(): Promise<void> {
    this.#traffic.start()
    // Counts acknowledged messages rather than time, so that a busy machine does the same. Then waits a
    // random time in what follows.
    await this.#traffic.more(this.#random.int(PACE.least, PACE.most), TRAFFIC)
    await pause(this.#random.int(0, PACE.then))
    const fault = pickFault(this.#random)
    const before = await this.#place.processes()
    await strike(fault, this.#place, this.#app, this.#random)
    this.#kills[fault] += 1
    // A restarted app gets traffic at once.
    await pause(this.#random.int(0, 250))
    if (!this.#app.isRunning) throw new Error(`The app ended by itself:\n${this.#app.output}`)
    await this.#traffic.stop()
    if (['app', 'all', 'twice'].includes(fault)) await this.#expectGone(before.map(({ pid }) => pid))
    const unburied = await zombiesOf(this.#app.pid)
    await this.#pressRestart()
    await this.#expectBuried(unburied)
  }

  /** A process that is still a zombie after a request to the app was not reaped. */
  async #expectBuried(pids: readonly number[]): Promise<void> {
    if (pids.length === 0) return
    await pause(100)
    const left = (await zombiesOf(this.#app.pid)).filter((pid) => pids.includes(pid))
    if (left.length > 0) this.#problems.push(`zombies: ${left.join(' ')}`)
  }

  async #expectGone(pids: readonly number[]): Promise<void> {
    const left = await this.#place.processesOnce((all) => !all.some(({ pid }) => pids.includes(pid)), 2_000)
    const orphans = left.filter(({ pid }) => pids.includes(pid))
    if (orphans.length > 0)
      this.#problems.push(`orphans: ${orphans.map(({ command }) => command).join(' | ')}`)
  }

  async #pressRestart(): Promise<readonly AgentView[]> {
    const agents = await this.#agents()
    for (const { name, status } of agents)
      if (status === 'failed' || status === 'stopped')
        await this.#app.window('agents.restart', { agent: name })
    return agents
  }

  async #agents(): Promise<readonly AgentView[]> {
    const answer = await this.#api.ask('GET', '/agents')
    return Array.isArray(answer?.body) ? (answer.body as AgentView[]) : []
  }

  /** Waits until all agents are idle with nothing pending; a last message makes them read what they absorbed. */
  async #rest(): Promise<void> {
    for (const name of this.#names) await this.#traffic.send(name)
    let [until, least] = [performance.now() + REST, Infinity]
    for (let quiet = 0; quiet < 3;) {
      await pause(200)
      const agents = await this.#pressRestart()
      const left = agents.reduce((sum, { pending }) => sum + pending, 0)
      if (agents.length > 0 && left < least) [until, least] = [performance.now() + REST, left]
      const isIdle =
        agents.length === this.#names.length &&
        agents.every(({ status }) => status === 'idle' || status === 'asleep')
      quiet = isIdle && agents.every(({ pending }) => pending === 0) ? quiet + 1 : 0
      const waiting = isIdle ? agents.filter(({ pending }) => pending > 0) : []
      if (waiting.length > 0) await this.#release()
      // An absorbed message waits for a prompt.
      for (const { name } of waiting) await this.#traffic.send(name)
      if (performance.now() < until) continue
      this.#problems.push(
        `stuck: ${JSON.stringify(agents.map(({ name, status, pending }) => [name, status, pending]))}`,
      )
      return
    }
  }

  async #release(): Promise<void> {
    const { agents } = await this.#app.view()
    const held = agents.flatMap(({ pending }) => pending.filter(({ state }) => state === 'held'))
    for (const { id } of held) await this.#app.window('messages.release', { id })
  }

  /** Counts the idle app's descriptors before and after some more CLI kills. */
  async #lastLife(): Promise<readonly [number, number]> {
    await this.#rest()
    const before = await this.#open()
    for (let n = 0; n < LAST; n += 1) {
      this.#traffic.start()
      await pause(300)
      await strike('cli', this.#place, this.#app, this.#random)
      this.#kills.cli += 1
      await this.#traffic.stop()
      await this.#pressRestart()
    }
    await this.#rest()
    const after = await this.#open()
    if (after.length > before.length) {
      const more = after.filter((name) => !before.includes(name))
      const less = before.filter((name) => !after.includes(name))
      this.#problems.push(
        `descriptors: ${String(before.length)} before, ${String(after.length)} after; new ${more.join(' ')}; gone ${less.join(' ')}`,
      )
    }
    return [before.length, after.length]
  }

  /** The app's lasting descriptors, without connections. */
  async #open(): Promise<string[]> {
    const look = async () => [await connectionsOf(this.#app.pid), await descriptorsOf(this.#app.pid)] as const
    const [earlier, all] = await look()
    await pause(200)
    const [later, still] = await look()
    // Skips descriptors that were open at only one of the two times.
    const kept = new Set(still.values())
    return [...all.values()].filter((name) => kept.has(name) && !earlier.has(name) && !later.has(name))
  }

  /** Compares what was acknowledged with the conversations; returns how many messages wait visibly. */
  async #count(all: readonly Sent[]): Promise<number> {
    const found = await wordsBefore(join(this.#place.home, 'claude'), wordForm)
    let visible = 0
    const missing: Sent[] = []
    for (const sent of all) {
      const times = found.get(sent.word)?.times ?? 0
      // An interrupted agent calls its tool again, which is another message.
      if (times > 1 && sent.from === 'user')
        this.#problems.push(`doubled: ${sent.word} stands ${String(times)} times`)
      if (times === 0 && sent.id !== null) missing.push(sent)
    }
    if (missing.length > 0) {
      await this.#app.start()
      for (const { word, id } of missing) {
        const answer = await this.#api.ask('GET', `/messages/${id ?? ''}`)
        const { state } = (answer?.body ?? {}) as { state?: string }
        if (state === 'held' || state === 'undeliverable') visible += 1
        else this.#problems.push(`lost: ${word} ${id ?? ''} is ${state ?? 'unknown'}`)
      }
      await this.#app.end('SIGTERM')
    }
    this.#problems.push(...disorder(this.#traffic.sent, found))
    return visible
  }
}

export function environmentOf(modelUrl: string, place: Place): NodeJS.ProcessEnv {
  return {
    ...place.environment(modelUrl),
    NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '.cache', 'compiled'),
  }
}
