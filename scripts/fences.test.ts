import { describe, expect, test } from 'vitest'
import { lintedSnippets } from './lint-snippets.ts'

const linted = lintedSnippets()

/** Each row is a name, a path, a text there, and the rule that it breaks. */
function breaks(rows: readonly [name: string, path: string, text: string, rule: string][]): void {
  for (const [name, path, text, rule] of rows) {
    const broken = linted(path, text)
    test(name, () => expect(broken()).toContain(rule))
  }
}

const layers = 'janus/layers'

describe('a room may import only', () => {
  breaks([
    ['core nothing of the ports', 'main/core/x.ts', `import type {} from '../ports/ports.ts'`, layers],
    [
      'core nothing of an adapter',
      'main/core/x.ts',
      `import {} from '../adapters/rehearsal/server.ts'`,
      layers,
    ],
    [
      'mail of the core nothing of links',
      'main/core/mail/x.ts',
      `import { close } from '../links/links.ts'`,
      layers,
    ],
    [
      'the step of the core nothing of mail',
      'main/core/step/x.ts',
      `import { accept } from '../mail/mailbox.ts'`,
      layers,
    ],
    [
      'the rest of the core nothing of the fleet, not even a type',
      'main/core/mail/x.ts',
      `import type {} from '../../fleet/core/log.ts'`,
      layers,
    ],
    [
      'what is optional joins the core by its one value',
      'main/core/extensions.ts',
      `import {} from '../fleet/core/log.ts'`,
      layers,
    ],
    [
      'the server nothing of the fleet',
      'main/server/mail/x.ts',
      `import {} from '../../fleet/server/fleet.ts'`,
      layers,
    ],
    [
      'an adapter nothing of the fleet',
      'main/adapters/store/x.ts',
      `import type {} from '../../fleet/contract/wire.ts'`,
      layers,
    ],
    [
      'the window nothing of the fleet',
      'renderer/x.ts',
      `import type {} from '../main/fleet/contract/wire.ts'`,
      layers,
    ],
    [
      'the rules of the fleet nothing of its transport',
      'main/fleet/core/x.ts',
      `import {} from '../transport/wire.ts'`,
      layers,
    ],
    ['core no package', 'main/core/x.ts', `import {} from 'zod'`, layers],
    ['core nothing of Node', 'main/core/x.ts', `import {} from 'node:fs'`, layers],
    [
      'core nouns of the contract, not its checks',
      'main/core/x.ts',
      `import { errorStatus } from '../contract/errors.ts'`,
      layers,
    ],
    ['contract nothing of core', 'main/contract/x.ts', `import type {} from '../core/step/state.ts'`, layers],
    ['contract no package but zod', 'main/contract/x.ts', `import {} from 'express'`, layers],
    [
      'ports nothing of an adapter',
      'main/ports/ports.ts',
      `import type {} from '../adapters/rehearsal/server.ts'`,
      layers,
    ],
    [
      'engine nothing of an adapter',
      'main/engine/engine.ts',
      `import {} from '../adapters/rehearsal/server.ts'`,
      layers,
    ],
    ['engine nothing of Node', 'main/engine/engine.ts', `import {} from 'node:fs'`, layers],
    [
      'adapters nothing of core',
      'main/adapters/rehearsal/x.ts',
      `import {} from '../../core/step/state.ts'`,
      layers,
    ],
    ['adapters no other one', 'main/adapters/store/x.ts', `import {} from '../rehearsal/server.ts'`, layers],
    [
      'a shell nothing that is made for tests',
      'main/apps/x.ts',
      `import {} from '../testkit/memory/backend.ts'`,
      layers,
    ],
    ['a shell no Electron', 'main/apps/web/x.ts', `import {} from 'electron'`, layers],
    ['tests no Electron', 'main/core/x.test.ts', `import {} from 'electron'`, layers],
    ['renderer nothing of core', 'renderer/x.ts', `import type {} from '../main/core/step/state.ts'`, layers],
    [
      'renderer nothing of the ports',
      'renderer/features/x.tsx',
      `import type {} from '../../main/ports/ports.ts'`,
      layers,
    ],
    ['renderer nothing of Node', 'renderer/x.ts', `import {} from 'node:fs'`, layers],
    [
      'mcp-servers nothing of core',
      'mcp-servers/agents/x.ts',
      `import {} from '../../main/core/step/state.ts'`,
      layers,
    ],
    ['mcp-servers no Electron', 'mcp-servers/agents/x.ts', `import {} from 'electron'`, layers],
    ['e2e nothing inside', 'e2e/x.spec.ts', `import type {} from '../main/contract/api/model.ts'`, layers],
  ])

  for (const [path, text] of [
    ['main/core/x.ts', `import type { AgentId } from '../contract/model.ts'\nexport type A = AgentId`],
    ['main/core/mail/x.ts', `import type { Speaker } from '../links/link-log.ts'\nexport type A = Speaker`],
    ['main/core/links/x.ts', `import { accept } from '../mail/mailbox.ts'\nexport const a = accept`],
    ['main/core/x.ts', `import { wakes } from '../contract/priorities.ts'\nexport const a = wakes`],
    ['main/core/x.ts', `import { waitWords } from '../contract/wait-words.ts'\nexport const a = waitWords`],
    [
      'main/core/x.test.ts',
      `import { expect } from 'vitest'\nimport { errorStatus } from '../contract/errors.ts'\nexpect(errorStatus)`,
    ],
    ['main/core/extensions.ts', `import { fleet } from '../fleet/core/fleet.ts'\nexport const a = fleet`],
    ['main/fleet/core/x.ts', `import { accept } from '../../core/mail/mailbox.ts'\nexport const a = accept`],
    [
      'main/server/api/domain.ts',
      `import { Fleet } from '../../fleet/server/fleet.ts'\nexport const a = Fleet`,
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
    ['main/apps/desktop/dialogs.ts', `void shell.openExternal('https://x')`],
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
  ] as const) {
    const broken = linted(path, text)
    test(`what it needs: ${path}, ${text}`, () => expect(broken()).toEqual([]))
  }
})

describe('a layer of the window may import only', () => {
  for (const [name, path, from] of [
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
    ['the shell nothing of the gallery', 'shell/x.tsx', '../gallery/domain/janus.ts'],
  ] as const) {
    const broken = linted(`renderer/${path}`, `import type {} from '${from}'`)
    test(name, () => expect(broken()).toContain(layers))
  }
})
