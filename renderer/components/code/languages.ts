import type { LanguageFn } from 'highlight.js'

/** The grammar is loaded when the first block of the language is seen. */
export interface Language {
  readonly id: string
  readonly name: string
  readonly load: () => Promise<{ readonly default: LanguageFn }>
}

const language = (id: string, name: string, load: Language['load']): Language => ({ id, name, load })

const bash = language('bash', 'Shell', () => import('highlight.js/lib/languages/bash'))
const c = language('c', 'C', () => import('highlight.js/lib/languages/c'))
const cpp = language('cpp', 'C++', () => import('highlight.js/lib/languages/cpp'))
const csharp = language('csharp', 'C#', () => import('highlight.js/lib/languages/csharp'))
const css = language('css', 'CSS', () => import('highlight.js/lib/languages/css'))
const dart = language('dart', 'Dart', () => import('highlight.js/lib/languages/dart'))
const diff = language('diff', 'Diff', () => import('highlight.js/lib/languages/diff'))
const docker = language('dockerfile', 'Dockerfile', () => import('highlight.js/lib/languages/dockerfile'))
const elixir = language('elixir', 'Elixir', () => import('highlight.js/lib/languages/elixir'))
const go = language('go', 'Go', () => import('highlight.js/lib/languages/go'))
const graphql = language('graphql', 'GraphQL', () => import('highlight.js/lib/languages/graphql'))
const haskell = language('haskell', 'Haskell', () => import('highlight.js/lib/languages/haskell'))
const html = language('xml', 'HTML', () => import('highlight.js/lib/languages/xml'))
const ini = language('ini', 'INI', () => import('highlight.js/lib/languages/ini'))
const java = language('java', 'Java', () => import('highlight.js/lib/languages/java'))
const javascript = language('javascript', 'JavaScript', () => import('highlight.js/lib/languages/javascript'))
const json = language('json', 'JSON', () => import('highlight.js/lib/languages/json'))
const kotlin = language('kotlin', 'Kotlin', () => import('highlight.js/lib/languages/kotlin'))
const lua = language('lua', 'Lua', () => import('highlight.js/lib/languages/lua'))
const make = language('makefile', 'Makefile', () => import('highlight.js/lib/languages/makefile'))
const markdown = language('markdown', 'Markdown', () => import('highlight.js/lib/languages/markdown'))
const perl = language('perl', 'Perl', () => import('highlight.js/lib/languages/perl'))
const php = language('php', 'PHP', () => import('highlight.js/lib/languages/php'))
const powershell = language('powershell', 'PowerShell', () => import('highlight.js/lib/languages/powershell'))
const python = language('python', 'Python', () => import('highlight.js/lib/languages/python'))
const r = language('r', 'R', () => import('highlight.js/lib/languages/r'))
const ruby = language('ruby', 'Ruby', () => import('highlight.js/lib/languages/ruby'))
const rust = language('rust', 'Rust', () => import('highlight.js/lib/languages/rust'))
const scala = language('scala', 'Scala', () => import('highlight.js/lib/languages/scala'))
const scss = language('scss', 'SCSS', () => import('highlight.js/lib/languages/scss'))
const sql = language('sql', 'SQL', () => import('highlight.js/lib/languages/sql'))
const swift = language('swift', 'Swift', () => import('highlight.js/lib/languages/swift'))
const typescript = language('typescript', 'TypeScript', () => import('highlight.js/lib/languages/typescript'))
const yaml = language('yaml', 'YAML', () => import('highlight.js/lib/languages/yaml'))

const named = (names: string, of: Language, name?: string) =>
  names.split(' ').map((alias) => [alias, name === undefined ? of : { ...of, name }] as const)

const languages: ReadonlyMap<string, Language> = new Map([
  ...named('bash sh shell zsh console shellsession', bash),
  ...named('c h', c),
  ...named('cpp c++ cc cxx hpp', cpp),
  ...named('csharp c# cs', csharp),
  ...named('css', css),
  ...named('dart', dart),
  ...named('diff patch', diff),
  ...named('dockerfile docker', docker),
  ...named('elixir ex exs', elixir),
  ...named('go golang', go),
  ...named('graphql gql', graphql),
  ...named('haskell hs', haskell),
  ...named('html xhtml vue svelte', html),
  ...named('xml svg plist', html, 'XML'),
  ...named('ini conf properties', ini),
  ...named('toml', ini, 'TOML'),
  ...named('java', java),
  ...named('javascript js mjs cjs', javascript),
  ...named('jsx', javascript, 'JSX'),
  ...named('json json5 jsonc jsonl', json),
  ...named('kotlin kt kts', kotlin),
  ...named('lua', lua),
  ...named('makefile make mk', make),
  ...named('markdown md', markdown),
  ...named('perl pl', perl),
  ...named('php', php),
  ...named('powershell ps1 pwsh', powershell),
  ...named('python py', python),
  ...named('r', r),
  ...named('ruby rb', ruby),
  ...named('rust rs', rust),
  ...named('scala', scala),
  ...named('scss sass less', scss),
  ...named('sql postgresql mysql sqlite', sql),
  ...named('swift', swift),
  ...named('typescript ts mts cts', typescript),
  ...named('tsx', typescript, 'TSX'),
  ...named('yaml yml', yaml),
])

/** Returns the language of a fence's info word, or null if it can't be highlighted. */
export const languageOf = (word: string): Language | null => languages.get(word.trim().toLowerCase()) ?? null
