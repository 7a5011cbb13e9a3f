/** Markdown as agents write it: a heading, prose, a list, code, sometimes a table. About 1.6 kB. */
function section(n: number): string {
  const words = `Section ${n} looks at what the **refresh guard** does when two tabs ask at once, see \`src/guard-${n}.ts\`. `
  const code = Array.from(
    { length: 12 },
    (_, line) =>
      `  const row${line} = read(store, { from: ${line * n}, to: '${n}-${line}' }) // line ${line}`,
  )
  const table = ['| file | lines | why |', '| :-- | --: | :-- |'].concat(
    Array.from({ length: 4 }, (_, row) => `| \`src/part-${row}.ts\` | ${row * 17} | it keeps *row ${row}* |`),
  )
  return [
    `## ${n}. What was found`,
    words.repeat(3),
    `- first, the order of the rows\n- then [the fence](https://example.org/${n})\n  1. which holds\n  2. and ends`,
    `\`\`\`ts\nexport function part${n}() {\n${code.join('\n')}\n}\n\`\`\``,
    n % 3 === 0 ? table.join('\n') : `> ${words}`,
  ].join('\n\n')
}

/** A deterministic answer of at least `length` characters. */
export function longAnswer(length: number): string {
  const parts: string[] = []
  for (let size = 0, n = 1; size < length; n += 1) {
    parts.push(section(n))
    size += (parts.at(-1)?.length ?? 0) + 2
  }
  return parts.join('\n\n')
}
