import { abilityRows } from '../main/contract/agents/ability-words.ts'
import { expectedAbilities } from '../main/contract/agents/kind-abilities.ts'
import { agentKinds, everyMode, kindFacts } from '../main/contract/agents/kinds.ts'

/** The table of `docs/agents.md`, made of what the code says: kinds across, what they can do down. */
export function agentsTable(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rows = Object.values(abilityRows).map(({ title, cell }) => [
    title,
    ...agentKinds.map((kind) => cell(expectedAbilities[kind])),
  ])
  const facts = [
    [
      'keeps a folder’s settings out',
      ...agentKinds.map((kind) => (kindFacts[kind].closesFolder ? 'yes' : 'no')),
    ],
    [
      'permission modes',
      ...agentKinds.map((kind) =>
        kindFacts[kind].modes.length === everyMode.length ? 'all' : kindFacts[kind].modes.join(', '),
      ),
    ],
    ['signs in', ...agentKinds.map((kind) => signInOf(kind))],
  ]
  const head = ['', ...agentKinds.map((kind) => `${kindFacts[kind].name} (\`${kind}\`)`)]
  return [head, head.map(() => '---'), ...rows, ...facts].map(line).join('\n')
}

function signInOf(kind: (typeof agentKinds)[number]): string {
  const { signIn } = kindFacts[kind]
  if (signIn !== null) return `\`${signIn}\``
  return kind === 'other' ? 'by itself' : 'in the window'
}
