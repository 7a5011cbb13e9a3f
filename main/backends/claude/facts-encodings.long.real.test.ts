import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTrust } from '../trust/trust.ts'
import { FactsCli } from './real-facts.ts'
import { appears } from '../../adapters/processes/testing/real-agents.ts'

// The trust card shows everything that the CLI reads in each encoding, or says that it can't.

const utf8 = (text: string): Buffer => Buffer.from(text)
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const mark = '\uFEFF'
const withMore = (text: string, more: string): string => text.replace(/}$/, `${more}}`)

const settings = ['local', 'settings'] as const
const all = [...settings, 'server'] as const

interface Form {
  readonly name: string
  readonly save: (text: string) => Buffer
  /** Which of the two settings files and the server file the CLI reads. */
  readonly runs: readonly string[]
  /** Which of them the card doesn't understand. */
  readonly unclear: readonly string[]
}

const form = (
  name: string,
  save: Form['save'],
  runs: readonly string[],
  unclear: readonly string[] = all.filter((one) => !runs.includes(one)),
): Form => ({ name, save, runs, unclear })

const forms: readonly Form[] = [
  form('UTF-8', utf8, all),
  form('UTF-8 with its mark', (text) => utf8(mark + text), all),
  form('UTF-8 with two marks', (text) => utf8(mark + mark + text), []),
  form('UTF-16LE with its mark', (text) => utf16(mark + text), settings),
  form('UTF-16LE without a mark', utf16, []),
  form('UTF-16BE with its mark', (text) => utf16(mark + text).swap16(), []),
  form('UTF-16BE without a mark', (text) => utf16(text).swap16(), []),
  form('a comment in a line', (text) => utf8(`// hello\n${text}`), []),
  form('a comment in a block', (text) => utf8(`/* hello */${text}`), []),
  form('a trailing comma', (text) => utf8(withMore(text, ',')), []),
  form('words after the end', (text) => utf8(`${text} x`), []),
  form('a zero byte after the end', (text) => utf8(`${text}\0`), []),
  form('no end', (text) => utf8(text.slice(0, -1)), []),
  form('names without quotes', (text) => utf8(text.replace(/"(\w+)":/g, '$1:')), []),
  form('a no-break space before it', (text) => utf8(`\u00a0${text}`), []),
  form('names written with escapes', (text) => utf8(text.replace(/"(hook|mcpServer)s"/, '"$1\\u0073"')), all),
  form('a name twice, first empty', (text) => utf8(text.replace(/^{/, '{"hooks":{},"mcpServers":{},')), all),
  form('a name twice, last empty', (text) => utf8(withMore(text, ',"hooks":{},"mcpServers":{}')), [], []),
  form('Latin-1', (text) => Buffer.from(withMore(text, ',"note":"caf\u00e9"'), 'latin1'), all),
  form('a list', (text) => utf8(`[${text}]`), [], []),
  form('2 MB', (text) => utf8(text + ' '.repeat(2_000_000)), all),
]

test.each(forms)('$name', { timeout: 120_000 }, async ({ save, runs, unclear }) => {
  const { facts, ran } = await open((cwd, hooks, servers) => {
    put(cwd, '.claude/settings.json', save(hooks('settings')))
    put(cwd, '.claude/settings.local.json', save(hooks('local')))
    put(cwd, '.mcp.json', save(servers))
  })
  await facts.turn('say: hello')
  if (runs.includes('server')) await appears(join(ran, 'server'))
  expect(readdirSync(ran).toSorted()).toEqual([...runs].toSorted())

  const look = await openTrust(join(facts.home, 'trust'), () => {}, facts.home).look(facts.cwd, 'claude')
  const fileOf: Record<string, string> = {
    local: '.claude/settings.local.json',
    settings: '.claude/settings.json',
    server: '.mcp.json',
  }
  const shownOf = (one: string): string =>
    look.files.find(({ path }) => path === join(facts.cwd, fileOf[one] ?? ''))?.brings.join('\n') ?? ''
  expect(runs.filter((one) => !shownOf(one).includes(join(ran, one)))).toEqual([])
  expect(look.unclear.toSorted()).toEqual(unclear.map((one) => join(facts.cwd, fileOf[one] ?? '')).toSorted())
})

test('behind a link', { timeout: 120_000 }, async () => {
  const { facts, ran } = await open((cwd, hooks) => {
    put(cwd, 'elsewhere.json', utf16(mark + hooks('settings')))
    mkdirSync(join(cwd, '.claude'))
    symlinkSync('../elsewhere.json', join(cwd, '.claude', 'settings.json'))
  })
  await facts.turn('say: hello')
  expect(readdirSync(ran)).toEqual(['settings'])
  const { files } = await openTrust(join(facts.home, 'trust'), () => {}, facts.home).look(facts.cwd, 'claude')
  expect(JSON.stringify(files)).toContain(join(ran, 'settings'))
})

const heads: readonly (readonly [name: string, save: Form['save'], counts: boolean, unclear: boolean])[] = [
  ['UTF-8 with its mark', (text) => utf8(mark + text), true, false],
  ['UTF-16LE with its mark', (text) => utf16(mark + text), false, true],
  ['a head with blanks after its first line', (text) => utf8(text.replace('---\n', '---  \n')), true, false],
  [
    'a head that ends in the middle of a line',
    (text) => utf8(text.replace('\n---\nhello', ' # ---\nhello')),
    true,
    false,
  ],
  [
    'a head with a quoted name',
    (text) => utf8(text.replace('allowed-tools:', '"allowed-tools":')),
    true,
    true,
  ],
]

test.each(heads)('a command, %s', { timeout: 120_000 }, async (_, save, counts, unclear) => {
  const { facts } = await open((cwd) => {
    put(
      cwd,
      '.claude/commands/mine.md',
      save('---\ndescription: canary words\nallowed-tools: Bash(touch x)\n---\nhello'),
    )
  })
  await facts.turn('say: hello')
  expect(JSON.stringify(facts.model.requests()).includes('canary words')).toBe(counts)
  const look = await openTrust(join(facts.home, 'trust'), () => {}, facts.home).look(facts.cwd, 'claude')
  expect(look.unclear.length > 0).toBe(unclear)
  if (!unclear) expect(look.files.flatMap(({ brings }) => brings).join()).toContain('may use Bash(touch x)')
})

type Plant = (cwd: string, hooks: (name: string) => string, servers: string) => void

/** A CLI in a trusted folder; what runs creates a file in `ran`. */
async function open(plant: Plant): Promise<{ facts: FactsCli; ran: string }> {
  let ran = ''
  const facts = await FactsCli.start(
    (options) => {
      const cwd = options.cwd ?? ''
      ran = join(cwd, '..', 'ran')
      mkdirSync(ran)
      mkdirSync(join(cwd, '..', 'trust'))
      const hooks = (name: string): string =>
        JSON.stringify({
          hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${join(ran, name)}` }] }] },
        })
      const server = { command: 'touch', args: [join(ran, 'server')] }
      plant(cwd, hooks, JSON.stringify({ mcpServers: { server } }))
      return options
    },
    {},
    'trusted',
  )
  onTestFinished(() => facts.close())
  return { facts, ran }
}

function put(cwd: string, name: string, bytes: Buffer): void {
  mkdirSync(join(cwd, name, '..'), { recursive: true })
  writeFileSync(join(cwd, name), bytes)
}
