/** Works on so many further items while the consumer has the result of one. Results come in the order of the items. */
export const workAhead = async function* <Item, Result>(
  source: AsyncGenerator<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<{ result: Result } | undefined>[] = []
  const begin = async () => {
    const { value, done } = await source.next()
    return done ? undefined : { result: await work(value) }
  }
  try {
    for (;;) {
      while (begun.length <= ahead) {
        const next = begin()
        // Its failure is reported when its turn comes, or not at all if the consumer has left.
        next.catch(() => {})
        begun.push(next)
      }
      const first = await begun.shift()
      if (!first) return
      yield first.result
    }
  } finally {
    await Promise.allSettled(begun)
    await source.return(undefined)
  }
}
