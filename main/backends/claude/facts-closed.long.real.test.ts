import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FactsCli } from './real-facts.ts'

const modes = ['default', 'acceptEdits', 'plan', 'bypassPermissions'] as const
const secret = 'the secret of the state folder'

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>]

/** Starts a CLI in one of the modes; `asked` lists its requests, which the user allows. */
async function open(mode: (typeof modes)[number]): Promise<{ facts: FactsCli; asked: string[] }> {
  const facts = await FactsCli.start(
    (options) => ({
      ...options,
      permissionMode: mode,
      allowDangerouslySkipPermissions: mode === 'bypassPermissions',
    }),
    // Otherwise the CLI refuses to start in the last mode as root.
    { IS_SANDBOX: '1' },
  )
  onTestFinished(() => facts.close())
  const asked: string[] = []
  facts.decide((tool, input) => {
    asked.push(`${tool} ${JSON.stringify(input)}`)
    return Promise.resolve({ behavior: 'allow', updatedInput: input })
  })
  return { facts, asked }
}

async function results(facts: FactsCli, calls: readonly Call[]): Promise<readonly string[]> {
  const script = calls.map(([tool, input]) => `call: ${tool} ${JSON.stringify(input)}`)
  await facts.turn([...script, 'say: done'].join('\n'))
  const messages = facts.model.requests().at(-1)?.messages ?? []
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  return blocks.flatMap((block) => (block.type === 'tool_result' ? [JSON.stringify(block.content)] : []))
}

function namesOf(path: string): readonly string[] {
  const [folder = '', file = ''] = path.split(/[\\/]/).slice(-2)
  if (process.platform !== 'win32') return [path, `../${folder}/${file}`, `${path}/.`]
  const [drive, rest] = [path.charAt(0), path.slice(2)]
  const [small, slashes] = [drive.toLowerCase(), rest.replaceAll('\\', '/')]
  return [
    path,
    `${small}:${slashes}`,
    path.toUpperCase(),
    rest,
    `/${small}${slashes}`,
    `..\\${folder}\\${file}`,
    `${drive}:..\\${folder}\\${file}`,
    `${path}.`,
    `${path}::$DATA`,
    `\\\\?\\${path}`,
    `//?/${drive}:${slashes}`,
    `\\\\localhost\\${drive}$${rest}`,
  ]
}

test.each(modes)(
  'no file tool gets at the state folder by any of its names, and nobody is asked: %s',
  async (mode) => {
    const { facts, asked } = await open(mode)
    const file = join(facts.state, 'secret.txt')
    const [plain, ...others] = namesOf(file)
    const book = { new_source: 'x', edit_mode: 'insert', cell_type: 'code' }
    const calls: Call[] = [
      ['ToolSearch', { query: 'select:NotebookEdit,Glob,Grep' }],
      ...namesOf(file).map((name): Call => ['Read', { file_path: name }]),
      ...[plain, others.at(-1)].map((name): Call => ['Write', { file_path: name, content: 'planted' }]),
      ['Write', { file_path: join(facts.state, 'new.txt'), content: 'planted' }],
      ['Edit', { file_path: file, old_string: 'the', new_string: 'a' }],
      ['NotebookEdit', { notebook_path: join(facts.state, 'new.ipynb'), ...book }],
      ['Glob', { pattern: '**/*', path: facts.state }],
      ['Grep', { pattern: 'secret', path: facts.state, output_mode: 'content' }],
    ]
    const given = await results(facts, calls)
    expect(given.filter((text) => text.includes(secret) || /secret\.txt"$/.test(text))).toEqual([])
    expect(asked).toEqual([])
    // No rule matches this name of a Windows file, so the user must at least be asked.
    if (process.platform === 'win32' && mode !== 'bypassPermissions') {
      await results(facts, [['Read', { file_path: `\\\\.\\${file}` }]])
      expect(asked).toHaveLength(1)
    }
    expect(readdirSync(facts.state)).toEqual(['secret.txt'])
    expect(readFileSync(file, 'utf8')).toBe(secret)
  },
  180_000,
)
