import type { MessageCreateParams, TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { sceneForBeat } from './beats.ts'
import { callIn, withoutCircle } from './circle-words.ts'
import { clip, closingAnswer, plainAnswer, shortName, unknownTool } from './answer.ts'
import { readTurn, type Turn } from './conversation.ts'
import { playGathering } from './gathering.ts'
import { readLetters, type Letter } from './letters.ts'
import { spokenWords } from './marks.ts'
import { readPast, type Past } from './past.ts'
import { paced, perform, type Play, type Result } from './play.ts'
import { isQuiet, sceneFor, sceneForLetter } from './scenes.ts'
import { parseSteps, type Step } from './script.ts'
import { silent } from './talk.ts'

/** One piece of an answer, in order. `done` is the number of steps behind us once the call is made. */
export type Piece =
  | { kind: 'text'; text: string; ms: number }
  | { kind: 'pause'; ms: number }
  | { kind: 'thought'; text: string }
  | { kind: 'gate'; name: string }
  | { kind: 'call'; tool: string; input: Record<string, unknown>; done: number }

/** The answer to a request: ends after its first call, or with the script. A pure function of the request. */
export function planAnswer(request: MessageCreateParams): Piece[] {
  const aside = answerAside(request)
  if (aside !== null) return [say(aside)]
  const tools = (request.tools ?? []).flatMap((tool) => ('name' in tool ? [tool.name] : []))
  const past = readPast(request.messages)
  const turn = readTurn(request.messages, (earlier, said) => isCut(piecesOf(earlier, past, tools), said))
  const pieces = piecesOf(turn, past, tools)
  if (pieces.some(({ kind }) => kind === 'text' || kind === 'call')) return pieces
  return [...pieces, say(turn.result === null ? plainAnswer([], tools) : closingAnswer(turn.result))]
}

/** What is still to be said in a turn, to its first call or its end. */
function piecesOf(turn: Turn, past: Past, tools: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  for (const [index, step] of stepsOf(turn, past, tools).entries()) {
    if (index < turn.done) continue
    const piece = toPiece(step, tools, index + 1)
    pieces.push(piece)
    if (piece.kind === 'call') return pieces
  }
  return pieces
}

/** Whether what was said is only the beginning of what was to be said. */
function isCut(planned: readonly Piece[], said: string): boolean {
  const whole = planned.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n')
  return whole.startsWith(said.trim()) && (whole.length > said.length || planned.at(-1)?.kind === 'call')
}

/** The steps of a turn, as far as they are known: a scene goes on once its call has a result. */
function stepsOf(turn: Turn, past: Past, tools: readonly string[]): Step[] {
  const known = new Set(tools.map(shortName))
  const steps: Step[] = []
  const play = (scene: Play): void => {
    const begun = steps.length
    steps.push(...perform(scene, (place) => resultAt(turn, begun + place)))
  }
  for (const all of turn.prompts) {
    const asked = callIn(all)
    if (asked !== null) {
      play(playGathering(past.talk, asked, known))
      continue
    }
    const prompts = all.map(withoutCircle).filter((prompt) => prompt !== '')
    const script = prompts.flatMap(scriptIn)
    steps.push(...script)
    if (script.length > 0) continue
    // What is said together is answered together, each scene to its end before the next; beside one that is
    // answered, a letter that needs no answer is only read.
    const left = prompts.filter((prompt) => {
      const scenes = scenesFor(prompt, past, known)
      scenes.forEach(play)
      return scenes.length === 0
    })
    const open = left.filter((prompt) => !needsNothing(readLetters(prompt), past))
    if (open.length > 0) steps.push(plain(open, tools))
    else if (left.length > 0 && steps.length === 0) steps.push({ do: 'say', text: silent })
  }
  return steps
}

/** Whether a prompt holds nothing but letters to which no word is needed. */
function needsNothing(letters: readonly Letter[], past: Past): boolean {
  return letters.length > 0 && letters.every((letter) => isQuiet(letter, past))
}

/** Everything that plays to a prompt: to the letters in it, or to the words of whoever else begins it. */
function scenesFor(prompt: string, past: Past, tools: ReadonlySet<string>): readonly Play[] {
  const letters = readLetters(prompt)
  const beat = sceneForBeat(prompt)
  const scenes =
    letters.length > 0 && beat === null
      ? letters.map((letter) => sceneForLetter(letter, past, tools))
      : [beat ?? sceneFor(prompt, past, tools)]
  return scenes.filter((scene) => scene !== null)
}

/** A script in which `$ticket` is the question that it stands in: who writes it cannot know its id. */
function scriptIn(prompt: string): Step[] {
  const ticket = readLetters(prompt).findLast((letter) => letter.ticket !== null)?.ticket
  const filled = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    value === '$ticket' && ticket ? ticket : value,
  ]
  return parseSteps(prompt.replace(/^\[From [^\]"]+\] /gm, '')).map((step) =>
    step.do === 'call'
      ? { ...step, input: Object.fromEntries(Object.entries(step.input).map(filled)) }
      : step,
  )
}

/** Null where a call has still to be made; one that was cut off gave nothing. */
function resultAt(turn: Turn, done: number): Result | null {
  return turn.results.get(done) ?? (done <= turn.done ? { text: '', failed: true } : null)
}

/** The answer where nothing is played: to a person at their pace, to letters at once. */
function plain(prompts: readonly string[], tools: readonly string[]): Step {
  const text = plainAnswer(prompts, tools)
  return prompts.some((prompt) => readLetters(prompt).length === 0) ? paced(text) : { do: 'say', text }
}

function toPiece(step: Step, tools: readonly string[], done: number): Piece {
  switch (step.do) {
    case 'say':
      return say(step.text)
    case 'slow':
      return { kind: 'text', text: step.text, ms: step.ms }
    case 'think':
      return { kind: 'pause', ms: step.ms }
    case 'muse':
      return { kind: 'thought', text: step.text }
    case 'wait':
      return { kind: 'gate', name: step.name }
    case 'call': {
      const found = findTool(step.tool, tools)
      if (found !== null) return { kind: 'call', tool: found, input: step.input, done }
      const { otherwise } = step
      return otherwise !== undefined && tools.includes(otherwise.tool)
        ? { kind: 'call', ...otherwise, done }
        : say(unknownTool(step.tool, tools))
    }
  }
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
  if (/create a detailed summary of (the|this) conversation/i.test(words)) return SUMMARY
  if (request.max_tokens === 1) return 'Ok'
  if ((request.tools ?? []).length > 0) return null
  const schema = request.output_config?.format?.schema
  if (schema !== undefined) return JSON.stringify(example(schema, clip(words, 50) || 'Rehearsal'))
  return /\btitle\b/i.test(systemText(request)) ? clip(words, 50) || 'Rehearsal' : null
}

const SUMMARY =
  '<summary>\nA rehearsed conversation: scripted steps were taken, nothing is left to do.\n</summary>'

function lastWords({ messages }: MessageCreateParams): string {
  const content = messages.findLast((message) => message.role === 'user')?.content ?? ''
  if (typeof content === 'string') return spokenWords(content)
  return spokenWords(content.findLast((block): block is TextBlockParam => block.type === 'text')?.text ?? '')
}

function systemText({ system }: MessageCreateParams): string {
  return typeof system === 'string' ? system : (system ?? []).map((block) => block.text).join('\n')
}

/** The smallest value that a JSON schema of strings, numbers, booleans and objects allows. */
function example(schema: unknown, words: string): unknown {
  const { type, properties, required, enum: choices } = schema as Record<string, unknown>
  if (Array.isArray(choices)) return choices[0]
  if (type === 'array') return []
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return 0
  if (type !== 'object') return words
  const names = Array.isArray(required) ? required.map(String) : Object.keys(properties ?? {})
  return Object.fromEntries(
    names.map((name) => [
      name,
      example((properties as Record<string, unknown> | undefined)?.[name] ?? {}, words),
    ]),
  )
}

function say(text: string): Piece {
  return { kind: 'text', text, ms: 0 }
}
