import { describe, expect, test } from 'vitest'
import { lintedSnippets } from './lint-snippets.ts'

const linted = lintedSnippets()

function breaks(rows: readonly [name: string, path: string, text: string, rule: string][]): void {
  for (const [name, path, text, rule] of rows) {
    const broken = linted(path, text)
    test(name, () => expect(broken()).toContain(rule))
  }
}

const layers = 'janus/layers'
const programName = 'janus/no-program-name'

describe('core and engine have no', () => {
  for (const [name, text, rule] of [
    ['clock', `export const a = Date.now()`, 'no-restricted-globals'],
    ['date', `export const a = new Date()`, 'no-restricted-globals'],
    ['timer', `setTimeout(() => {}, 1)`, 'no-restricted-globals'],
    ['stopwatch', `export const a = performance.now()`, 'no-restricted-globals'],
    ['randomness', `export const a = Math.random()`, 'no-restricted-properties'],
    ['secret', `export const a = crypto.randomUUID()`, 'no-restricted-globals'],
    ['process', `export const a = process.env`, 'no-restricted-globals'],
    ['way around', `export const a = globalThis`, 'no-restricted-globals'],
  ] as const)
    breaks([
      [name, 'main/core/x.ts', text, rule],
      [`${name} in the engine`, 'main/engine/x.ts', text, rule],
    ])
  breaks([['promise in core', 'main/core/x.ts', `export async function a() {}`, 'janus/no-promise']])
})

describe('what no kind of agent is behind, names none', () => {
  const clean = ['core/x.ts', 'contract/x.ts', 'ports/x.ts', 'server/x.ts', 'adapters/store/x.ts']
  const others = ['renderer/features/tabs/x.tsx', 'renderer/entities/kind/x.ts', 'mcp-servers/agents/x.ts']
  for (const path of [...clean.map((name) => `main/${name}`), ...others])
    breaks([
      [`in a text: ${path}`, path, `export const a = 'Claude CLI'`, programName],
      [`in code: ${path}`, path, `export const claudePath = 1`, programName],
      [`in a comment: ${path}`, path, `// Asked by claude.\nexport const a = 1`, programName],
    ])
  const own = linted('main/backends/claude/x.ts', `export const a = 'claude'`)
  test('but in its adapter', () => expect(own()).toEqual([]))
})

