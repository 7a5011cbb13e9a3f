import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'
import tseslint from 'typescript-eslint'
import { root } from './child.mjs'

let eslint: ESLint

beforeAll(() => {
  // The snippets stand for files that do not exist, so nothing is known of their types.
  eslint = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] })
})

/** The rules that a file at `path` with this text breaks. */
async function broken(path: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${text}\n`, { filePath: path })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}

const paths = 'import-x/no-restricted-paths'
const packages = '@typescript-eslint/no-restricted-imports'
const syntax = 'no-restricted-syntax'
const dialect = 'janus/no-dialect'

describe('a room may import only', () => {
  test.each([
    ['core nothing of the ports', 'main/core/x.ts', `import type {} from '../ports/ports.ts'`, paths],
    [
      'core nothing of an adapter',
      'main/core/x.ts',
      `import {} from '../adapters/rehearsal/server.ts'`,
      paths,
    ],
    [
      'mail of the core nothing of links',
      'main/core/mail/x.ts',
      `import { close } from '../links/links.ts'`,
      packages,
    ],
    [
      'the step of the core nothing of mail',
      'main/core/step/x.ts',
      `import { accept } from '../mail/mailbox.ts'`,
      packages,
    ],
    ['core no package', 'main/core/x.ts', `import {} from 'zod'`, packages],
    ['core nothing of Node', 'main/core/x.ts', `import {} from 'node:fs'`, packages],
    [
      'core nouns of the contract, not its checks',
      'main/core/x.ts',
      `import { errorStatus } from '../contract/errors.ts'`,
      packages,
    ],
    ['contract nothing of core', 'main/contract/x.ts', `import type {} from '../core/step/state.ts'`, paths],
    ['contract no package but zod', 'main/contract/x.ts', `import {} from 'express'`, packages],
    [
      'ports nothing of an adapter',
      'main/ports/ports.ts',
      `import type {} from '../adapters/rehearsal/server.ts'`,
      paths,
    ],
    [
      'engine nothing of an adapter',
      'main/engine/engine.ts',
      `import {} from '../adapters/rehearsal/server.ts'`,
      paths,
    ],
    ['engine nothing of Node', 'main/engine/engine.ts', `import {} from 'node:fs'`, packages],
    [
      'adapters nothing of core',
      'main/adapters/rehearsal/x.ts',
      `import {} from '../../core/step/state.ts'`,
      paths,
    ],
    ['adapters no other one', 'main/adapters/store/x.ts', `import {} from '../rehearsal/server.ts'`, paths],
    [
      'a shell nothing that is made for tests',
      'main/apps/x.ts',
      `import {} from '../testing/memory-backend.ts'`,
      paths,
    ],
    ['a shell no Electron', 'main/apps/web/x.ts', `import {} from 'electron'`, packages],
    ['tests no Electron', 'main/core/x.test.ts', `import {} from 'electron'`, packages],
    ['renderer nothing of core', 'renderer/x.ts', `import type {} from '../main/core/step/state.ts'`, paths],
    [
      'renderer nothing of the ports',
      'renderer/features/x.tsx',
      `import type {} from '../../main/ports/ports.ts'`,
      paths,
    ],
    ['renderer nothing of Node', 'renderer/x.ts', `import {} from 'node:fs'`, packages],
    [
      'mcp-servers nothing of core',
      'mcp-servers/agents/x.ts',
      `import {} from '../../main/core/step/state.ts'`,
      paths,
    ],
    ['mcp-servers no Electron', 'mcp-servers/agents/x.ts', `import {} from 'electron'`, packages],
    ['e2e nothing inside', 'e2e/x.spec.ts', `import type {} from '../main/contract/api/model.ts'`, paths],
  ])('%s', async (_, path, text, rule) => {
    expect(await broken(path, text)).toContain(rule)
  })

  test.each([
    ['main/core/x.ts', `import type { AgentId } from '../contract/model.ts'\nexport type A = AgentId`],
    ['main/core/mail/x.ts', `import type { Boxes } from '../links/backlog.ts'\nexport type A = Boxes`],
    ['main/core/links/x.ts', `import { accept } from '../mail/mailbox.ts'\nexport const a = accept`],
    ['main/core/x.ts', `import { wakes } from '../contract/priorities.ts'\nexport const a = wakes`],
    ['main/core/x.ts', `import { waitWords } from '../contract/wait-words.ts'\nexport const a = waitWords`],
    [
      'main/core/x.test.ts',
      `import { expect } from 'vitest'\nimport { errorStatus } from '../contract/errors.ts'\nexpect(errorStatus)`,
    ],
    ['main/engine/engine.ts', `import type { State } from '../core/step/state.ts'\nexport type A = State`],
    ['main/adapters/store/x.ts', `import type { Clock } from '../../ports.ts'\nexport type A = Clock`],
    [
      'main/adapters/store/x.test.ts',
      `import { startRehearsal } from '../rehearsal/server.ts'\nvoid startRehearsal()`,
    ],
    ['main/apps/desktop/x.ts', `import { app } from 'electron'\napp.quit()`],
    ['main/apps/desktop/x.test.ts', `import type { App } from 'electron'\nexport type A = App`],
    ['main/apps/desktop/window.ts', `new electron.BrowserWindow({})`],
    ['main/apps/desktop/links.ts', `void shell.openExternal('https://x')`],
    ['main/apps/desktop/x.ts', `export const a = async () => {\n  await b()\n}`],
    ['main/apps/desktop/core.ts', `await b()`],
    ['main/apps/desktop/ipc.ts', `ipcMain.handle('x', () => {})`],
    [
      'renderer/x.ts',
      `import type { AgentId } from '../main/contract/api/model.ts'\nexport type A = AgentId`,
    ],
    [
      'renderer/entities/message/x.ts',
      `import { clockTime } from '../../components/duration.ts'\nclockTime(1)`,
    ],
    ['renderer/entities/message/x.tsx', `import { namesOf } from '../link/members.ts'\nnamesOf()`],
    ['renderer/features/tabs/x.tsx', `import { namesOf } from '../../entities/link/members.ts'\nnamesOf()`],
    ['renderer/features/tabs/x.test.ts', `import { tab } from '../../testing/agent.ts'\ntab('a')`],
    ['renderer/shell/x.tsx', `import { LinkPane } from '../features/link/link-pane.tsx'\nLinkPane()`],
  ])('what it needs: %s', async (path, text) => {
    expect(await broken(path, text)).toEqual([])
  })
})

describe('a layer of the window may import only', () => {
  test.each([
    ['state no component', 'state/x.ts', '../components/icon.tsx'],
    ['keys no component', 'keys/x.ts', '../components/icon.tsx'],
    ['components no noun', 'components/x.tsx', '../entities/agent/avatar.tsx'],
    ['components nothing of the contract', 'components/x.tsx', '../../main/contract/api/model.ts'],
    ['entities none that comes after', 'entities/agent/x.tsx', '../message/receipt.ts'],
    ['entities no feature', 'entities/draft/x.tsx', '../../features/composer/agent-composer.tsx'],
    ['features no other one', 'features/tabs/x.tsx', '../link/link-pane.tsx'],
    ['features no other one in a test', 'features/tabs/x.test.ts', '../link/link-pane.tsx'],
    ['features no shell', 'features/tabs/x.tsx', '../../shell/app.tsx'],
    ['the shell nothing that is made for tests', 'shell/x.tsx', '../testing/agent.ts'],
  ])('%s', async (_, path, from) => {
    expect(await broken(`renderer/${path}`, `import type {} from '${from}'`)).toContain(paths)
  })
})

describe('core and engine have no', () => {
  test.each([
    ['clock', `export const a = Date.now()`, 'no-restricted-globals'],
    ['date', `export const a = new Date()`, 'no-restricted-globals'],
    ['timer', `setTimeout(() => {}, 1)`, 'no-restricted-globals'],
    ['stopwatch', `export const a = performance.now()`, 'no-restricted-globals'],
    ['randomness', `export const a = Math.random()`, 'no-restricted-properties'],
    ['secret', `export const a = crypto.randomUUID()`, 'no-restricted-globals'],
    ['process', `export const a = process.env`, 'no-restricted-globals'],
    ['way around', `export const a = globalThis`, 'no-restricted-globals'],
  ])('%s', async (_, text, rule) => {
    expect(await broken('main/core/x.ts', text)).toContain(rule)
    expect(await broken('main/engine/engine.ts', text)).toContain(rule)
  })

  test('promise in core', async () => {
    expect(await broken('main/core/x.ts', `export async function a() {}`)).toContain(syntax)
  })
})

test('what no kind of agent is behind, names none, in code or comments', async () => {
  const clean = ['core/x.ts', 'contract/x.ts', 'ports.ts', 'shell/x.ts', 'adapters/store/x.ts']
  const others = ['renderer/features/tabs/x.tsx', 'renderer/entities/cli/x.ts', 'mcp-servers/agents/x.ts']
  for (const path of [...clean.map((name) => `main/${name}`), ...others]) {
    expect(await broken(path, `export const a = 'Claude CLI'`)).toContain(dialect)
    expect(await broken(path, `export const claudePath = 1`)).toContain(dialect)
    expect(await broken(path, `// Asked by claude.\nexport const a = 1`)).toEqual([dialect])
  }
  expect(await broken('main/backends/claude/x.ts', `export const a = 'claude'`)).toEqual([])
})

