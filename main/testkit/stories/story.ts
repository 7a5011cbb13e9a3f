import { usualKind, type AgentKind } from '../../contract/agents/kinds.ts'
import type { Effect, Row } from '../../core/step/effects.ts'
import type { Event } from '../../core/step/events.ts'
import type { Agent, State } from '../../core/step/state.ts'
import { initialState, recover } from '../../core/recover.ts'
import { update, type Update } from '../../core/update.ts'
import { nextWake } from '../../core/wake.ts'
import { keysOf } from '../factories/factories.ts'
import { MemoryStore } from '../memory/store/store.ts'
import { Random } from '../random.ts'
import { agentVerbs } from './agent-verbs.ts'
import { commentLines, workVerbs } from './work-verbs.ts'
import { gatheringVerbs } from './gathering-verbs.ts'
import { StoryLines, timelineLines } from './lines.ts'
import { gatheringLine } from './record-lines.ts'
import { handlerVerbs, linkVerbs } from './link-verbs.ts'
import { machineVerbs } from './machine-verbs.ts'
import { mailVerbs } from './mail-verbs.ts'
import { outsideVerbs } from './outside-verbs.ts'
import { Scene, type Verb } from './scene.ts'

/** All verbs of a story's lines, except those about the story itself (`Story.do`). */
const verbs: Readonly<Record<string, Verb>> = {
  ...agentVerbs,
  ...mailVerbs,
  ...linkVerbs,
  ...handlerVerbs,
  ...gatheringVerbs,
  ...machineVerbs,
  ...workVerbs,
  ...outsideVerbs,
}

/**
 * Runs a story: executes its commands (lines that begin with `>`), and returns the whole text with what the
 * core made of each: answers, statuses, messages, transcript rows and effects. Comments and headings stay.
 * `===` begins another story in a new world. A process is ready and reads its input at once, unless a later
 * command says when: `ready scout` or `reads scout`. Until `unread scout` it does neither.
 */
export function runStory(text: string): string {
  const told = text.split('\n===\n').map((one) => {
    const story = new Story()
    const lines = one.split('\n').filter((line) => /^(> |#|$)/.test(line))
    const commands = lines.flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []))
    return lines
      .flatMap((line) =>
        line.startsWith('> ') ? [line, ...story.do(commands.shift() ?? '', commands)] : [line],
      )
      .join('\n')
  })
  return `${told.join('\n===\n').trimEnd()}\n`
}

/** Commands that report a process's start or its reading of input. */
const reactions: readonly string[] = [
  'ready',
  'refused',
  'accepts',
  'reads',
  'drops',
  'unread',
  'exits',
  'dies',
]
/** Commands that need a process that has read its input. */
const needReading: readonly string[] = ['ends', 'completes', 'says', 'calls']

/** Whether a later command says how this agent's process reacts. */
function isToldLater(name: string, ahead: readonly string[]): boolean {
  const next = ahead
    .map((command) => command.split(' '))
    .find(([verb = '', of]) => of === name && (reactions.includes(verb) || needReading.includes(verb)))
  return next !== undefined && reactions.includes(next[0] ?? '')
}

/** Omits answers that a message is queued if it is written at once. */
function withoutUsualAnswers(lines: readonly string[]): string[] {
  const written = lines.filter((line) => line.includes('=> agent.write')).join('\n')
  return lines.filter((line) => {
    const [, tag] = /^ {2}answer: (m\d+) from [^:]+: queued, at place 1$/.exec(line) ?? []
    return tag === undefined || !new RegExp(`=> agent.write[^|]* ${tag}\\b`).test(written)
  })
}

/** The open tabs in order, with their last line. */
const tabLines = (state: State): string[] =>
  [...state.agents.values()]
    .map(({ agent }) => agent)
    .filter(({ closedAt }) => closedAt === null)
    .sort((a, b) => a.order - b.order)
    .map(({ name, lastLine }) => `  ${name}${lastLine === '' ? '' : `: ${lastLine}`}`)

