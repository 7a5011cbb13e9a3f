import { describe, expect, test } from 'vitest'
import { lintedSnippets } from './lint-snippets.ts'

const linted = lintedSnippets()

const layers = 'janus/layers'

function refuses(
  what: 'import {}' | 'import type {}',
  rows: readonly (readonly [name: string, path: string, from: string])[],
): void {
  for (const [name, path, from] of rows) {
    const broken = linted(path, `${what} from '${from}'`)
    test(name, () => expect(broken()).toContain(layers))
  }
}

describe('a room may import only', () => {
  refuses('import {}', [
    ['core nothing of an adapter', 'main/core/x.ts', '../adapters/rehearsal/server.ts'],
    ['mail of the core nothing of links', 'main/core/mail/x.ts', '../links/links.ts'],
    ['the step of the core nothing of mail', 'main/core/step/x.ts', '../mail/mailbox.ts'],
    ['what is optional joins the core by its one value', 'main/core/extensions.ts', '../fleet/core/log.ts'],
    ['the server nothing of the fleet', 'main/server/mail/x.ts', '../../fleet/server/fleet.ts'],
    ['the rules of the fleet nothing of its transport', 'main/fleet/core/x.ts', '../transport/wire.ts'],
    ['core no package', 'main/core/x.ts', 'zod'],
    ['core nothing of Node', 'main/core/x.ts', 'node:fs'],
    ['core nouns of the contract, not its checks', 'main/core/x.ts', '../contract/errors.ts'],
    ['contract no package but zod', 'main/contract/x.ts', 'express'],
    ['engine nothing of an adapter', 'main/engine/engine.ts', '../adapters/rehearsal/server.ts'],
    ['engine nothing of Node', 'main/engine/engine.ts', 'node:fs'],
    ['adapters nothing of core', 'main/adapters/rehearsal/x.ts', '../../core/step/state.ts'],
    ['adapters no other one', 'main/adapters/store/x.ts', '../rehearsal/server.ts'],
    ['a shell nothing that is made for tests', 'main/apps/x.ts', '../testkit/memory/backend.ts'],
    ['a shell no Electron', 'main/apps/web/x.ts', 'electron'],
    ['tests no Electron', 'main/core/x.test.ts', 'electron'],
    ['renderer nothing of Node', 'renderer/x.ts', 'node:fs'],
    ['mcp-servers nothing of core', 'mcp-servers/agents/x.ts', '../../main/core/step/state.ts'],
    ['mcp-servers no Electron', 'mcp-servers/agents/x.ts', 'electron'],
  ])
  refuses('import type {}', [
    ['core nothing of the ports', 'main/core/x.ts', '../ports/ports.ts'],
    [
      'the rest of the core nothing of the fleet, not even a type',
      'main/core/mail/x.ts',
      '../../fleet/core/log.ts',
    ],
    ['an adapter nothing of the fleet', 'main/adapters/store/x.ts', '../../fleet/contract/wire.ts'],
    ['the window nothing of the fleet', 'renderer/x.ts', '../main/fleet/contract/wire.ts'],
    ['contract nothing of core', 'main/contract/x.ts', '../core/step/state.ts'],
    ['ports nothing of an adapter', 'main/ports/ports.ts', '../adapters/rehearsal/server.ts'],
    ['renderer nothing of core', 'renderer/x.ts', '../main/core/step/state.ts'],
    ['renderer nothing of the ports', 'renderer/features/x.tsx', '../../main/ports/ports.ts'],
    ['e2e nothing inside', 'e2e/x.spec.ts', '../main/contract/api/model.ts'],
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
  refuses('import type {}', [
    ['state no component', 'renderer/state/x.ts', '../components/icon.tsx'],
    ['keys no component', 'renderer/keys/x.ts', '../components/icon.tsx'],
    ['components no noun', 'renderer/components/x.tsx', '../entities/agent/avatar.tsx'],
    ['components nothing of the contract', 'renderer/components/x.tsx', '../../main/contract/api/model.ts'],
    ['entities none that comes after', 'renderer/entities/agent/x.tsx', '../message/receipt.ts'],
    ['entities no feature', 'renderer/entities/draft/x.tsx', '../../features/composer/agent-composer.tsx'],
    ['features no other one', 'renderer/features/tabs/x.tsx', '../link/link-pane.tsx'],
    ['features no other one in a test', 'renderer/features/tabs/x.test.ts', '../link/link-pane.tsx'],
    ['features no shell', 'renderer/features/tabs/x.tsx', '../../shell/app.tsx'],
    ['the shell nothing that is made for tests', 'renderer/shell/x.tsx', '../testing/agent.ts'],
    ['the shell nothing of the gallery', 'renderer/shell/x.tsx', '../gallery/domain/janus.ts'],
  ])
})