describe('nowhere is there', () => {
  const long = 'x()\n'.repeat(401)
  const body = '  x()\n'.repeat(101)
  test.each([
    ['any', 'main/apps/x.ts', `export const a: any = 1`, '@typescript-eslint/no-explicit-any'],
    ['a default export', 'main/apps/x.ts', `export default 1`, syntax],
    ['a barrel', 'main/apps/x.ts', `export * from './y.ts'`, syntax],
    ['an enum', 'main/apps/x.ts', `export enum A {}`, syntax],
    [
      'a comparison of folders as text',
      'main/apps/x.ts',
      `export const a = (b: { cwd: string }, c: { cwd: string }) => b.cwd === c.cwd`,
      syntax,
    ],
    [
      'the same in the window',
      'renderer/x.ts',
      `export const a = (cwd: string, b: string) => b !== cwd`,
      syntax,
    ],
    [
      'a way out told by its text',
      'main/apps/x.ts',
      `export const a = (b: string) => b.startsWith('..')`,
      syntax,
    ],
    [
      'HTML from text, in an element',
      'renderer/x.tsx',
      `export const a = <b dangerouslySetInnerHTML={{}} />`,
      syntax,
    ],
    [
      'HTML from text, in a property',
      'renderer/x.tsx',
      `export const a = { dangerouslySetInnerHTML: {} }`,
      syntax,
    ],
    [
      'HTML from text, put in',
      'renderer/x.tsx',
      `export const a = (e: Element) => { e.innerHTML = '' }`,
      syntax,
    ],
    ['a composition told elsewhere', 'renderer/x.tsx', `export const a = (e: E) => e.isComposing`, syntax],
    ['a key before the shield', 'renderer/x.ts', `window.addEventListener('keydown', a)`, syntax],
    ['a key as it is let go', 'renderer/x.tsx', `export const a = <b onKeyUp={c} />`, syntax],
    ['a channel of its own', 'main/apps/desktop/x.ts', `ipcMain.on('x', () => {})`, syntax],
    ['a channel by another way', 'main/apps/desktop/x.ts', `electron.ipcMain.handle('x', () => {})`, syntax],
    ['a wait in the entry', 'main/apps/desktop/main.ts', `await app.whenReady()`, syntax],
    ['a wait in what it brings', 'main/apps/desktop/x.ts', `for await (const a of b) c(a)`, syntax],
    ['a window elsewhere', 'main/apps/web/x.ts', `new BrowserWindow()`, syntax],
    ['a window of another file', 'main/apps/desktop/x.ts', `new electron.BrowserWindow({})`, syntax],
    ['a page outside', 'main/apps/desktop/x.ts', `void shell.openExternal('https://x')`, syntax],
    [
      'a page outside, of the file for windows',
      'main/apps/desktop/window.ts',
      `openExternal.call(shell.openExternal)`,
      syntax,
    ],
    [
      'a script from main',
      'main/apps/desktop/window.ts',
      `window.webContents.executeJavaScript('1')`,
      syntax,
    ],
    [
      'a script in a frame',
      'main/apps/desktop/x.ts',
      `frame.executeJavaScriptInIsolatedWorld(1, [])`,
      syntax,
    ],
    [
      'Electron itself in a test',
      'main/apps/desktop/x.test.ts',
      `import { app } from 'electron'\napp.quit()`,
      packages,
    ],
    ['a test alone', 'main/core/x.test.ts', `test.only('x', () => {})`, syntax],
    ['a test left out', 'e2e/x.spec.ts', `test.describe.skip('x', () => {})`, syntax],
    ['a sleep', 'e2e/x.spec.ts', `await page.waitForTimeout(1)`, syntax],
    ['a poll', 'main/core/x.test.ts', `await vi.waitFor(() => {})`, syntax],
    ['a module mock', 'main/core/x.test.ts', `vi.mock('./y.ts')`, syntax],
    ['a reason read by its words', 'main/core/x.ts', `export const a = m.reason?.startsWith('x')`, syntax],
    ['a reason rewritten', 'renderer/x.ts', `export const a = reason.replace('you', 'it')`, syntax],
    ['a reason taken apart', 'main/apps/x.ts', `export const a = /x (.+)/.exec(m.reason)`, syntax],
    [
      'a reason compared, of the desktop',
      'main/apps/desktop/x.ts',
      `export const a = reason.match(/x/)`,
      syntax,
    ],
    ['a file over 400 lines', 'scripts/x.mjs', long, 'max-lines'],
    ['a long function', 'main/apps/x.ts', `export function a() {\n${body}}`, 'max-lines-per-function'],
    ['a long component', 'renderer/x.tsx', `export function A() {\n${body}}`, 'max-lines-per-function'],
    [
      'a hook in a branch',
      'renderer/x.tsx',
      `export function A(p: { a: boolean }) { if (p.a) useState(0); return null }`,
      'react-hooks/rules-of-hooks',
    ],
  ])('%s', async (_, path, text, rule) => {
    expect(await broken(path, text)).toContain(rule)
  })
})
