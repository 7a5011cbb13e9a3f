/**
 * A page that shows all pictures, each beside its name.
 * @param {string[]} names
 */
export function pageOf(names) {
  const figures = names.map(
    (name) =>
      `<figure><a href="${name}.png"><img loading="lazy" src="${name}.png" alt=""></a><figcaption>${name}</figcaption></figure>`,
  )
  return `<!doctype html>
<meta charset="utf-8">
<title>Gallery of Janus</title>
<style>
  body { margin: 2rem; display: grid; gap: 2rem; grid-template-columns: repeat(auto-fill, minmax(28rem, 1fr)); font: 13px system-ui; }
  figure { margin: 0 } img { width: 100%; border: 1px solid #8888; border-radius: 4px }
</style>
${figures.join('\n')}
`
}