/** Expands commands that are short for several. */
function stepsOf(verb: string, name: string, rest: string): readonly (readonly [string, string, string])[] {
  switch (verb) {
    // `completes scout Done.`: the turn ends with this text.
    case 'completes':
      return [['ends', name, `completed ${rest}`]]
    // `dies scout unfinished`: its process ends, with that result for the last prompt in its transcript.
    case 'dies':
      return [
        ['exits', name, ''],
        ['found', name, rest],
      ]
    default:
      return [[verb, name, rest]]
  }
}

class Story {
  readonly #scene = new Scene()
  readonly #random = new Random(1)
  readonly #told = new StoryLines(this.#scene)
  #lines: string[] = []
  #ahead: readonly string[] = []
  /** Starts and prompts to which no process has reacted. */
  #due: Extract<Effect, { do: 'agent.start' | 'agent.write' }>[] = []
  /** All commits, and those that a backup contains. */
  #commits: (readonly Row[])[] = []
  #backup: { readonly commits: readonly (readonly Row[])[]; readonly at: number } | null = null

  /** Executes a command; returns the lines of its trace. `ahead`: the later commands. */
  do(command: string, ahead: readonly string[]): readonly string[] {
    this.#lines = []
    this.#ahead = ahead
    const [verb = '', name = '', ...words] = command.split(' ')
    const rest = words.join(' ')
    if (verb === 'tabs') this.#lines = tabLines(this.#scene.state)
    else if (verb === 'comments') this.#lines = [...commentLines(this.#scene, name)]
    else if (verb === 'timeline') this.#lines = [...timelineLines(this.#scene.store)]
    else if (verb === 'wait') this.#wait(Number(name) * 1000)
    else if (verb === 'clock') this.#setClock(Number(name) * 1000)
    else if (verb === 'app-dies') this.#reboot(Number(name) * 1000)
    else if (verb === 'backs-up') this.#backup = { commits: [...this.#commits], at: this.#scene.now }
    else if (verb === 'restores') this.#restore()
    else if (verb === 'create') this.#create(name.split(','), rest)
    else if (verb === 'unread') return []
    else if (name === 'times') this.#lines = this.#repeat(Number(verb), rest.split('; '))
    else for (const one of stepsOf(verb, name, rest)) this.#verb(...one)
    if (verb === 'convene' && !words.includes('seeking')) this.#findNothing()
    this.#react()
    return this.#lines
  }

  /** Lets processes react, unless later commands say how; shows only unusual results. */
  #react(): void {
    let count = 0
    for (let effect = this.#due.shift(); effect; effect = this.#due.shift()) {
      // With a broken rule, each reading may cause a write: fail instead of looping.
      if (++count > 1000) throw new Error('processes react without end')
      const name = this.#scene.nameOf(effect.agent)
      if (isToldLater(name, this.#ahead)) continue
      const usual = [`  ${name} is starting => agent.start`, `  => agent.start ${name}`]
      if (effect.do === 'agent.start') this.#lines = this.#lines.filter((line) => !usual.includes(line))
      this.#verb(effect.do === 'agent.start' ? 'ready' : 'reads', name, '')
    }
    this.#lines = withoutUsualAnswers(this.#lines)
  }

  /** A new gathering's search finds nothing, which is not shown. */
  #findNothing(): void {
    const g = [...this.#scene.state.gatherings.values()].at(-1)
    if (g?.stage !== 'convening') return
    const seeks = [
      `  answer: ${gatheringLine(this.#scene, g)}`,
      `  => gathering.seek ${this.#scene.tag(g.id)}`,
    ]
    this.#lines = this.#lines.filter((line) => !seeks.includes(line))
    this.#apply({ type: 'gathering.sought', gathering: g.id, passages: [] })
  }

  #verb(verb: string, name: string, rest: string): void {
    const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (!act) throw new Error(`the story has no verb ${verb}`)
    this.#apply(act(this.#scene, name, rest))
  }

