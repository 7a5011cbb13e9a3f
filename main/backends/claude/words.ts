/** How people are told about the program. */
export const words = {
  name: 'Claude',
  program: 'The Claude CLI',
  update: 'Update it, or choose none in the settings for the one that comes with Janus.',
}