describe('nowhere is there', () => {
  const long = 'x()\n'.repeat(401)
  const body = '  x()\n'.repeat(101)
  const rules: Readonly<Record<string, readonly (readonly [name: string, path: string, text: string])[]>> = {
    'typescript/no-explicit-any': [['any', 'main/apps/x.ts', `export const a: any = 1`]],
    'import/no-default-export': [['a default export', 'main/apps/x.ts', `export default 1`]],
    'janus/no-barrel': [['a barrel', 'main/apps/x.ts', `export * from './y.ts'`]],
    'janus/no-enum': [['an enum', 'main/apps/x.ts', `export enum A {}`]],
    'janus/no-folder-text': [
      [
        'a comparison of folders as text',
        'main/apps/x.ts',
        `export const a = (b: { cwd: string }, c: { cwd: string }) => b.cwd === c.cwd`,
      ],
      ['the same in the window', 'renderer/x.ts', `export const a = (cwd: string, b: string) => b !== cwd`],
      ['a way out told by its text', 'main/apps/x.ts', `export const a = (b: string) => b.startsWith('..')`],
    ],
    'janus/no-html': [
      [
        'HTML from text, in an element',
        'renderer/x.tsx',
        `export const a = <b dangerouslySetInnerHTML={{}} />`,
      ],
      ['HTML from text, in a property', 'renderer/x.tsx', `export const a = { dangerouslySetInnerHTML: {} }`],
      ['HTML from text, put in', 'renderer/x.tsx', `export const a = (e: Element) => { e.innerHTML = '' }`],
    ],
    'janus/no-composition': [
      ['a composition told elsewhere', 'renderer/x.tsx', `export const a = (e: E) => e.isComposing`],
      ['a key before the shield', 'renderer/x.ts', `window.addEventListener('keydown', a)`],
      ['a key as it is let go', 'renderer/x.tsx', `export const a = <b onKeyUp={c} />`],
    ],
    'janus/no-channel': [
      ['a channel of its own', 'main/apps/desktop/x.ts', `ipcMain.on('x', () => {})`],
      ['a channel by another way', 'main/apps/desktop/x.ts', `electron.ipcMain.handle('x', () => {})`],
    ],
    'janus/no-await-at-load': [
      ['a wait in the entry', 'main/apps/desktop/main.ts', `await app.whenReady()`],
      [
        'a wait in what it brings',
        'main/apps/desktop/x.ts',
        `export const a = 1\nfor await (const b of c) d(b)`,
      ],
    ],
    'janus/no-window': [
      ['a window elsewhere', 'main/apps/web/x.ts', `new BrowserWindow()`],
      ['a window of another file', 'main/apps/desktop/x.ts', `new electron.BrowserWindow({})`],
    ],
    'janus/no-open-external': [
      ['a page outside', 'main/apps/desktop/x.ts', `void shell.openExternal('https://x')`],
      [
        'a page outside, of the file for windows',
        'main/apps/desktop/window.ts',
        `openExternal.call(shell.openExternal)`,
      ],
    ],
    'janus/no-execute-javascript': [
      ['a script from main', 'main/apps/desktop/window.ts', `window.webContents.executeJavaScript('1')`],
      ['a script in a frame', 'main/apps/desktop/x.ts', `frame.executeJavaScriptInIsolatedWorld(1, [])`],
    ],
    [layers]: [
      [
        'Electron itself in a test',
        'main/apps/desktop/x.test.ts',
        `import { app } from 'electron'\napp.quit()`,
      ],
    ],
    'janus/no-skipped-test': [
      ['a test alone', 'main/core/x.test.ts', `test.only('x', () => {})`],
      ['a test left out', 'e2e/x.spec.ts', `test.describe.skip('x', () => {})`],
    ],
    'janus/no-sleep': [
      ['a sleep', 'e2e/x.spec.ts', `await page.waitForTimeout(1)`],
      ['a poll', 'main/core/x.test.ts', `await vi.waitFor(() => {})`],
    ],
    'janus/no-module-mock': [['a module mock', 'main/core/x.test.ts', `vi.mock('./y.ts')`]],
    'janus/no-parsed-reason': [
      ['a reason read by its words', 'main/core/x.ts', `export const a = m.reason?.startsWith('x')`],
      ['a reason rewritten', 'renderer/x.ts', `export const a = reason.replace('you', 'it')`],
      ['a reason taken apart', 'main/apps/x.ts', `export const a = /x (.+)/.exec(m.reason)`],
      ['a reason compared, of the desktop', 'main/apps/desktop/x.ts', `export const a = reason.match(/x/)`],
    ],
    'max-lines': [['a file over 400 lines', 'scripts/x.mjs', long]],
    'max-lines-per-function': [
      ['a long function', 'main/apps/x.ts', `export function a() {\n${body}}`],
      ['a long component', 'renderer/x.tsx', `export function A() {\n${body}}`],
    ],
    'react-hooks/rules-of-hooks': [
      [
        'a hook in a branch',
        'renderer/x.tsx',
        `export function A(p: { a: boolean }) { if (p.a) useState(0); return null }`,
      ],
    ],
    'no-duplicate-imports': [
      [
        'one module imported twice',
        'main/apps/x.ts',
        `import { a } from './a.ts'\nimport { b } from './a.ts'\nb(a)`,
      ],
    ],
    'janus/no-spread-literal': [
      ['a literal spread', 'main/apps/x.ts', `export const a = { b, ...{ c, d } }`],
    ],
    'typescript/await-thenable': [
      ['a value awaited', 'main/apps/x.ts', `export const a = async () => await 1`],
    ],
    'typescript/no-floating-promises': [
      ['a promise that nobody awaits', 'main/apps/x.ts', `export const a = () => { Promise.resolve() }`],
    ],
    'typescript/no-misused-promises': [
      ['a promise for a boolean', 'main/apps/x.ts', `export const a = () => [1].filter(async () => true)`],
    ],
    'typescript/only-throw-error': [
      ['something thrown that is no error', 'main/apps/x.ts', `export const a = () => { throw 'x' }`],
    ],
    'typescript/switch-exhaustiveness-check': [
      [
        'a case left out',
        'main/apps/x.ts',
        `export const a = (b: 'c' | 'd') => { switch (b) { case 'c': return 1 } return 2 }`,
      ],
    ],
    'import/no-cycle': [
      ['a circle in the core', 'main/core/mail/a.ts', `import { b } from './b.ts'\nexport const a = b`],
      ['its other half', 'main/core/mail/b.ts', `import { a } from './a.ts'\nexport const b = a`],
    ],
  }
  for (const [rule, rows] of Object.entries(rules))
    breaks(rows.map(([name, path, text]) => [name, path, text, rule]))
})

function readsBack(text: string): () => boolean {
  const broken = linted('renderer/x.ts', text)
  return () => broken().includes('janus/no-parsed-note')
}

describe('what Janus has told is nowhere read back:', () => {
  for (const [name, text] of [
    [
      'a note read by its words',
      `export const a = ({ kind, text }: Entry) => kind === 'note' ? sentence.test(text) : b`,
    ],
    [
      'a note taken apart',
      `export function a(e: Entry) { if (e.kind === 'note') { const [b] = sentence.exec(e.text) ?? []; c(b) } }`,
    ],
    ['a note compared', `export const a = (e: Entry) => e.kind === 'note' && e.text === sentence`],
    ['a result read by its words', `export const a = sentence.test(call.result.text)`],
    ['a result searched', `export const a = result?.text.includes('no')`],
    [
      'a note sieved out and searched',
      `export const a = rows.filter((row) => row.kind === 'note').some((row) => row.text.includes('x'))`,
    ],
  ] as const) {
    const isReadBack = readsBack(text)
    test(name, () => expect(isReadBack()).toBe(true))
  }
})

describe('words of others may be looked into', () => {
  for (const [name, text] of [
    ['those of a user', `export const a = (e: Entry) => e.kind === 'user' && e.text.startsWith('/')`],
    ['beside a note', `export const a = ({ kind, text }: Entry) => kind === 'note' ? b : text.includes('x')`],
    ['what is not a note', `export const a = (e: Entry) => e.kind !== 'note' && e.text.includes('x')`],
    ['the input of a tool', `export const a = same.find((entry) => entry.text === card.input)`],
    ['a draft of a note', `export const a = begun.note.text.includes('@')`],
    ['a result as a whole', `export const a = messageIn(call.result.text)`],
    [
      'people’s words sieved out',
      `export const a = rows.filter((row) => row.kind === 'user').some((row) => row.text.includes('x'))`,
    ],
  ] as const) {
    const isReadBack = readsBack(text)
    test(name, () => expect(isReadBack()).toBe(false))
  }
})
