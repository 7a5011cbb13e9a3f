import type { Nodes } from 'mdast'

/** All the words in a part of the tree, without recursion. */
export function textOf(node: Nodes): string {
  const words: string[] = []
  const stack: Nodes[] = [node]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if ('value' in next) words.push(next.value)
    if ('children' in next) stack.push(...[...next.children].reverse())
  }
  return words.join(' ')
}
