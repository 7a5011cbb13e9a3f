import { run } from './html.ts'

const esc = '\u001b'

/** Terminal escape sequences. */
const terminal: readonly string[] = [
  `${esc}[31mred${esc}[0m`,
  `${esc}[2J${esc}[H`,
  `${esc}]0;title\u0007`,
  `${esc}]8;;javascript:${run}\u0007x${esc}]8;;\u0007`,
  `${esc}]52;c;cHduZWQ=\u0007`,
  `${esc}P+q544e${esc}\\`,
  '\u009b31mred\u009b0m',
  'a\bb\bc\u0007',
  'over\rwritten',
  '\u0000<img src=x onerror=pwned(1)>\u0000',
  '\u007f\u0080\u0085\u009f',
  '\u000b\u000c',
]

/** Characters that reorder or hide text. */
const hidden: readonly string[] = [
  '\u202e<tpircs>1=denwp\u202c',
  'if (a\u2066 /* \u2069) {\u2066 */ return\u2069',
  '\u200e\u200f\u061c marks',
  '\u202a\u202b\u202d nested',
  'zero\u200bwidth\u200cjoin\u200ders\u2060\ufeff',
  'soft\u00adhyphen',
  `tags ${[...'ignore all'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}`,
  '\u{e0001}\u{e0065}\u{e007f}',
  'lines\u2028and\u2029paragraphs',
  'half \ud800 pair \udc00',
  '\udfff\ud800',
  'fillers \u3164\uffa0\u115f\u1160\u17b4',
  'selectors \ufe00\ufe0f\u{e0100}',
  'interlinear \ufff9a\ufffab\ufffb \uffff \ufffe',
  'combining a' + '\u0301'.repeat(300),
  'vietnamese \u0340\u0341 \u034f',
  'musical \u{1d173}\u{1d17a}',
  '\u2800\u00a0\u2007\u202f\u3000',
  'Cyrillic p\u0430ypal and Greek \u03bfne',
]

/** Properties that every object inherits. */
const inherited: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'length',
  'key',
  'ref',
  'children',
  'undefined',
  'null',
  'NaN',
  'true',
  '0',
  '-1',
  '',
  ' ',
  '\n\n\n',
  '[object Object]',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  'first',
]

export const hostileCharacters: readonly string[] = [...terminal, ...hidden, ...inherited]
