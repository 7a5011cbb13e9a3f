/** Removes from a text for an agent what only a model needs: ids, and the rules of a link. */
export const plainForm = (text: string): string =>
  text.replace(/ \(lnk-[a-z0-9]+: [^()]*\)/g, '').replace(/ msg-[a-z0-9]+\b/g, '')
