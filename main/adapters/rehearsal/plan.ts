import type { ModelRequest, OfferedTool } from './asked.ts'
import { operationsOf, translateOperation, type Operation } from './hands.ts'
import { talkParts, readTurn, type Turn } from './conversation.ts'
import { playOrder } from './orders.ts'
import { needsNoReply, playLetter, playTimer } from './peers.ts'
import { perform, playWords, type Play, type Result } from './play.ts'
import { circleCallIn, isWithUser, linkedIn, readPrompt, type PromptPart } from './prompt.ts'
import { parseSteps, sayStep, type Call, type Step } from './script.ts'
import { playCircle } from './seat.ts'
import { doTask, taskIn } from './tasks.ts'
import { findTool, plainNames } from './tools.ts'
import { acknowledge, closingAnswer, plainAnswer, silent, unknownTool } from './words.ts'

export type Piece = Exclude<Step, { do: 'call' }> | CallPiece

/** `done`: number of steps done after the call; null for a call that only prepares a step. */
interface CallPiece {
  do: 'call'
  tool: string
  input: Record<string, unknown>
  done: number | null
}

/** What an answer depends on besides the turn: the conversation and the tools. */
interface Scene extends Pick<ModelRequest, 'tools' | 'folder'> {
  readonly told: readonly PromptPart[]
}

/** Returns the answer up to its first call or the end of the script. A pure function of the request. */
export function planAnswer({ aside, talk, tools, folder }: ModelRequest): Piece[] {
  if (typeof aside === 'string') return [sayStep(aside)]
  if (aside !== null) return [{ do: 'call', ...aside, done: null }]
  const scene = { told: talkParts(talk), tools, folder }
  const turn = readTurn(talk, (earlier, said) => isCut(piecesOf(earlier, scene), said))
  const pieces = piecesOf(turn, scene)
  if (pieces.some((piece) => /^(?:say|call|fail)$/.test(piece.do))) return pieces
  const known = plainNames(tools)
  return [...pieces, sayStep(turn.result === null ? plainAnswer('', known) : closingAnswer(turn.result))]
}

/** The rest of the turn, up to its first call or its end. */
function piecesOf(turn: Turn, scene: Scene): Piece[] {
  const pieces: Piece[] = []
  for (const [index, step] of stepsOf(turn, scene).entries()) {
    if (index < turn.done || (turn.isResumed && step.do === 'fail')) continue
    const piece = toPiece(step, scene, index + 1)
    pieces.push(piece)
    if (piece.do === 'call') return pieces
  }
  return pieces
}

/** Whether `said` is only the beginning of what was planned. */
function isCut(planned: readonly Piece[], said: string): boolean {
  const whole = planned.flatMap((piece) => (piece.do === 'say' ? [piece.text] : [])).join('\n')
  return whole.startsWith(said.trim()) && (whole.length > said.length || planned.at(-1)?.do === 'call')
}

/** Steps of the turn as far as known: a scene continues once its call has a result. */
function stepsOf(turn: Turn, scene: Scene): Step[] {
  const steps: Step[] = []
  // An interrupted call counts as failed; a call not made yet has no result.
  const resultAt = (done: number, step: Call): Result | null => {
    const result = turn.results.get(done)
    if (result === undefined) return done <= turn.done ? { text: '', failed: true } : null
    return { ...result, text: operationOf(step, scene)?.gives(result.text) ?? result.text }
  }
  // Prompts sent together are answered together, one scene after the other.
  for (const prompts of turn.prompts) {
    const parts = prompts.flatMap(readPrompt)
    const script = circleCallIn(parts) === null ? parts.flatMap(scriptIn) : []
    steps.push(...script)
    for (const play of script.length > 0 ? [] : playsFor(parts, scene)) {
      const begun = steps.length
      steps.push(...perform(play, (place, step) => resultAt(begun + place, step)))
    }
  }
  return steps
}

