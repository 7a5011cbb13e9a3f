import type { MessageCreateParams, TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { spokenWords } from './cli-words.ts'
import { partsOf, readTurn, type Turn } from './conversation.ts'
import { playOrder } from './orders.ts'
import { isQuiet, playLetter, playTimer } from './peers.ts'
import { perform, tell, type Play, type Result } from './play.ts'
import { callIn, linkedIn, readPrompt, type Part } from './prompt.ts'
import { parseSteps, say, type Step } from './script.ts'
import { playCircle } from './seat.ts'
import { doTask, taskIn } from './tasks.ts'
import { acknowledge, clip, closingAnswer, plainAnswer, shortName, silent, unknownTool } from './words.ts'

/** One piece of an answer, in order. `done` is the number of steps behind us once the call is made. */
export type Piece =
  | Exclude<Step, { do: 'call' }>
  | { do: 'call'; tool: string; input: Record<string, unknown>; done: number }

/** What an answer depends on beside the turn: everything that the conversation has put before the agent, and its tools. */
interface Scene {
  readonly told: readonly Part[]
  readonly tools: readonly string[]
}

/** The answer to a request: ends after its first call, or with the script. A pure function of the request. */
export function planAnswer(request: MessageCreateParams): Piece[] {
  const aside = answerAside(request)
  if (aside !== null) return [say(aside)]
  const tools = (request.tools ?? []).flatMap((tool) => ('name' in tool ? [tool.name] : []))
  const scene = { told: partsOf(request.messages), tools }
  const turn = readTurn(request.messages, (earlier, said) => isCut(piecesOf(earlier, scene), said))
  const pieces = piecesOf(turn, scene)
  if (pieces.some((piece) => piece.do === 'say' || piece.do === 'call')) return pieces
  return [...pieces, say(turn.result === null ? plainAnswer('', tools) : closingAnswer(turn.result))]
}

/** What is still to be said in a turn, to its first call or its end. */
function piecesOf(turn: Turn, scene: Scene): Piece[] {
  const pieces: Piece[] = []
  for (const [index, step] of stepsOf(turn, scene).entries()) {
    if (index < turn.done) continue
    const piece = toPiece(step, scene.tools, index + 1)
    pieces.push(piece)
    if (piece.do === 'call') return pieces
  }
  return pieces
}

/** Whether what was said is only the beginning of what was to be said. */
function isCut(planned: readonly Piece[], said: string): boolean {
  const whole = planned.flatMap((piece) => (piece.do === 'say' ? [piece.text] : [])).join('\n')
  return whole.startsWith(said.trim()) && (whole.length > said.length || planned.at(-1)?.do === 'call')
}

/** The steps of a turn, as far as they are known: a scene goes on once its call has a result. */
function stepsOf(turn: Turn, scene: Scene): Step[] {
  const steps: Step[] = []
  // A call that was cut off gave nothing; one that has still to be made has no result.
  const resultAt = (done: number): Result | null =>
    turn.results.get(done) ?? (done <= turn.done ? { text: '', failed: true } : null)
  // What is said together is answered together, each scene to its end before the next.
  for (const prompts of turn.prompts) {
    const parts = prompts.flatMap(readPrompt)
    const script = callIn(parts) === null ? parts.flatMap(scriptIn) : []
    steps.push(...script)
    for (const play of script.length > 0 ? [] : playsFor(parts, scene)) {
      const begun = steps.length
      steps.push(...perform(play, (place) => resultAt(begun + place)))
    }
  }
  return steps
}

/** Everything that plays to what was put together: what is asked comes first. */
function playsFor(parts: readonly Part[], { told, tools }: Scene): readonly Play[] {
  const known = new Set(tools.map(shortName))
  const asked = callIn(parts)
  if (asked !== null) return [playCircle(told, asked, known)]
  const timer = parts.find((part) => part.kind === 'timer')
  if (timer !== undefined) return [playTimer(timer)]
  const linked = linkedIn(told)
  const scenes = parts.map((part) => ({ part, play: playPart(part, linked, known) }))
  const plays = scenes.flatMap(({ play }) => play ?? [])
  const left = scenes.flatMap(({ part, play }) => (play === null ? [part] : []))
  // Beside what is answered, a letter that needs no answer is only read.
  const letters = left.flatMap((part) => (part.kind === 'letter' && !isQuiet(part, linked) ? [part] : []))
  const words = left.findLast((part) => part.kind === 'words')
  if (letters.length > 0) plays.push(tell(letters.map(acknowledge).join(' ')))
  if (words?.kind === 'words') plays.push(tell(plainAnswer(words.words, tools)))
  return plays.length === 0 && parts.length > 0 ? [tell(silent)] : plays
}

function playPart(part: Part, linked: ReadonlySet<string>, tools: ReadonlySet<string>): Play | null {
  if (part.kind === 'letter') return tools.has('send_to_agent') ? playLetter(part, linked) : null
  if (part.kind !== 'words') return null
  const order = tools.has('send_to_agent') ? playOrder(part.words) : null
  const task = taskIn(part.words)
  return order ?? (task === null ? null : doTask(task))
}

/** A script in which `$ticket` is the question that it stands in. */
function scriptIn(part: Part): Step[] {
  if ((part.kind !== 'letter' || part.isReminder) && part.kind !== 'words') return []
  const ticket = part.kind === 'letter' ? part.ticket : null
  return parseSteps(part.words, ticket === null ? {} : { $ticket: ticket })
}

function toPiece(step: Step, tools: readonly string[], done: number): Piece {
  if (step.do !== 'call') return step
  const { otherwise } = step
  const found = findTool(step.tool, tools)
  if (found !== null) return { do: 'call', tool: found, input: step.input, done }
  return otherwise !== undefined && tools.includes(otherwise.tool)
    ? { do: 'call', ...otherwise, done }
    : say(unknownTool(step.tool, tools))
}

/** The full name, or the one tool whose name ends so. */
function findTool(asked: string, tools: readonly string[]): string | null {
  if (tools.includes(asked)) return asked
  const [found, ...others] = tools.filter((tool) => tool.endsWith(`__${asked}`))
  return found !== undefined && others.length === 0 ? found : null
}

/** The CLI's own errands (a title, a summary, a probe) are no turns of the conversation: a fitting line each. */
function answerAside(request: MessageCreateParams): string | null {
  const words = lastWords(request)
  if (/create a detailed summary of (the|this) conversation/i.test(words))
    return '<summary>\nA rehearsed conversation: scripted steps were taken, nothing is left to do.\n</summary>'
  if (request.max_tokens === 1) return 'Ok'
  if ((request.tools ?? []).length > 0) return null
  const schema = request.output_config?.format?.schema as { properties?: object } | undefined
  const title = clip(words, 50) || 'Rehearsal'
  // What it wants as JSON are titles: a few texts.
  if (schema !== undefined)
    return JSON.stringify(
      Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, title])),
    )
  const { system = '' } = request
  const task = typeof system === 'string' ? system : system.map(({ text }) => text).join('\n')
  return /\btitle\b/i.test(task) ? title : null
}

function lastWords({ messages }: MessageCreateParams): string {
  const content = messages.findLast((message) => message.role === 'user')?.content ?? ''
  if (typeof content === 'string') return spokenWords(content)
  return spokenWords(content.findLast((block): block is TextBlockParam => block.type === 'text')?.text ?? '')
}
