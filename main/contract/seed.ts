/** Most passages of past conversations that the members of a gathering are given with its question. */
export const mostPassages = 5
