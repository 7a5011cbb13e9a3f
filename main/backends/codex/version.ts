/** Oldest Codex that Janus works with: the one that every fact about it was measured on. */
export const oldest = '0.166.0'
