/** The union of a table's values, each with its key in the field `Field`. */
export type UnionOf<Table, Field extends string = 'type'> = {
  [Key in keyof Table]: Table[Key] & { readonly [_ in Field]: Key }
}[keyof Table]
