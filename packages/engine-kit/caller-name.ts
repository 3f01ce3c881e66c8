/** The name of the function that called the caller; undefined where it has none. */
export const callerName = (): string | undefined => {
  const [, , , frame = ''] = new Error('Asked for its frames').stack?.split('\n') ?? []
  const name = /^\s+at (?:async )?(?:[\w$<>]+\.)*([A-Za-z]\w*)(?:\$\d+)? \(/.exec(frame)?.[1]
  return name === 'anonymous' ? undefined : name
}