/** A gathering's call takes precedence, then a timer. */
function playsFor(all: readonly PromptPart[], { told, tools }: Scene): readonly Play[] {
  const parts = isWithUser(told) ? all.map(unaddressed) : all
  const names = plainNames(tools)
  const known = new Set([...names, ...operationsOf(tools)])
  const asked = circleCallIn(parts)
  if (asked !== null) return [playCircle(told, asked, known)]
  const timer = parts.find((part) => part.kind === 'timer')
  if (timer !== undefined) return [playTimer(timer)]
  const linked = linkedIn(told)
  const scenes = parts.map((part) => ({ part, play: playPart(part, linked, known, names) }))
  const plays = scenes.flatMap(({ play }) => play ?? [])
  const left = scenes.flatMap(({ part, play }) => (play === null ? [part] : []))
  // Messages that need no answer are only acknowledged.
  const letters = left.flatMap((part) =>
    part.kind === 'letter' && !needsNoReply(part, linked) ? [part] : [],
  )
  const words = left.findLast((part) => part.kind === 'words')
  if (letters.length > 0) plays.push(playWords(letters.map(acknowledge).join(' ')))
  const seen = parts.filter(({ kind }) => kind === 'seen').length
  if (words?.kind === 'words') plays.push(playWords(plainAnswer(words.words, names, seen)))
  return plays.length === 0 && parts.length > 0 ? [playWords(silent)] : plays
}

/** Strips the names at the start of the user's words to a link. */
const unaddressed = (part: PromptPart): PromptPart =>
  part.kind === 'words' ? { ...part, words: part.words.replace(/^(?:@\S+[,:]? +(?:and +)?)+/u, '') } : part

function playPart(
  part: PromptPart,
  linked: ReadonlySet<string>,
  tools: ReadonlySet<string>,
  names: readonly string[],
): Play | null {
  if (part.kind === 'letter') return tools.has('send_to_agent') ? playLetter(part, linked) : null
  if (part.kind !== 'words') return null
  const order = tools.has('send_to_agent') ? playOrder(part.words) : null
  const task = taskIn(part.words, names)
  return order ?? (task === null ? null : doTask(task))
}

/** `$ticket` stands for the question that contains the script. */
function scriptIn(part: PromptPart): Step[] {
  if ((part.kind !== 'letter' || part.isReminder) && part.kind !== 'words') return []
  const ticket = part.kind === 'letter' ? part.ticket : null
  return parseSteps(part.words, ticket === null ? {} : { $ticket: ticket })
}

/** Resolves the tool's full name, or the agent's equivalent of Claude's tool. */
function toPiece(step: Step, scene: Scene, done: number): Piece {
  if (step.do !== 'call') return step
  for (const { tool, input } of waysOf(step)) {
    const found = findTool(tool, scene.tools)
    if (found !== null) return callOf(found, input, done)
  }
  const operation = operationOf(step, scene)
  if (operation !== null) return { do: 'call', tool: operation.tool, input: operation.input, done }
  return sayStep(unknownTool(step.tool, plainNames(scene.tools)))
}

const waysOf = (step: Call) => [step, ...(step.otherwise === undefined ? [] : [step.otherwise])]

/** Prefers the alternative, which only reads. */
function operationOf(step: Call, scene: Scene): Operation | null {
  if (waysOf(step).some(({ tool }) => findTool(tool, scene.tools) !== null)) return null
  const operations = waysOf(step).map(({ tool, input }) => translateOperation(tool, input, scene))
  return operations.findLast((operation) => operation !== null) ?? null
}

/** Calls a deferred tool: first its lookup, then the call, if needed through the bridge tool. */
function callOf({ name, behind }: OfferedTool, input: Record<string, unknown>, done: number): CallPiece {
  if (behind?.isLookedUp === false)
    return { do: 'call', tool: behind.search, input: { query: `select:${name}` }, done: null }
  const through = behind?.call ?? null
  return through === null
    ? { do: 'call', tool: name, input, done }
    : { do: 'call', tool: through, input: { name, arguments: input }, done }
}
