import type { LanguageFn } from 'highlight.js'

/** The grammar is loaded when the first block of the language is seen. */
export interface Language {
  readonly id: string
  readonly name: string
  readonly load: () => Promise<{ readonly default: LanguageFn }>
}

const table: readonly (readonly [words: string, id: string, name: string, load: Language['load']])[] = [
  [
    'bash sh shell zsh console shellsession',
    'bash',
    'Shell',
    () => import('highlight.js/lib/languages/bash'),
  ],
  ['c h', 'c', 'C', () => import('highlight.js/lib/languages/c')],
  ['cpp c++ cc cxx hpp', 'cpp', 'C++', () => import('highlight.js/lib/languages/cpp')],
  ['csharp c# cs', 'csharp', 'C#', () => import('highlight.js/lib/languages/csharp')],
  ['css', 'css', 'CSS', () => import('highlight.js/lib/languages/css')],
  ['dart', 'dart', 'Dart', () => import('highlight.js/lib/languages/dart')],
  ['diff patch', 'diff', 'Diff', () => import('highlight.js/lib/languages/diff')],
  ['dockerfile docker', 'dockerfile', 'Dockerfile', () => import('highlight.js/lib/languages/dockerfile')],
  ['elixir ex exs', 'elixir', 'Elixir', () => import('highlight.js/lib/languages/elixir')],
  ['go golang', 'go', 'Go', () => import('highlight.js/lib/languages/go')],
  ['graphql gql', 'graphql', 'GraphQL', () => import('highlight.js/lib/languages/graphql')],
  ['haskell hs', 'haskell', 'Haskell', () => import('highlight.js/lib/languages/haskell')],
  ['html xhtml vue svelte', 'xml', 'HTML', () => import('highlight.js/lib/languages/xml')],
  ['xml svg plist', 'xml', 'XML', () => import('highlight.js/lib/languages/xml')],
  ['ini conf properties', 'ini', 'INI', () => import('highlight.js/lib/languages/ini')],
  ['toml', 'ini', 'TOML', () => import('highlight.js/lib/languages/ini')],
  ['java', 'java', 'Java', () => import('highlight.js/lib/languages/java')],
  [
    'javascript js mjs cjs',
    'javascript',
    'JavaScript',
    () => import('highlight.js/lib/languages/javascript'),
  ],
  ['jsx', 'javascript', 'JSX', () => import('highlight.js/lib/languages/javascript')],
  ['json json5 jsonc jsonl', 'json', 'JSON', () => import('highlight.js/lib/languages/json')],
  ['kotlin kt kts', 'kotlin', 'Kotlin', () => import('highlight.js/lib/languages/kotlin')],
  ['lua', 'lua', 'Lua', () => import('highlight.js/lib/languages/lua')],
  ['makefile make mk', 'makefile', 'Makefile', () => import('highlight.js/lib/languages/makefile')],
  ['markdown md', 'markdown', 'Markdown', () => import('highlight.js/lib/languages/markdown')],
  ['perl pl', 'perl', 'Perl', () => import('highlight.js/lib/languages/perl')],
  ['php', 'php', 'PHP', () => import('highlight.js/lib/languages/php')],
  ['powershell ps1 pwsh', 'powershell', 'PowerShell', () => import('highlight.js/lib/languages/powershell')],
  ['python py', 'python', 'Python', () => import('highlight.js/lib/languages/python')],
  ['r', 'r', 'R', () => import('highlight.js/lib/languages/r')],
  ['ruby rb', 'ruby', 'Ruby', () => import('highlight.js/lib/languages/ruby')],
  ['rust rs', 'rust', 'Rust', () => import('highlight.js/lib/languages/rust')],
  ['scala', 'scala', 'Scala', () => import('highlight.js/lib/languages/scala')],
  ['scss sass less', 'scss', 'SCSS', () => import('highlight.js/lib/languages/scss')],
  ['sql postgresql mysql sqlite', 'sql', 'SQL', () => import('highlight.js/lib/languages/sql')],
  ['swift', 'swift', 'Swift', () => import('highlight.js/lib/languages/swift')],
  [
    'typescript ts mts cts',
    'typescript',
    'TypeScript',
    () => import('highlight.js/lib/languages/typescript'),
  ],
  ['tsx', 'typescript', 'TSX', () => import('highlight.js/lib/languages/typescript')],
  ['yaml yml', 'yaml', 'YAML', () => import('highlight.js/lib/languages/yaml')],
]

const languages = new Map(
  table.flatMap(([words, id, name, load]) => words.split(' ').map((word) => [word, { id, name, load }])),
)

/** Returns the language of a fence's info word, or null if it can't be highlighted. */
export const languageOf = (word: string): Language | null => languages.get(word.trim().toLowerCase()) ?? null