  /**
   * `20 times send scout builder Word {n}.; reads builder`; `{2n+6}` is computed. Shows the last round, and
   * each whose successor differs in more than numbers.
   */
  #repeat(count: number, commands: readonly string[]): string[] {
    const rounds: string[][] = []
    const ahead = this.#ahead
    for (let n = 1; n <= count; n++) {
      const numbered = commands.map((command) =>
        command.replaceAll(/\{(\d*)n(?:\+(\d+))?\}/g, (_, by: string, more = '0') =>
          String(Number(by || '1') * n + Number(more)),
        ),
      )
      rounds.push(
        numbered.flatMap((command, at) => [
          `  > ${command}`,
          ...this.do(command, [...numbered.slice(at + 1), ...ahead]),
        ]),
      )
    }
    const shape = (round: readonly string[] | undefined) => round?.join('\n').replaceAll(/\d+/g, '#')
    return rounds.filter((round, at) => shape(round) !== shape(rounds[at + 1])).flat()
  }

  /**
   * `create scout,builder MODE`, or `of KIND`, or `as ROLE EFFORT WORDS…`: with a role that has this text;
   * `awake`: with running processes.
   */
  #create(names: readonly string[], how: string): void {
    const isAwake = how === 'awake'
    const [, kind = usualKind] = /^of (.+)$/.exec(how) ?? []
    const [, template, effort, instructions] = /^as (\S+) (\S+) (.+)$/.exec(how) ?? []
    const isMode = how !== '' && !isAwake && kind === usualKind && template === undefined
    for (const name of names) {
      this.#apply({
        type: 'agent.created',
        name: keysOf(name),
        kind: kind as AgentKind,
        cwd: '/',
        model: null,
        policy: 'hybrid',
        role: '',
        permissionMode: isMode ? (how as Agent['permissionMode']) : 'default',
        ...(template && effort && instructions ? { template, effort, instructions } : {}),
      })
      if (!isAwake) continue
      this.#apply({ type: 'agent.restarted', agent: this.#scene.agentId(name) })
      this.#due = []
      this.#verb('ready', name, '')
    }
    // Every agent begins like this.
    const begins = ['is asleep', 'is starting => agent.start', 'is idle']
    this.#lines = this.#lines.filter(
      (line) => !names.some((name) => begins.some((how) => line === `  ${name} ${how}`)),
    )
  }

  #apply(event: Event): void {
    this.#take(update(this.#scene.state, event, { now: this.#scene.now, seed: this.#random.hex() }))
  }

  #take(made: Update): void {
    const before = this.#scene.state
    this.#scene.state = made.state
    this.#scene.store.commit(made.rows)
    this.#commits.push(made.rows)
    this.#lines.push(...this.#told.update(made, before))
    for (const effect of made.effects)
      if (effect.do === 'agent.start' || effect.do === 'agent.write') this.#due.push(effect)
  }

  /** Time passes; deadlines fall due. */
  #wait(ms: number): void {
    const until = this.#scene.now + ms
    for (
      let due = nextWake(this.#scene.state);
      due !== null && due <= until;
      due = nextWake(this.#scene.state)
    ) {
      this.#scene.now = Math.max(this.#scene.now, due)
      this.#apply({ type: 'clock.ticked' })
      this.#react()
    }
    this.#scene.now = until
  }

  /** The clock is set, or the computer sleeps. */
  #setClock(by: number): void {
    this.#scene.now += by
    this.#apply({ type: 'clock.jumped', by })
  }

  /** The app is killed and restarts on what was saved; meanwhile the clock is changed by `by` ms. */
  #reboot(by: number): void {
    this.#scene.now += by
    this.#scene.state = initialState(this.#scene.store.load(), this.#scene.state.limits)
    this.#take(recover(this.#scene.state, { now: this.#scene.now, seed: this.#random.hex() }))
  }

  /** The app quits and restarts on the backup, with everything stopped. */
  #restore(): void {
    if (this.#backup === null) throw new Error('the story has no backup')
    const { commits, at } = this.#backup
    this.#scene.store = new MemoryStore()
    this.#commits = [...commits]
    for (const rows of commits) this.#scene.store.commit(rows)
    this.#scene.state = initialState(this.#scene.store.load(), {
      ...this.#scene.state.limits,
      stopped: this.#scene.now,
    })
    this.#take(recover(this.#scene.state, { now: this.#scene.now, seed: this.#random.hex() }, at))
  }
}
