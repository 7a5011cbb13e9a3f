/** A list with one of them written in its place, at the end if it is new, or without it. */
export function withOne<T extends { readonly id: string }>(
  list: readonly T[],
  one: T,
  isIn: boolean,
): readonly T[] {
  const at = list.findIndex(({ id }) => id === one.id)
  if (at < 0) return isIn ? [...list, one] : list
  return [...list.slice(0, at), ...(isIn ? [one] : []), ...list.slice(at + 1)]
}
