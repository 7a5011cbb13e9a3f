/** Keeps the room of a hidden element. */
export const hideKeepingSpace = (isShown: boolean) => ({
  visibility: isShown ? undefined : ('hidden' as const),
})
