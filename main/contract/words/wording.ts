interface Kinded {
  readonly kind: string
}
type OfKind<T, K> = T extends { readonly kind: infer A } ? (K extends A ? T : never) : never

/** The text of each kind of fact; `A`: what else it depends on. */
export type Wording<T extends Kinded, A extends readonly unknown[] = []> = {
  readonly [K in T['kind']]: string | ((fact: OfKind<T, K>, ...more: A) => string)
}

export function wordsOf<T extends Kinded, A extends readonly unknown[]>(
  wording: Wording<T, A>,
  fact: T,
  ...more: A
): string {
  const words = wording[fact.kind as T['kind']]
  // TypeScript cannot infer that the kind ties fact and function together.
  return typeof words === 'string' ? words : (words as (fact: T, ...more: A) => string)(fact, ...more)
}
