import { outside, run } from './html.ts'

const img = `<img src=x onerror=${run}>`
const fences = [
  `html"><img src=x onerror=${run}>`,
  'mermaid',
  'svg',
  'math',
  'html live',
  '{.js onload=' + run + '}',
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  'https://evil.test/lang.js',
  '\u202etsj',
  'a'.repeat(3_000),
  "js' onmouseover='" + run,
  'diff',
  'ansi',
]
const inFence = (language: string) =>
  `~~~${language}\n${img}\ngraph TD; a-->b; click a "javascript:${run}"\n~~~`

/** Code blocks; their language is foreign text too. */
const code: readonly string[] = [
  ...fences.map(inFence),
  `\u0060</code>${img}\u0060`,
  `\u0060\u0060\u0060\n</code></pre>${img}\n\u0060\u0060\u0060`,
  `\u0060\u0060\u0060html\n${img}`,
  `    </pre>${img}`,
  `$\\href{javascript:${run}}{x}$`,
  `$$\\url{javascript:${run}}\\includegraphics{${outside('m')}}$$`,
  `\\[ \\htmlData{x=${run}}{y} \\]`,
]

/** Markdown constructs around hostile text. */
const around: readonly string[] = [
  `| ${img} | b |\n| :-: | - |\n| ${img} | [x](javascript:${run}) |`,
  `[^1]\n\n[^1]: ${img} [x](javascript:${run})`,
  `[^__proto__] [^constructor]\n\n[^__proto__]: a\n\n[^constructor]: b`,
  `[__proto__] [constructor][toString]\n\n[__proto__]: javascript:${run}\n[toString]: javascript:${run}`,
  `> > > ${img}\n> > > <script>${run}</script>`,
  `- [ ] ${img}\n- [x] <input type=checkbox onclick=${run} autofocus>`,
  `1. a\n   - ${img}\n     > \u0060\u0060\u0060html\n     > ${img}`,
  `~~${img}~~ **${img}** _${img}_ \u0060${img}\u0060`,
  `# ${img} {#id onclick=${run}}`,
  `Title ${img}\n===`,
  `<div>\n\n**${img}**\n\n</div>`,
  `<!-- ${img} -->`,
  `[x](javascript:${run} "onclick=${run}")`,
  `[x](x 'title" onmouseover="${run}')`,
  `[${img}](https://example.com)`,
  `[x](https://example.com/"onmouseover="${run})`,
  `[a](javascript:${run}\n"t")`,
  `[x\\](javascript:${run})](javascript:${run})`,
  `![x"onerror="${run}](x)`,
  `![x](x "t\\" onerror=\\"${run}")`,
  `https://example.com/"onmouseover="${run}`,
  `<https://example.com/"onmouseover="${run}>`,
  `http://example.com/<script>${run}</script>`,
  `:::js\n${run}\n:::`,
  `[[${img}]] {{${img}}} @${img} #${img}`,
  `---\ntitle: ${img}\n---`,
  `&lt;script&gt;${run}&lt;/script&gt; &#x3c;img src=x onerror=${run}&#x3e;`,
  `\\<img src=x onerror=${run}\\>`,
  `a  \n${img}\\\n${img}`,
  `<details><summary>${img}</summary>${img}</details>`,
]

/** Deeply nested or repetitive input, short enough for a message. */
const giant: readonly string[] = [
  '>'.repeat(150) + ' x',
  '*'.repeat(1_000) + 'x',
  '['.repeat(600) + 'x',
  '![a]('.repeat(150),
  '<div>'.repeat(200) + img,
  '- '.repeat(100) + 'x',
  '\u0060'.repeat(1_501) + 'x',
  '|' + ' a |'.repeat(60) + '\n|' + ' - |'.repeat(60) + '\n|' + ' b |'.repeat(60),
  '&amp;'.repeat(300),
  '_a '.repeat(250),
  `${'[x]('.repeat(100)}javascript:${run}${')'.repeat(100)}`,
  'x'.repeat(6_000),
]

/** Hostile Markdown. */
export const hostileMarkdown: readonly string[] = [...code, ...around, ...giant]
